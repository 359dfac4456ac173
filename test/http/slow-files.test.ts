import { describe, expect, test } from 'vitest'
import { otherWorkspace } from '#test/kit/databases.ts'
import { sendFile } from '#test/kit/downloads.ts'
import { standInWorker } from '#test/kit/media-worker.ts'
import { pathOf } from '#test/kit/operations.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const start = async () => {
  const worker = standInWorker()
  return { worker, server: await startServer({ mediaWorker: worker }) }
}

const filesOf = async (
  server: TestServer,
  texts: readonly string[],
  token = TOKEN,
): Promise<{ path: string; name: string }[]> => {
  const files: { path: string; name: string }[] = []
  for (const [at, bytes] of texts.entries())
    files.push({ path: await sendFile(server, { bytes }, { token }), name: `${at}.html` })
  return files
}

describe('a slow file', () => {
  test('delays E16 of another workspace by its own time only', async () => {
    const { worker, server } = await start()
    const { token } = await otherWorkspace(server)
    const slow = await filesOf(server, ['wait 1', 'wait 2'])
    const quick = await filesOf(server, ['quick'], token)
    const held = server.result('E16', { fileList: slow })
    await expect.poll(worker.asked).toEqual(['detect wait 1'])
    const other = server.result('E16', { fileList: quick }, { token })
    worker.answerWaiting()
    await Promise.all([held, other])
    expect(worker.asked()).toContain('measure quick')
  })

  test('is measured once for a list that names it twice', async () => {
    const { worker, server } = await start()
    const [file] = await filesOf(server, ['quick'])
    const fileList = [file, { ...file, name: 'other.html' }, { ...file, name: 'third.txt' }]
    await server.result('E16', { fileList })
    expect(worker.asked().filter((line) => line === 'measure quick')).toHaveLength(1)
  })

  test('ends the reading of a list whose caller has disconnected', async () => {
    const { worker, server } = await start()
    const fileList = await filesOf(server, ['wait 1', 'quick 2', 'quick 3'])
    const controller = new AbortController()
    const left = fetch(server.url + pathOf('E16'), {
      method: 'POST',
      headers: {
        'access-token': TOKEN,
        'token-type': 'bearer',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ token: TOKEN, param: { fileList } }),
      signal: controller.signal,
    })
    await expect.poll(worker.asked).toEqual(['detect wait 1'])
    controller.abort()
    await expect(left).rejects.toThrow('aborted')
    const transports = async (): Promise<string[]> => {
      const { entries } = await server.control<{ entries: { transport: string }[] }>('/journal')
      return entries.map(({ transport }) => transport)
    }
    await expect.poll(transports).toContain('aborted')
    worker.answerWaiting()
    const last = await filesOf(server, ['quick 4'])
    await server.result('E16', { fileList: last })
    expect(worker.asked()).toEqual(['detect wait 1', 'detect quick 4', 'measure quick 4'])
  })
})
