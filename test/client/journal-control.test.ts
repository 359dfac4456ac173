import { describe, expect, test, vi } from 'vitest'
import { Connection } from '#src/client/connection.ts'
import { DEFAULT_WAIT_MS, journalControl } from '#src/client/journal-control.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const E8 = { match: { operation: 'E8' } } as const

/** A journal whose calls wait for a few milliseconds at most, and the timeouts that it requested. */
const journalOf = (server: TestServer, maxCallMs = 5) => {
  const connection = new Connection({ url: server.url })
  const call = vi.spyOn(connection, 'call')
  const timeouts = (): unknown[] =>
    call.mock.calls.flatMap(([, request]) =>
      request?.json ? [(request.json as { timeoutMs?: number }).timeoutMs] : [],
    )
  return { journal: journalControl(connection, maxCallMs), timeouts }
}

describe('a wait beyond the maximum of one call', () => {
  test('ends as soon as enough calls match, after any number of requests', async () => {
    const server = await startServer()
    const { journal, timeouts } = journalOf(server)
    const waiting = journal.wait({ ...E8, count: 2, timeoutMs: 60_000 })
    await expect.poll(() => timeouts().length).toBeGreaterThan(2)
    await server.call('E8', { userIds: [] })
    await server.call('E8', { userIds: [] })
    expect(await waiting).toMatchObject({ matched: true, entries: [{ seq: 1 }, { seq: 2 }] })
    expect(new Set(timeouts())).toEqual(new Set([5]))
  })

  test('returns the nearest call when the time is over, and never requests more than the remaining time', async () => {
    const server = await startServer()
    const { journal, timeouts } = journalOf(server)
    await server.call('E17', {})
    const verdict = await journal.wait({ ...E8, timeoutMs: 12 })
    expect(verdict).toMatchObject({ matched: false, nearest: { seq: 1 } })
    expect(timeouts().length).toBeGreaterThan(1)
    expect(Number(timeouts().at(-1))).toBeLessThanOrEqual(5)
  })

  test('finds calls of a journal that was cleared meanwhile, although their numbers begin again', async () => {
    const server = await startServer()
    const { journal, timeouts } = journalOf(server)
    for (let count = 0; count < 3; count += 1) await server.call('E8', { userIds: [] })
    const waiting = journal.wait({ ...E8, count: 2, after: 3, timeoutMs: 60_000 })
    await journal.clear()
    await server.call('E8', { userIds: [] })
    const asked = timeouts().length
    await vi.waitUntil(() => timeouts().length > asked + 1)
    await server.call('E8', { userIds: [] })
    expect(await waiting).toMatchObject({ matched: true, entries: [{ seq: 1 }, { seq: 2 }] })
  })

  test('waits by default for less than the 5 s after which test runners give up', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [] })
    const { journal, timeouts } = journalOf(server, 60_000)
    await journal.wait(E8)
    await journal.wait({ ...E8, timeoutMs: 60_000 })
    await journal.expectNone(E8)
    expect(DEFAULT_WAIT_MS).toBeLessThan(5_000)
    expect(timeouts()).toEqual([DEFAULT_WAIT_MS, 60_000, 0])
  })

  test('fails with the problem of the server', async () => {
    const { journal } = journalOf(await startServer())
    await expect(journal.wait({ match: {}, timeoutMs: -1 })).rejects.toThrow('timeoutMs')
    await expect(journal.wait({ match: {}, timeoutMs: Number.NaN })).rejects.toThrow('timeoutMs')
  })
})

describe('expect and expectNever', () => {
  test('return the matching calls, also later ones', async () => {
    const server = await startServer()
    const { journal } = journalOf(server)
    const expecting = journal.expect({ ...E8, count: 2, timeoutMs: 60_000 })
    await server.call('E8', { userIds: [] })
    await server.call('E8', { userIds: [] })
    expect((await expecting).map(({ seq }) => seq)).toEqual([1, 2])
  })

  test('fail with the expected count, the found count and the differences of the nearest call', async () => {
    const server = await startServer()
    const { journal } = journalOf(server)
    const match = { operation: 'E8', body: { '/param/userIds/0': 2, '/param/x': 1 } } as const
    const wanted = journal.expect({ match, count: 2, timeoutMs: 0 })
    await expect(wanted).rejects.toThrow('expected 2 calls that match {"operation":"E8"')
    await expect(wanted).rejects.toThrow('found 0\nno other call was made')
    await server.call('E8', { userIds: [1] })
    const refusal = await journal.expect({ match, after: 0, timeoutMs: 0 }).catch((error) => error)
    expect(refusal).toMatchObject({ name: 'ExpectationError', verdict: { matched: false } })
    expect(refusal.message.split('\n')).toEqual([
      `expected 1 call that matches ${JSON.stringify(match)} after call 0, found 0`,
      'the nearest is call 1, which differs in:',
      '  /param/userIds/0: expected 2, found 1',
      '  /param/x: expected 1, found nothing',
    ])
  })

  test('fail on an unexpected call, and return nothing without one', async () => {
    const server = await startServer()
    const { journal } = journalOf(server)
    expect(await journal.expectNever(E8)).toBeUndefined()
    await server.call('E8', { userIds: [] })
    await expect(journal.expectNever(E8)).rejects.toThrow(
      /^expected no call that matches {"operation":"E8"}, found 1\n {2}call 1: POST .*, code 0$/,
    )
  })

  test('fail when a call that is no longer kept may have matched', async () => {
    const server = await startServer({ env: { SANDBOX_JOURNAL_ENTRIES: '1' } })
    const { journal } = journalOf(server)
    for (const name of ['E8', 'E17']) await server.call(name, name === 'E8' ? { userIds: [] } : {})
    await expect(journal.expectNever(E8)).rejects.toThrow(
      'found 0\nindeterminate: a call that is no longer in the journal',
    )
    await expect(journal.expect({ ...E8, timeoutMs: 0 })).rejects.toThrow(
      'indeterminate: a call that is no longer in the journal',
    )
  })
})

describe('a followed journal', () => {
  test('yields entries, and reports dropped ones apart', async () => {
    const server = await startServer({ env: { SANDBOX_JOURNAL_ENTRIES: '1' } })
    for (let count = 0; count < 3; count += 1) await server.call('E8', { userIds: [] })
    const dropped: number[] = []
    const { journal } = journalOf(server)
    const seqs: number[] = []
    for await (const { seq } of journal.follow({
      after: 0,
      onDropped: (count) => dropped.push(count),
    })) {
      seqs.push(seq)
      if (seqs.length === 2) break
      await server.call('E17', {})
    }
    expect([seqs, dropped]).toEqual([[3, 4], [2]])
  })

  test('throws what its listeners throw', async () => {
    const server = await startServer()
    const { journal } = journalOf(server)
    await server.call('E8', { userIds: [] })
    server.sandbox.default.mark('reset', '')
    const onMark = () => {
      throw new RangeError('of the caller')
    }
    const entries = journal.follow({ after: 0, onMark })
    const readAll = async () => {
      for await (const { seq } of entries) expect(seq).toBe(1)
    }
    await expect(readAll()).rejects.toThrow(RangeError)
  })

  test('ends when the loop is left, without waiting for the next call', async () => {
    const server = await startServer()
    const { journal } = journalOf(server)
    const entries = journal.follow({ after: 0 })
    await server.call('E8', { userIds: [] })
    expect(await entries.next()).toMatchObject({ value: { seq: 1 } })
    const next = entries.next()
    await entries.return(undefined)
    expect(await next).toEqual({ value: undefined, done: true })
  })
})
