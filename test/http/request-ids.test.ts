import { describe, expect, test } from 'vitest'
import { operationBytes, requestBytes } from '#test/kit/connections.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { startServer } from '#test/kit/server.ts'
import { grantOf, put } from '#test/kit/storage.ts'
import { talk } from '#test/kit/wire.ts'

const OURS = /^req-[0-9a-f]{8}-\d+$/

const idOf = ({ headers }: Reply): string | null => headers.get('x-request-id')

describe('the id of a request', () => {
  test.each(['a', 'A-b_c.9', 'x'.repeat(128)])('is the one that was sent: %s', async (id) => {
    const log: string[] = []
    const server = await startServer({ log })
    const headers = { 'x-request-id': id }
    expect(idOf(await server.call('E8', { userIds: [] }, { headers }))).toBe(id)
    await expect.poll(() => log.filter((line) => JSON.parse(line).reqId === id)).toHaveLength(1)
  })

  test.each(['', 'a b', 'a/b', 'ä', 'x'.repeat(129)])('is ours instead of %j', async (id) => {
    const server = await startServer()
    const headers = { 'x-request-id': id }
    expect(idOf(await server.call('E8', { userIds: [] }, { headers }))).toMatch(OURS)
  })

  test('is in answers of both listeners, errors and preflights included', async () => {
    const server = await startServer({ storage: true })
    const { url } = server
    const granted = await grantOf(url)
    const origin = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' }
    const replies = [
      await server.call('E8', {}),
      await server.call('E8', {}, { headers: { 'x-sandbox-fault': 'before:status=502' } }),
      await send(`${url}/nothing`, {}),
      await send(`${url}/%zz`, {}),
      await send(`${url}/w/11111111/livez`, {}),
      await send(`${url}/_sandbox/nothing`, {}),
      await send(`${url}/open-api/x`, { method: 'OPTIONS', headers: origin }),
      await put(granted, 'a'),
      await put({ ...granted, accessKeySecret: 'wrong' }, 'a'),
      await send(granted.endpoint, {}),
    ]
    const ids = replies.map(idOf)
    for (const id of ids) expect(id).toMatch(OURS)
    expect(new Set(ids).size).toBe(ids.length)
    expect(replies[6]?.headers.get('access-control-expose-headers')).toContain('x-request-id')
  })

  test('is in the answer to bytes that are not HTTP, and to a defect', async () => {
    const server = await startServer({ log: [] })
    expect(await talk(server.url, 'no HTTP\r\n\r\n')).toMatch(/^x-request-id: req-/m)
    server.workspace.open = () => {
      throw new Error('a defect of the test')
    }
    const bytes = operationBytes('E8', {}, { 'x-request-id': 'mine', connection: 'close' })
    expect(await talk(server.url, bytes)).toMatch(/^x-request-id: mine\r$/m)
  })

  test('is the same on the port of object storage', async () => {
    const server = await startServer({ storage: true })
    const headers = { 'x-request-id': 'mine', connection: 'close' }
    const { storageUrl = '' } = server.sandbox
    const answer = await talk(storageUrl, requestBytes('GET', '/', { headers }))
    expect(answer).toMatch(/^x-request-id: mine\r$/m)
  })
})
