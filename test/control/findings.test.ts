import { describe, expect, test, vi } from 'vitest'
import type { FindingsReport } from '#src/instruments/findings/findings-schema.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { act, done } from '#test/kit/acts.ts'
import { otherWorkspace } from '#test/kit/databases.ts'
import { type Entry, listJournal } from '#test/kit/journal.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const findings = (server: TestServer, query = ''): Promise<FindingsReport> =>
  server.control<FindingsReport>(`/findings?${query}`)

const callWith = (server: TestServer, field: string) =>
  server.call('E8', { userIds: [1001], [field]: 1 })

const callWithError = (server: TestServer) =>
  server.call('E1', { page: null, pageSize: null, sort: 'time' })

/** Code, count and pending of each finding, in the order of the report. */
const countsOf = ({ findings: found }: FindingsReport) =>
  found.map(({ code, count, pending }) => ({ code, count, pending }))

const countsIn = (entries: readonly Entry[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { findings: found } of entries)
    for (const { code } of found) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

describe('the report of findings', () => {
  test('agrees with the journal, and leads to its entries', async () => {
    const server = await startServer()
    for (const field of ['a', 'b', 'c']) await callWith(server, field)
    await callWithError(server)
    await server.call('E8', { userIds: [] })
    const { entries } = await listJournal(server)
    const report = await findings(server)
    const counts = Object.fromEntries(report.findings.map(({ code, count }) => [code, count]))
    expect(counts).toEqual(countsIn(entries))
    expect(report.totals).toEqual({ error: 1, warning: 3, note: 2 })
    for (const { code, level, calls } of report.findings)
      for (const { entry, field, expected, seq, atMs, operation, path } of calls) {
        const found = await server.control<Entry>(`${entry?.replace('/_sandbox', '')}`)
        expect(found).toMatchObject({ seq, atMs, operation, path })
        const meant = { ...(field && { field }), ...(expected && { expected }) }
        expect(found.findings).toContainEqual({ code, level, ...meant })
      }
  })

  test('lists errors first, then what is most frequent, each with its remedy', async () => {
    const server = await startServer()
    await callWithError(server)
    for (const field of ['a', 'b']) await callWith(server, field)
    const report = await findings(server)
    expect(countsOf(report)).toEqual([
      { code: 'foreign-name', count: 1, pending: 0 },
      { code: 'unknown-field', count: 2, pending: 0 },
      { code: 'null-as-absent', count: 2, pending: 0 },
    ])
    expect(report.findings[0]).toMatchObject({
      level: 'error',
      remedy: expect.stringMatching(/^Use the name/),
    })
  })

  test('survives a reset, which ends the entries that it names, and is emptied by a deletion', async () => {
    const server = await startServer()
    await callWith(server, 'a')
    await done(server, '/reset', {})
    await callWith(server, 'b')
    const [found] = (await findings(server)).findings
    expect(found?.count).toBe(2)
    expect(found?.calls).toMatchObject([
      { seq: 1, field: 'param.a', isKept: false, entry: null },
      { seq: 1, field: 'param.b', isKept: true },
    ])
    expect((await act(server, '/findings', undefined, 'DELETE')).status).toBe(204)
    expect(await findings(server)).toEqual({
      level: 'note',
      totals: { error: 0, warning: 0, note: 0 },
      findings: [],
    })
    expect((await listJournal(server)).entries).toHaveLength(1)
  })

  test('names the first and the last calls of many', async () => {
    const server = await startServer()
    const { max } = LIMITS.findingExamples
    for (let index = 0; index < 3 * max; index += 1) await callWith(server, `x${index}`)
    const [found] = (await findings(server)).findings
    const numbers = Array.from({ length: 3 * max }, (_, index) => index + 1)
    expect(found?.count).toBe(3 * max)
    expect(found?.calls.map(({ seq }) => seq)).toEqual([
      ...numbers.slice(0, max),
      ...numbers.slice(-max),
    ])
  })

  test('has pending findings, which are counted for good when the data goes', async () => {
    const server = await startServer()
    const { traffic, id } = server.workspace
    const origin = {
      seq: 1,
      clearings: 0,
      workspaceName: 'default',
      test: undefined,
      operation: 'begin-upload',
      method: 'POST',
      path: '/',
      atMs: 1,
    } as const
    let pending = [{ code: 'upload-never-completed', origin }] as const
    vi.spyOn(traffic, 'pending').mockImplementation(() => pending)
    vi.spyOn(traffic, 'clear').mockImplementation(() => {
      pending = [] as never
    })
    const [before] = (await findings(server)).findings
    expect(before).toMatchObject({ count: 1, pending: 1, calls: [{ workspace: id, seq: 1 }] })
    await done(server, '/reset', { parts: ['data'] })
    expect(countsOf(await findings(server))).toEqual([
      { code: 'upload-never-completed', count: 1, pending: 0 },
    ])
  })
})

describe('the findings of the whole server', () => {
  test('are the sum of 50 workspaces that are used at once, deleted ones included', async () => {
    const server = await startServer()
    const others = await Promise.all(Array.from({ length: 50 }, () => otherWorkspace(server)))
    await Promise.all(
      others.map(async ({ token }, index) => {
        for (let call = 0; call <= index % 3; call += 1)
          await server.call('E8', { userIds: [], odd: 1 }, { token })
        if (index % 2 === 0)
          await act(server, `/workspaces/${token.slice(0, 8)}`, undefined, 'DELETE')
      }),
    )
    const sum = others.reduce((total, _, index) => total + 1 + (index % 3), 0)
    const report = await findings(server, 'all=true')
    expect(report.totals.warning).toBe(sum)
    expect(countsOf(report)).toEqual([{ code: 'unknown-field', count: sum, pending: 0 }])
    expect(report.findings[0]?.calls).toHaveLength(2 * LIMITS.findingExamples.max)
    expect((await findings(server)).totals.warning).toBe(0)
    await act(server, '/findings?all=true', undefined, 'DELETE')
    await act(server, '/coverage?all=true', undefined, 'DELETE')
    expect((await findings(server, 'all=true')).totals.warning).toBe(0)
    expect(server.sandbox.memory.kept.bytes).toBe(0)
  })

  test('keep their counts when no memory is left for calls', async () => {
    const server = await startServer()
    const { kept: account } = server.sandbox.memory
    const bytes = account.maxBytes - account.bytes
    account.add(bytes)
    await callWith(server, 'a')
    const [found] = (await findings(server)).findings
    expect(found).toMatchObject({ count: 1, calls: [] })
    account.give(bytes)
  })
})

describe('findings in the journal', () => {
  test('have a level, and select entries in lists, waits and streams', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [] })
    await callWith(server, 'a')
    await callWithError(server)
    const seqs = async (query: string) =>
      (await listJournal(server, query)).entries.map(({ seq }) => seq)
    expect(await seqs('finding=unknown-field')).toEqual([2])
    expect(await seqs('level=note')).toEqual([2, 3])
    expect(await seqs('level=error')).toEqual([3])
    expect(await seqs('finding=null-as-absent&level=error')).toEqual([])
    const [, , last] = (await listJournal(server)).entries
    expect(last?.findings.map(({ level }) => level)).toEqual(['note', 'note', 'error'])
    const wait = (match: object) => done(server, '/journal/wait', { match, timeoutMs: 0 })
    expect(await wait({ level: 'error' })).toMatchObject({ matched: true, entries: [{ seq: 3 }] })
    expect(await wait({ operation: 'E8', finding: 'used-nonce' })).toMatchObject({
      matched: false,
      nearest: {
        seq: 2,
        differs: [{ path: 'finding', expected: 'used-nonce', found: ['unknown-field'] }],
      },
    })
    const stream = await fetch(`${server.url}/_sandbox/journal/stream?after=0&level=error`)
    let text = ''
    for await (const bytes of stream.body ?? []) {
      text += Buffer.from(bytes).toString()
      if (text.includes('data:')) break
    }
    expect(text).toContain('id: 3\n')
    expect(text).not.toContain('id: 2\n')
  })
})

describe('the log line of a call', () => {
  test('is a warning if it has an error or a warning among its findings, and has each finding with its level', async () => {
    const log: string[] = []
    const server = await startServer({ log })
    await server.call('E8', { userIds: [] })
    await callWith(server, 'a')
    await server.call('E1', { page: null })
    await callWithError(server)
    const linesOf = () =>
      log
        .map((line) => JSON.parse(line))
        .filter(({ operation, ms }) => operation && ms !== undefined)
    await vi.waitFor(() => expect(linesOf()).toHaveLength(4))
    expect(linesOf().map(({ level }) => level)).toEqual([30, 40, 30, 40])
    expect(linesOf().map(({ findings: found }) => found)).toEqual([
      undefined,
      [{ code: 'unknown-field', level: 'warning', field: 'param.a' }],
      [{ code: 'null-as-absent', level: 'note', field: 'param.page' }],
      expect.arrayContaining([
        { code: 'foreign-name', level: 'error', field: 'param.sort', expected: 'sortBy' },
      ]),
    ])
  })
})
