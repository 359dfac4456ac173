import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { openConnection, requestBytes } from '#test/kit/connections.ts'
import { offerFile, sendFile } from '#test/kit/downloads.ts'
import { send } from '#test/kit/http.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
import { grantOf, put, sendSigned } from '#test/kit/storage.ts'
import { sha256Of } from '#test/kit/uploads.ts'

const BYTES = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwrong')

/** A file behind a URL, and the path of that. */
const offered = async (server: TestServer): Promise<string> => {
  const { downloadUrl } = await offerFile(server, { bytes: BYTES })
  return String(downloadUrl).slice(server.url.length)
}

const tell = ({ workspace }: TestServer, sizeBytes: number): void => {
  workspace.store.run(
    'UPDATE sub_resources SET size_bytes = ? WHERE file_digest = ?',
    sizeBytes,
    sha256Of(BYTES),
  )
}

/** Sends a request and then one for the health of the server over one connection, and reads until that ends. */
const readTwo = async (
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<string> => {
  const socket = openConnection(server)
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  socket.write(requestBytes(method, path, { headers }))
  socket.write(requestBytes('GET', '/livez', { headers: { connection: 'close' } }))
  socket.resume()
  await once(socket, 'close')
  return text
}

const bodiesOf = (text: string): string[] => {
  const bodies: string[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n') + 4
    const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(rest.slice(0, end)) ?? []
    expect(rest).toMatch(/^HTTP\/1\.1 \d+ /)
    bodies.push(rest.slice(end, end + Number(length)))
    rest = rest.slice(end + Number(length))
  }
  return bodies
}

/** As if each file had changed after the look at its size. */
const seeNoProblem = ({ sandbox }: TestServer): void => {
  vi.spyOn(sandbox.files.blobs, 'problemOf').mockReturnValue(undefined)
}

describe('an answer with a Content-Length', () => {
  test('has no byte beyond it when the file is longer than recorded', async () => {
    const server = await startServer()
    const path = await offered(server)
    tell(server, 1)
    seeNoProblem(server)
    const [first, second, ...others] = bodiesOf(await readTwo(server, path))
    expect(first).toBe('H')
    expect(JSON.parse(second ?? '')).toMatchObject({ status: 'alive' })
    expect(others).toEqual([])
  })

  test('sends only the range when the file is longer than recorded', async () => {
    const server = await startServer()
    const path = await offered(server)
    tell(server, 4)
    seeNoProblem(server)
    const [first, second] = bodiesOf(await readTwo(server, path, { range: 'bytes=1-' }))
    expect(first).toBe('TTP')
    expect(JSON.parse(second ?? '')).toMatchObject({ status: 'alive' })
  })

  test('ends with its connection when the file is shorter than recorded', async () => {
    const server = await startServer({ log: [] })
    const path = await offered(server)
    tell(server, BYTES.length + 10)
    seeNoProblem(server)
    const text = await readTwo(server, path)
    expect(text).toContain(`\r\ncontent-length: ${BYTES.length + 10}\r\n`)
    expect(text.endsWith(BYTES.toString('latin1'))).toBe(true)
  })

  test('ends with its connection where the bytes of a stored file were cut', async () => {
    const server = await startServer({ log: [], env: { SANDBOX_CHECK_REPLIES: 'off' } })
    const path = await offered(server)
    truncateSync(server.sandbox.files.blobs.find(sha256Of(BYTES)) ?? '', 7)
    seeNoProblem(server)
    expect((await readTwo(server, path)).endsWith('\r\n\r\nHTTP/1.')).toBe(true)
    const { text } = await send(`${server.url}/_sandbox/journal`, { method: 'GET' })
    expect(text).toContain('"transport":"aborted"')
  })

  test('ends with its connection where the bytes of an object of the storage listener were cut', async () => {
    const server = await startServer({ log: [], storage: true })
    const granted = await grantOf(server.url)
    expect((await put(granted, BYTES)).status).toBe(200)
    truncateSync(server.sandbox.files.blobs.find(sha256Of(BYTES)) ?? '', 7)
    seeNoProblem(server)
    await expect(sendSigned(granted, {})).rejects.toThrow('aborted')
    const { text } = await send(`${server.url}/_sandbox/journal`, { method: 'GET' })
    expect(text).toContain('"transport":"aborted"')
  })

  test('is kept by HEAD, and by a file without bytes', async () => {
    const server = await startServer()
    const path = await offered(server)
    const head = await readTwo(server, path, {}, 'HEAD')
    expect(head.split('HTTP/1.1 200 OK')).toHaveLength(3)
    await sendFile(server, { bytes: '', name: 'empty' })
    const { downloadUrl } = await offerFile(server, { bytes: '' })
    const empty = String(downloadUrl).slice(server.url.length)
    const [first, second] = bodiesOf(await readTwo(server, empty))
    expect(first).toBe('')
    expect(JSON.parse(second ?? '')).toMatchObject({ status: 'alive' })
  })
})
