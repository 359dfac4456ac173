import { createHash, createHmac } from 'node:crypto'
import { formatHttpDate } from '#src/kernel/timestamps.ts'
import { type Reply, send } from './http.ts'
import { TOKEN } from './server.ts'

export interface Granted {
  accessKeyId: string
  accessKeySecret: string
  securityToken: string
  endpoint: string
  bucket: string
  pathPrefix: string
  region: string
  expiration: string
}

interface Asked {
  method?: string
  key?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  atMs?: number
}

/** A key as the service makes them. */
export const KEY = `upload/${'0a'.repeat(16)}.bin`

const nowMs = (): number => Math.floor(performance.timeOrigin + performance.now())

export const grantOf = async (url: string, token = TOKEN): Promise<Granted> => {
  const headers = { 'access-token': token, 'token-type': 'bearer' }
  const reply = await send(`${url}/_files/grant`, { method: 'POST', headers })
  const { code, result } = reply.body as { code: string; result: Granted }
  if (code !== '0') throw new Error(reply.text)
  return result
}

/** The parameters that a signature V1 covers, of those that tests send. */
const SIGNED = /^(?:acl|objectMeta|partNumber|uploadId|uploads|response-.+)$/

/** Sends a request of the OSS protocol with a signature V1, in path style. */
export const sendSigned = (granted: Granted, asked: Asked): Promise<Reply> => {
  const { method = 'GET', key = KEY, query = {}, headers = {}, body } = asked
  const date = formatHttpDate(asked.atMs ?? nowMs())
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-oss-'))
  const oss = {
    ...Object.fromEntries(own),
    'x-oss-date': date,
    'x-oss-security-token': granted.securityToken,
  }
  const { 'content-md5': md5 = '', 'content-type': type = '' } = headers
  const names = Object.keys(query)
    .filter((name) => SIGNED.test(name))
    .sort()
  const signed = names.map((name) => (query[name] === '' ? name : `${name}=${query[name]}`))
  const resource = `/${granted.bucket}/${key}${signed.length > 0 ? `?${signed.join('&')}` : ''}`
  const lines = Object.entries(oss)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`)
  const text = [method, md5, type, date, ...lines, resource].join('\n')
  const signature = createHmac('sha1', granted.accessKeySecret).update(text).digest('base64')
  const path = `/${granted.bucket}/${encodeURIComponent(key).replaceAll('%2F', '/')}`
  const authorization = `OSS ${granted.accessKeyId}:${signature}`
  return send(`${granted.endpoint}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { ...headers, ...oss, authorization },
    ...(body !== undefined && { body }),
  })
}

const md5Of = (body: string | Buffer): string => createHash('md5').update(body).digest('base64')

/** Puts an object, or a part of an upload, with its MD5. */
export const put = (
  granted: Granted,
  body: string | Buffer,
  { headers = {}, ...asked }: Asked = {},
): Promise<Reply> =>
  sendSigned(granted, {
    method: 'PUT',
    body,
    headers: { 'content-md5': md5Of(body), 'content-type': 'application/octet-stream', ...headers },
    ...asked,
  })

export const initiate = async (
  granted: Granted,
  key = KEY,
  headers: Asked['headers'] = {},
): Promise<string> => {
  const asked = { method: 'POST', key, query: { uploads: '' }, headers }
  const { text } = await sendSigned(granted, asked)
  return /<UploadId>(.+)<\/UploadId>/.exec(text)?.[1] ?? ''
}

export interface SentPart {
  partNumber: number
  etag: string
}

export const sendParts = async (
  granted: Granted,
  uploadId: string,
  parts: readonly (string | Buffer)[],
): Promise<SentPart[]> => {
  const sent: SentPart[] = []
  for (const [index, body] of parts.entries()) {
    const partNumber = index + 1
    const query = { partNumber: String(partNumber), uploadId }
    const reply = await put(granted, body, { query })
    sent.push({ partNumber, etag: reply.headers.get('etag') ?? reply.text })
  }
  return sent
}

const completionXml = (parts: readonly SentPart[]): string =>
  `<CompleteMultipartUpload>${parts
    .map(
      ({ partNumber, etag }) =>
        `<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`,
    )
    .join('')}</CompleteMultipartUpload>`

export const complete = (
  granted: Granted,
  uploadId: string,
  parts: readonly SentPart[],
  headers: Asked['headers'] = {},
): Promise<Reply> =>
  sendSigned(granted, { method: 'POST', query: { uploadId }, headers, body: completionXml(parts) })
