import { createCipheriv, createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { AssetDetail, SubResource } from '#src/contract/resources/asset-shapes.ts'
import { type Answer, type Sent, send, transmit } from './http.ts'
import { type CallOptions, type TestServer, TOKEN } from './server.ts'

export type { Answer } from './http.ts'

/** Requests a URL exactly as it is written, as `fetch` would not. */
export const ask = (address: unknown, asking: Omit<Sent, 'body'> = {}): Promise<Answer> => {
  const [, origin = '', path = ''] = /^(http:\/\/[^/]+)(.*)$/.exec(String(address)) ?? []
  if (origin === '') throw new Error(`not an address: ${address}`)
  return transmit(origin, { path, ...asking })
}

interface SentFile {
  bytes: Uint8Array | string
  name?: string
  type?: string
}

export const sendFile = async (
  server: Pick<TestServer, 'url'>,
  { bytes, name = 'file', type = 'application/octet-stream' }: SentFile,
  { token = TOKEN, filesPath = '/_files' }: { token?: string; filesPath?: string } = {},
): Promise<string> => {
  const address = `${server.url}${filesPath}/uploads/single?name=${encodeURIComponent(name)}`
  const reply = await send(address, {
    method: 'POST',
    headers: { 'access-token': token, 'content-type': type },
    body: Uint8Array.from(Buffer.from(bytes)),
  })
  expect(reply.body, reply.text).toMatchObject({ code: '0' })
  return (reply.body as { result: { filePath: string } }).result.filePath
}

/** A file as E16 takes it. */
interface Declared {
  path: string
  name: string
  size?: number
  type?: string
}

/** Makes assets of declared files, one each, and returns their only parts from E4. */
export const assetsOf = async (
  server: TestServer,
  fileList: readonly Declared[],
  options: CallOptions = {},
): Promise<SubResource[]> => {
  const { assetElementIdList } = await server.result<{ assetElementIdList: number[] }>(
    'E16',
    { fileList },
    options,
  )
  const { successMaterialIdList } = await server.result<{ successMaterialIdList: number[] }>(
    'E21',
    { assetIdList: assetElementIdList },
    options,
  )
  return partsOf(server, successMaterialIdList, options)
}

/** The parts of assets, in order, as E4 answers them. */
export const partsOf = async (
  server: TestServer,
  assetIdList: readonly number[],
  options: CallOptions = {},
): Promise<SubResource[]> => {
  const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', { assetIdList }, options)
  return detail.flatMap(({ subResList }) => subResList)
}

/** Sends a file, makes an asset of it, and returns its part from E4. */
export const offerFile = async (
  server: TestServer,
  { name = 'file', ...file }: SentFile,
): Promise<SubResource> => {
  const path = await sendFile(server, { ...file, name })
  return onlyOne(await assetsOf(server, [{ path, name }]))
}

/** Makes an asset of a file that was never sent (A-16-1), and returns its part from E4. */
export const declareFile = async (
  server: TestServer,
  declared: Omit<Declared, 'path'>,
): Promise<SubResource> =>
  onlyOne(await assetsOf(server, [{ path: 'upload/never-sent', ...declared }]))

const onlyOne = (parts: readonly SubResource[]): SubResource => {
  const [part] = parts
  if (!part || parts.length > 1) throw new Error(`${parts.length} parts instead of one`)
  return part
}

/** MD5 in hexadecimal digits. */
export const md5Of = (bytes: Uint8Array | string): string =>
  createHash('md5').update(bytes).digest('hex')

/** Bytes without repeated sequences. */
export const oddBytes = (length: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length))

/** A URL of the default workspace for any path below its files, signed for an hour. */
export const signedUrl = (server: TestServer, path: string): string => {
  const { workspace, url } = server
  return url + workspace.signUrl('/_files', path, workspace.clock.now() + 3_600_000)
}

/** Expects a refusal of plain HTTP: a status, and the envelope with these words in its message. */
export const expectRefused = (answer: Answer, status: number, code: string, words = ''): void => {
  const text = answer.bytes.toString('utf8')
  expect(answer.status, text).toBe(status)
  const body = JSON.parse(text)
  expect(body).toEqual({ code, message: expect.stringContaining(words), result: null })
  expect(Object.keys(body)).toEqual(['code', 'message', 'result'])
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
}
