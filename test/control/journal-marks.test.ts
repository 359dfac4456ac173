import { describe, expect, test } from 'vitest'
import { Connection } from '#src/client/connection.ts'
import { followJournal } from '#src/client/follow-journal.ts'
import type { JournalMark } from '#src/client/generated/control.ts'
import { Journals } from '#src/instruments/journal/journal.ts'
import { maskingFor } from '#src/instruments/journal/masking.ts'
import { showMark } from '#src/instruments/journal/show-entry.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { act } from '#test/kit/acts.ts'
import { NOW } from '#test/kit/databases.ts'
import { ruleFor } from '#test/kit/faults.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, startServer, type TestServer } from '#test/kit/server.ts'

const marksOf = async (server: TestServer, query = ''): Promise<JournalMark[]> =>
  (await server.control<{ marks: JournalMark[] }>(`/journal/marks${query}`)).marks

describe('the marks of a journal', () => {
  test('say what the control plane changed, by kind and detail', async () => {
    const server = await injectServer()
    const { E9 } = samplesOf(server.fixtures)
    const assignees = { task1: [1002] }
    const approval = await server.result<number>('E9', { ...E9, assignees, objects: [100_001] })
    const late = {
      match: { operation: 'E9', actor: 'a@b.example', nth: 2 },
      phase: 'arrival',
      effect: { delayMs: 1 },
      times: 'always',
    }
    const lateText = 'f-2 E9 arrival actor=a@b.example nth=2 delayMs=1 times=always'
    const start = '2026-01-01T00:00:00.000Z'
    await act(server, '/snapshots', { name: '基线' })
    const changes = [
      ['PUT', '/clock', { mode: 'frozen', now: NOW }, 'clock-set', /^frozen .+Z → .+Z$/],
      ['PUT', '/clock', { mode: 'frozen', now: 1_767_225_600_000 }, 'clock-set', `→ ${start}`],
      [
        'POST',
        '/clock/advance',
        { ms: 1_000 },
        'clock-set',
        `frozen ${start} → 2026-01-01T00:00:01`,
      ],
      [
        'POST',
        '/faults',
        ruleFor('E8', { code: '1' }, 'before'),
        'fault-added',
        'f-1 E8 before code=1',
      ],
      ['POST', '/faults', late, 'fault-added', lateText],
      [
        'POST',
        `/approvals/${approval}/tasks/task1/decision`,
        { decision: 'approve' },
        'approval-decided',
        `${approval} task1 approve`,
      ],
      ['DELETE', '/faults/f-1', undefined, 'fault-removed', 'f-1'],
      ['DELETE', '/faults', undefined, 'fault-removed', 'f-2'],
      ['PATCH', '/variants', { 'A-20-1': 'envelope' }, 'variants-switched', 'A-20-1=envelope'],
      ['DELETE', '/variants', undefined, 'variants-switched', /^A-20-1=(?!envelope)/],
      ['PUT', '/variation', { seed: 7, kinds: ['error-codes'] }, 'variation-set', '7:error-codes'],
      ['DELETE', '/variation', undefined, 'variation-set', 'off'],
      ['POST', `/snapshots/${encodeURIComponent('基线')}/restore`, {}, 'snapshot-restored', '基线'],
      ['POST', '/seed', { departments: [{ id: 99, name: 'x' }] }, 'seed-added', 'departments 1'],
      ['POST', '/states/text-asset', undefined, 'state-set', 'text-asset'],
    ] as const
    for (const [method, path, body, kind, detail] of changes) {
      await act(server, path, body, method)
      const mark = (await marksOf(server)).at(-1)
      expect([path, mark?.kind]).toEqual([path, kind])
      expect(mark?.detail).toMatch(detail)
    }
  })

  test('are not made by what changes nothing', async () => {
    const server = await injectServer()
    await act(server, '/faults', undefined, 'DELETE')
    await act(server, '/variants', undefined, 'DELETE')
    await act(server, '/snapshots', { name: 'a' })
    expect(await marksOf(server)).toEqual([])
  })

  test('have their place between calls, and numbers that go on after a clearing', async () => {
    const server = await injectServer()
    await server.call('E8', { userIds: [] })
    await act(server, '/clock/advance', { ms: 1 })
    await server.call('E8', { userIds: [] })
    await act(server, '/clock/advance', { ms: 1 })
    expect(await marksOf(server)).toMatchObject([
      { number: 1, afterSeq: 1 },
      { number: 2, afterSeq: 2 },
    ])
    expect(await marksOf(server, '?after=1')).toMatchObject([{ number: 2 }])
    await act(server, '/journal', undefined, 'DELETE')
    expect(await marksOf(server)).toMatchObject([
      { number: 3, afterSeq: 0, kind: 'journal-cleared' },
    ])
    await server.call('E8', { userIds: [] })
    await act(server, '/reset', { parts: ['faults', 'clock'] })
    await act(server, '/reset', {})
    expect(await marksOf(server)).toMatchObject([
      { number: 5, afterSeq: 0, kind: 'reset', detail: 'data, journal, faults, clock' },
    ])
  })

  test('are streamed in their place between calls, earlier ones included', async () => {
    const server = await startServer()
    const seen: string[] = []
    await server.call('E8', { userIds: [] })
    await act(server, '/clock/advance', { ms: 1 })
    await server.call('E9', {})
    await act(server, '/faults', ruleFor('E8', { code: '1' }, 'before'))
    const following = followJournal(new Connection({ url: server.url }), {
      after: 1,
      onMark: ({ kind }) => seen.push(kind),
    })
    for await (const { operation } of following) {
      seen.push(String(operation))
      if (seen.length === 2) {
        await act(server, '/faults/f-1', undefined, 'DELETE')
        await server.call('E2', {})
      }
      if (operation === 'E2') break
    }
    expect(seen).toEqual(['clock-set', 'E9', 'fault-added', 'fault-removed', 'E2'])
  })

  test('are not streamed again to a reader that begins with the next call', async () => {
    const server = await startServer()
    await act(server, '/clock/advance', { ms: 1 })
    const seen: string[] = []
    const following = followJournal(new Connection({ url: server.url }), {
      onMark: ({ detail }) => seen.push(detail),
    })
    const first = following.next()
    await expect.poll(() => server.sandbox.waiters.waits.taken).toBe(1)
    await act(server, '/reset', { parts: ['journal'] })
    await server.call('E8', { userIds: [] })
    expect((await first).value).toMatchObject({ seq: 1 })
    await following.return(undefined)
    expect(seen).toEqual(['journal'])
  })

  test('name no person where persons are masked', () => {
    const detail = 'f-1 E8 before actor=a@b.example'
    const mark = { number: 1, afterSeq: 0, atMs: 0, kind: 'fault-added', detail } as const
    expect(showMark(mark, maskingFor(false)).detail).toBe(detail)
    expect(showMark(mark, maskingFor(true)).detail).toBe('f-1 E8 before actor=***@b.example')
  })

  test('are bounded in number and length, and counted with the journal', () => {
    const processBytes = LIMITS.journalBytes.max
    const journals = new Journals({
      entries: 5_000,
      bytes: 1_000_000,
      processBytes,
      hidesPeople: true,
    })
    const journal = journals.open()
    for (let index = 0; index < 1_500; index += 1)
      journal.mark({ atMs: index, kind: 'state-set', detail: '处'.repeat(10_000) })
    const kept = journal.marks.after(0)
    expect(kept).toHaveLength(LIMITS.journalMarks.max)
    expect(kept.at(-1)).toMatchObject({ number: 1_500, atMs: 1_499 })
    expect(kept[0]?.detail).toHaveLength(500)
    expect(journal.sizeBytes).toBe(1_000 * 1_200)
    expect(journals.sizeBytes).toBe(journal.sizeBytes)
    journal.free(600_000)
    expect(journal.marks.after(0)).toHaveLength(500)
    expect(journals.sizeBytes).toBe(600_000)
    journal.clear()
    expect([journal.sizeBytes, journals.sizeBytes]).toEqual([0, 0])
    journal.mark({ atMs: 0, kind: 'reset', detail: '' })
    expect(journal.marks.after(0)).toMatchObject([{ number: 1_501 }])
    journals.remove(journal)
    expect(journals.sizeBytes).toBe(0)
  })
})
