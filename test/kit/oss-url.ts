import { createHmac } from 'node:crypto'
import type { Granted } from './storage.ts'

const LIFETIME_S = 3_600

/** Path and query of a presigned request (OSS V1) for a key whose characters need no encoding. */
export const signOssPath = (
  grant: Granted,
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
