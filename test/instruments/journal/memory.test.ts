import { describe, expect, test, vi } from 'vitest'
import { type CallFacts, Journals, sizeOfEntry } from '#src/instruments/journal/journal.ts'
import { keepBytes, keepText } from '#src/instruments/journal/kept-bytes.ts'
import { listEntries } from '#src/instruments/journal/list-entries.ts'
import { waitForCalls } from '#src/instruments/journal/search.ts'
import { readBodyPart } from '#src/kernel/body-part.ts'
import { inPieces } from '#src/kernel/pieces.ts'
import { factsWith } from '#test/kit/facts.ts'
import { keptBytes } from '#test/kit/heap.ts'

const MIB = 1_048_576
const USUAL = { entries: 5_000, bytes: 16 * MIB, processBytes: 16 * MIB, hidesPeople: false }
const never = () => new AbortController().signal

/** Every field of an entry that a caller can make longer, and the bytes that it must count then. */
const LONG: Readonly<Record<string, [Partial<CallFacts>, number]>> = {
  path: [{ path: 'x'.repeat(1_000) }, 999],
  headers: [{ headers: 'x'.repeat(1_000) }, 1_000],
  actor: [{ actor: '处'.repeat(1_000) }, 2_000],
  message: [{ message: '处'.repeat(1_000) }, 2_000],
  fault: [{ fault: '处'.repeat(1_000) }, 2_000],
  'media type': [{ mediaType: 'x'.repeat(1_000) }, 1_000],
  findings: [{ findings: [{ code: 'unknown-field', field: '处'.repeat(1_000) }] }, 2_000],
  body: [{ requestBody: keepBytes(Buffer.alloc(1_000)) }, 1_000],
  answer: [{ answerBody: keepText(`处${'x'.repeat(1_000)}`) }, 2_002],
}

describe('sizeOfEntry', () => {
  test.each(Object.entries(LONG))('counts a long %s', (_name, [more, bytes]) => {
    expect(sizeOfEntry(factsWith(more)) - sizeOfEntry(factsWith())).toBeGreaterThanOrEqual(bytes)
  })

  test('is at least the memory that the entry takes', () => {
    const journal = new Journals(USUAL).open()
    const before = keptBytes()
    for (let index = 0; index < 3_000; index += 1)
      journal.add(
        factsWith({
          path: `/x?${index}`.padEnd(40, 'p'),
          headers: `h${index}`.padEnd(200, 'h'),
          message: `m${index}`.padEnd(100, '处'),
          findings: [{ code: 'unknown-field', field: `f${index}`.padEnd(100, '处') }],
          requestBody: keepBytes(Buffer.from(`r${index}`)),
          answerBody: keepText(`a${index}`),
        }),
      )
    expect(keptBytes() - before).toBeLessThan(1.2 * journal.sizeBytes)
  })
})

describe('the kept part of a body', () => {
  test('does not keep the original buffer alive', () => {
    const before = keptBytes()
    const kept = Array.from({ length: 1_000 }, (_, index) => {
      const pool = Buffer.allocUnsafeSlow(100_000)
      return keepBytes(pool.subarray(0, index % 2 === 0 ? 10 : 5_000))
    })
    expect(keptBytes() - before).toBeLessThan(10 * MIB)
    expect(kept.map(({ start }) => start.length)).toContain(5_000)
  })
})

describe('a search of a journal', () => {
  const wanted = (count: number, body?: object) => ({
    match: body ? { body: readBodyPart(body) } : {},
    count,
    timeoutMs: 60_000,
    after: 0,
  })

  test('compares no body while a call is recorded', async () => {
    const journal = new Journals(USUAL).open()
    const waiting = waitForCalls(journal, wanted(1, { a: 1 }), never())
    await inPieces([].values(), journal)
    const requestBody = keepText('{"a":1}')
    const read = vi.spyOn(requestBody, 'start', 'get')
    journal.add(factsWith({ requestBody }))
    expect(read).not.toHaveBeenCalled()
    expect((await waiting)?.matched).toBe(true)
  })

  test('holds no call: one that was dropped before its turn leaves it indeterminate', async () => {
    const journal = new Journals({ ...USUAL, entries: 1 }).open()
    const waiting = waitForCalls(journal, { ...wanted(3, { a: 1 }), timeoutMs: 20 }, never())
    for (let index = 0; index < 3; index += 1)
      journal.add(factsWith({ requestBody: keepText('{"a":1}') }))
    expect(await waiting).toMatchObject({ matched: 'indeterminate', numbers: [3], dropped: 2 })
  })
})

describe('a list of a journal', () => {
  test('is made entry by entry, and holds only numbers in between', () => {
    const journal = new Journals({ ...USUAL, entries: 100 }).open()
    for (let index = 0; index < 100; index += 1) journal.add(factsWith())
    const steps = listEntries(journal, {}, { bodies: true, limit: 1_000 })
    let text = ''
    let count = 0
    for (const piece of steps) {
      text += piece
      count += 1
      // Half of the entries found are dropped before the list reaches them.
      if (count === 101) for (let more = 0; more < 50; more += 1) journal.add(factsWith())
    }
    expect(count).toBeGreaterThan(200)
    const { entries, total, dropped } = JSON.parse(text)
    expect([entries.length, entries[0].seq, total, dropped]).toEqual([50, 51, 100, 50])
  })
})
