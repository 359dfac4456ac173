import { sha256Hex } from '../../kernel/signature.ts'
import type { ObservedCall } from '../observed-call.ts'

/** Tells whether two calls are the same: the digest of URL, acting user, body, and where wanted of the token. */
export const keyOfCall = (
  { method, url, headers, bodyDigest }: ObservedCall,
  withToken: boolean,
): string => {
  const credentials = withToken ? headers['access-token'] : ''
  return sha256Hex([method, url, headers['x-open-api-user'], credentials, bodyDigest].join('\n'))
}
