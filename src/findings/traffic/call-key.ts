import { sha256Hex } from '../../kernel/signature.ts'
import type { ObservedCall } from '../observed-call.ts'

/** The maximum length of a key that is kept as it is. */
const MAX_LENGTH = 1_000

/** Tells whether two calls are the same: URL, acting user, body, and where wanted the token; the digest of a long one. */
export const keyOfCall = (
  { method, url, headers, bodyKey }: ObservedCall,
  withToken: boolean,
): string => {
  const credentials = withToken ? headers['access-token'] : ''
  const key = [method, url, headers['x-open-api-user'], credentials, bodyKey].join('\n')
  return key.length > MAX_LENGTH ? sha256Hex(key) : key
}
