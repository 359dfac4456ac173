import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pathOf } from '#test/kit/operations.ts'
import { freshFolder, startProcess } from '#test/kit/process.ts'
import { TOKEN } from '#test/kit/server.ts'

/** `npm start` with this limit of open files. */
const withDescriptors = (count: number): readonly string[] => [
  '/bin/sh',
  '-c',
  `ulimit -n ${count} && exec "$@"`,
  'sh',
  process.execPath,
  'dist/server.cjs',
]

interface Answer {
  status: number
  body: { code?: string; id?: string; accessToken?: string; detail?: string }
}

/** Calls over one connection, which stays open while others take all descriptors. */
const caller = (url: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return (path: string, body: unknown, token = TOKEN): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'access-token': token,
        'token-type': 'bearer',
      }
      const sent = request(url + path, { agent, method: 'POST', headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(chunks).toString()),
          }),
        )
      })
      sent.on('error', reject)
      sent.end(JSON.stringify(body))
    })
}

const takeDescriptors = async (url: string, count: number): Promise<Socket[]> => {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname))
  for (const socket of sockets) socket.on('error', () => undefined)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

describe('a server with few file descriptors', () => {
  test('starts with a new data folder', async () => {
    const env = { SANDBOX_DATA: freshFolder(), SANDBOX_SEED: 'demo' }
    const server = startProcess(env, [], withDescriptors(48))
    expect((await fetch(`${await server.url()}/readyz`)).status).toBe(200)
  })

  test('reports missing descriptors, not damaged data, and recovers', async () => {
    const env = { SANDBOX_DATA: freshFolder(), SANDBOX_MAX_OPEN: '1' }
    const url = await startProcess(env, [], withDescriptors(64)).url()
    const call = caller(url)
    const tokens = [TOKEN]
    for (let count = 0; count < 4; count += 1) {
      const made = await call('/_sandbox/workspaces', {})
      tokens.push(made.body.accessToken ?? '')
    }
    // One may be open: each call opens its own database and closes another.
    const askAll = async () => {
      const codes = new Set<string | undefined>()
      for (const token of tokens)
        codes.add((await call(pathOf('E8'), { param: { userIds: [] } }, token)).body.code)
      return [...codes]
    }
    expect(await askAll()).toEqual(['0'])
    const sockets = await takeDescriptors(url, 100)
    const withMore = async <T>(ask: () => Promise<T>): Promise<T> => {
      sockets.push(...(await takeDescriptors(url, 20)))
      // After one more answer the server has accepted the connections, which take what calls have freed.
      await call('/no-such-path', {})
      return ask()
    }
    await expect.poll(() => withMore(askAll)).toContain('90000019')
    // A snapshot of an open database needs descriptors and frees none before.
    const takeSnapshot = async () => {
      const { status, body } = await call('/_sandbox/snapshots', { name: 'full' })
      return `${status} ${body.detail}`
    }
    const words = '503 The server has no file descriptors left; raise ulimit -n, or try again later'
    const snapshotOfOpen = async () => {
      await call(pathOf('E8'), { param: { userIds: [] } })
      return withMore(takeSnapshot)
    }
    await expect.poll(snapshotOfOpen).toBe(words)
    for (const socket of sockets) socket.destroy()
    await expect.poll(askAll).toEqual(['0'])
  })
})
