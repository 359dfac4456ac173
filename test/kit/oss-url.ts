import { createHmac } from 'node:crypto'

/** A grant for the storage listener. */
export type Grant = Readonly<
  Record<
    | 'accessKeyId'
    | 'accessKeySecret'
    | 'securityToken'
    | 'endpoint'
    | 'bucket'
    | 'pathPrefix'
    | 'region'
    | 'expiration',
    string
  >
>

const LIFETIME_S = 3_600

/** Path and query of a presigned request (OSS V1) for a key whose characters need no encoding. */
export const signOssPath = (
  grant: Grant,
  method: string,
  key: string,
  parameters: Readonly<Record<string, string>> = {},
): string => {
  const { accessKeyId, accessKeySecret, securityToken, bucket } = grant
  const now = (performance.timeOrigin + performance.now()) / 1_000
  const Expires = String(Math.round(now) + LIFETIME_S)
  const signed: Record<string, string> = { ...parameters, 'security-token': securityToken }
  const subresources = Object.keys(signed)
    .sort()
    .map((name) => (signed[name] === '' ? name : `${name}=${signed[name]}`))
  const text = `${method}\n\n\n${Expires}\n/${bucket}/${key}?${subresources.join('&')}`
  const Signature = createHmac('sha1', accessKeySecret).update(text).digest('base64')
  const query = new URLSearchParams({ ...signed, OSSAccessKeyId: accessKeyId, Expires, Signature })
  return `/${bucket}/${key}?${query}`
}

/** The body that completes an upload, with its parts in order. */
export const completionXml = (etags: readonly string[]): string =>
  `<CompleteMultipartUpload>${etags
    .map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>"${etag}"</ETag></Part>`,
    )
    .join('')}</CompleteMultipartUpload>`
