import { readFileSync } from 'node:fs'
import {
  type GrantSecrets,
  StorageError,
  type StorageRequest,
} from '#src/routes/storage/protocol.ts'

/** A request that an unmodified client sent, with invented keys; the body in Base64. */
export interface RecordedRequest extends StorageRequest {
  client: string
  /** When it was sent, in epoch ms. */
  at: number
  body: string
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as unknown

export const RECORDED = read('recorded-requests.json') as RecordedRequest[]

export const ACCESS_KEY_ID = 'STS.0a1b2c3dTEST'

export const GRANT: GrantSecrets = {
  accessKeySecret: 'secret/Of+Test=1',
  securityToken: 'token/of+test==',
  bucket: 'dam-0a1b2c3d',
}

export const recordedBy = (client: string): RecordedRequest => {
  const found = RECORDED.find((request) => request.client === client)
  if (!found) throw new Error(`no request of ${client}`)
  return found
}

export const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'accepted'
  } catch (error) {
    if (error instanceof StorageError && error.status >= 400 && error.status < 500)
      return error.code
    throw error
  }
}

export const REFUSED =
  /^(SignatureDoesNotMatch|AccessDenied|Invalid(Argument|AccessKeyId|SecurityToken|Token|Request|URI)|RequestTimeTooSkewed|AuthorizationHeaderMalformed)$/
