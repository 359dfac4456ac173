import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { extract, type Headers as Header, pack } from 'tar-stream'
import { type Reply, send, transmit } from './http.ts'
import type { TestServer } from './server.ts'

export type Contents = Record<string, Buffer>

export const unpack = async (archive: Buffer): Promise<Contents> => {
  const contents: Contents = {}
  const reader = extract()
  reader.end(archive)
  for await (const entry of reader) contents[entry.header.name] = await buffer(entry)
  return contents
}

export const packed = (
  contents: Contents,
  headers: Readonly<Record<string, Partial<Header>>> = {},
): Promise<Buffer> => {
  const archive = pack()
  for (const [name, bytes] of Object.entries(contents))
    archive.entry({ name, ...headers[name] }, bytes)
  archive.finalize()
  return buffer(archive)
}

export const exportOf = async (server: TestServer, query = ''): Promise<Buffer> => {
  const { status, bytes } = await transmit(`${server.url}/_sandbox/export${query}`)
  if (status !== 200) throw new Error(bytes.toString('utf8'))
  return bytes
}

export const importTo = (server: TestServer, archive: Buffer, query = ''): Promise<Reply> =>
  send(`${server.url}/_sandbox/export${query}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/x-tar' },
    body: new Uint8Array(archive),
  })

/** The header of a file that may claim any size. */
export const headerOf = async (name: string, size: number): Promise<Buffer> => {
  const archive = pack()
  archive.entry({ name, size }).on('error', () => undefined)
  await once(archive, 'readable')
  return archive.read()
}
