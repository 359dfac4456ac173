import { describe, expect, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import { act, expectRefused } from '#test/kit/acts.ts'
import { otherWorkspace } from '#test/kit/databases.ts'
import { ruleFor } from '#test/kit/faults.ts'
import { keptBytes } from '#test/kit/heap.ts'
import { send } from '#test/kit/http.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const MIB = 1_048_576

const waitingCalls = (server: TestServer) => server.sandbox.waiters.waits.taken

describe('memory kept for callers', () => {
  test('is released with its workspace', async () => {
    const server = await startServer()
    const { token } = await otherWorkspace(server)
    const id = token.slice(0, 8)
    const sizes = () => ({
      journals: server.sandbox.journals.sizeBytes,
      kept: server.sandbox.memory.kept.bytes,
    })
    const empty = sizes()
    await server.call('E8', { userIds: [] }, { token, body: { param: { userIds: [] } } })
    server.sandbox.find(id)?.nonces.add('a')
    await act(server, `/faults?workspace=${id}`, ruleFor('E8', { delayMs: 1 }, 'before'))
    const before = sizes()
    expect(before.journals).toBeGreaterThan(empty.journals)
    expect(before.kept).toBeGreaterThan(empty.kept)
    await act(server, `/workspaces/${id}`, undefined, 'DELETE')
    // The coverage of a removed workspace counts for the server.
    await act(server, '/coverage?all=true', undefined, 'DELETE')
    expect(sizes()).toEqual(empty)
  })

  test('does not grow with long unknown field names in bodies', async () => {
    const server = await startServer()
    const call = (index: number) =>
      server.call('E8', null, {
        body: { param: { userIds: [], [`${'k'.repeat(1.4 * MIB)}${index}`]: 0 } },
      })
    await call(0)
    const before = keptBytes()
    for (let index = 1; index <= 30; index += 1) await call(index)
    // The journal keeps 64 KiB of each body, and the 200 characters of a finding.
    expect(keptBytes() - before).toBeLessThan(30 * 200_000)
  })
})

describe('long calls', () => {
  const openStream = (server: TestServer, signal?: AbortSignal) =>
    fetch(`${server.url}/_sandbox/journal/stream`, signal ? { signal } : {})

  test.each(['/journal/wait', '/journal/expect-none', '/journal/stream'])(
    'are rejected at %s above the limit, and accepted when one has ended',
    async (path) => {
      const server = await startServer({ env: { SANDBOX_MAX_WAITERS: '1' } })
      const ask = () =>
        path.endsWith('stream')
          ? send(`${server.url}/_sandbox${path}`, {})
          : act(server, path, { timeoutMs: 0 })
      const gone = new AbortController()
      await openStream(server, gone.signal)
      expectRefused(await ask(), 429, '1 of 1', 'SANDBOX_MAX_WAITERS')
      expect(waitingCalls(server)).toBe(1)
      gone.abort()
      await expect.poll(() => waitingCalls(server)).toBe(0)
      if (!path.endsWith('stream')) expect((await ask()).status).toBe(200)
      expect(waitingCalls(server)).toBe(0)
    },
  )

  test('release the place of a wait whose caller has disconnected', async () => {
    const server = await startServer()
    const gone = new AbortController()
    const waiting = fetch(`${server.url}/_sandbox/journal/wait`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ timeoutMs: 60_000 }),
      signal: gone.signal,
    })
    const failed = expect(waiting).rejects.toThrow()
    await expect.poll(() => waitingCalls(server)).toBe(1)
    gone.abort()
    await failed
    await expect.poll(() => waitingCalls(server)).toBe(0)
  })

  test.each(['/journal', '/journal/har'])(
    'are rejected at %s while the maximum number of lists is being sent',
    async (path) => {
      const server = await startServer()
      const leave = Array.from({ length: LIMITS.listings.max }, () =>
        server.sandbox.waiters.listings.take(),
      )
      const list = () => send(`${server.url}/_sandbox${path}`, {})
      expectRefused(await list(), 429, 'journal lists')
      leave[0]?.()
      leave[0]?.()
      expect((await list()).status).toBe(200)
      await expect.poll(() => server.sandbox.waiters.listings.taken).toBe(LIMITS.listings.max - 1)
    },
  )

  test('do not block others while many search a long journal', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [] })
    const facts = server.workspace.journal.find(1)?.facts
    if (!facts) throw new Error('no entry')
    for (let count = 1; count < 2_000; count += 1) server.workspace.journal.add(facts)
    const order: string[] = []
    const match = { operation: 'E8', body: { param: { userIds: [1] } } }
    const searches = Array.from({ length: 30 }, async () => {
      const none = await act(server, '/journal/expect-none', { match })
      order.push('search')
      return none
    })
    await expect.poll(() => waitingCalls(server)).toBeGreaterThan(0)
    await server.control('/clock')
    order.push('clock')
    for (const none of await Promise.all(searches))
      expect(none.body).toMatchObject({ matched: false })
    expect(order.indexOf('clock')).toBeLessThan(order.length - 1)
  })
})
