import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type CallFacts, Journals, sizeOfEntry } from '#src/instruments/journal/journal.ts'
import { JournalStream } from '#src/instruments/journal/journal-stream.ts'
import {
  keepBytes,
  keepText,
  MAX_KEPT_BYTES,
  PassingBytes,
} from '#src/instruments/journal/kept-bytes.ts'
import { waitForCalls } from '#src/instruments/journal/search.ts'
import { readBodyPart } from '#src/kernel/body-part.ts'
import { factsWith } from '#test/kit/facts.ts'

const withBody = (sizeBytes: number): CallFacts =>
  factsWith({ requestBody: keepBytes(Buffer.alloc(sizeBytes)) })

const MIB = 1_048_576
const USUAL = { entries: 100, bytes: MIB, processBytes: 10 * MIB, hidesPeople: false }

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('the bounds of a journal', () => {
  test('keep the latest calls of any size and the count of the dropped ones', () => {
    const limits = fc.record({
      entries: fc.integer({ min: 0, max: 20 }),
      bytes: fc.integer({ min: 0, max: 40_000 }),
      processBytes: fc.integer({ min: 0, max: 60_000 }),
    })
    const call = fc.record({
      at: fc.integer({ min: 0, max: 2 }),
      size: fc.integer({ min: 0, max: 9_000 }),
    })
    fc.assert(
      fc.property(limits, fc.array(call, { maxLength: 80 }), (bounds, calls) => {
        const journals = new Journals({ ...bounds, hidesPeople: false })
        const three = [journals.open(), journals.open(), journals.open()]
        const counts = [0, 0, 0]
        for (const { at, size } of calls) {
          three[at]?.add(withBody(size))
          counts[at] = (counts[at] ?? 0) + 1
          for (const [index, journal] of three.entries()) {
            const kept = [...journal.entriesAfter(0)]
            const bytes = kept.reduce((sum, entry) => sum + sizeOfEntry(entry.facts), 0)
            expect(kept.length).toBeLessThanOrEqual(bounds.entries)
            expect(bytes).toBe(journal.sizeBytes)
            expect(bytes).toBeLessThanOrEqual(bounds.bytes)
            expect(journal.dropped + kept.length).toBe(counts[index])
            expect(kept.map(({ seq }) => seq)).toEqual(
              kept.map((_, place) => journal.dropped + place + 1),
            )
            for (const entry of kept) expect(journal.find(entry.seq)).toBe(entry)
          }
          expect(journals.sizeBytes).toBeLessThanOrEqual(bounds.processBytes)
          expect(journals.sizeBytes).toBe(three.reduce((sum, one) => sum + one.sizeBytes, 0))
        }
      }),
    )
  })

  test('drop entries of the largest journal first', () => {
    const journals = new Journals({ ...USUAL, processBytes: 600_000 })
    const [small, large] = [journals.open(), journals.open()]
    small.add(withBody(1_000))
    for (let index = 0; index < 20; index += 1) large.add(withBody(60_000))
    expect([small.dropped, large.dropped > 0]).toEqual([0, true])
  })
})

describe('the kept part of a body', () => {
  test('has size, digest and the first 64 KiB of a stream in any pieces', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 6 })
    fc.assert(
      fc.property(sizes, (pieces) => {
        const whole = Buffer.alloc(
          pieces.reduce((sum, size) => sum + size, 0),
          'abcdefg',
        )
        const passing = new PassingBytes(false)
        let start = 0
        for (const size of pieces) {
          passing.pass(whole.subarray(start, start + size))
          start += size
        }
        const kept = passing.finish()
        expect(kept.sizeBytes).toBe(whole.length)
        expect(kept.sha256).toBe(digestOf(whole))
        expect(kept.start.equals(whole.subarray(0, MAX_KEPT_BYTES))).toBe(true)
        expect(kept.isWhole).toBe(whole.length <= MAX_KEPT_BYTES)
      }),
    )
  })
})

describe('a body that is nested too deeply', () => {
  test.each([
    [64, null],
    [65, '130 bytes, not JSON'],
  ])('is compared as JSON up to %i levels', async (levels, found) => {
    const journal = new Journals(USUAL).open()
    const text = '['.repeat(levels) + ']'.repeat(levels)
    journal.add(factsWith({ requestBody: keepText(text) }))
    const match = { body: readBodyPart(JSON.parse(text)) }
    const wanted = { match, count: 1, timeoutMs: 0, after: 0 }
    const outcome = await waitForCalls(journal, wanted, new AbortController().signal)
    expect(outcome?.matched).toBe(found === null)
    expect(outcome?.nearest?.differs[0]?.found ?? null).toBe(found)
  })
})

describe('an error during a wait', () => {
  const failing = () => {
    const journal = new Journals(USUAL).open()
    journal.add(factsWith({ requestBody: keepText('{"a":1}') }))
    const mask = vi.spyOn(journal.masking, 'value').mockImplementation(() => {
      throw new RangeError('too deep')
    })
    const aborted = new AbortController()
    const wait = (timeoutMs: number) => {
      const match = { body: readBodyPart({ a: 2 }) }
      return waitForCalls(journal, { match, count: 1, timeoutMs, after: 0 }, aborted.signal)
    }
    return { journal, mask, aborted, wait }
  }

  test.each([0, 1])('rejects a wait of %i ms', async (timeoutMs) => {
    const { wait } = failing()
    await expect(wait(timeoutMs)).rejects.toThrow('too deep')
  })

  test('rejects the wait and records the call that came meanwhile', async () => {
    const { journal, wait } = failing()
    const waiting = expect(wait(60_000)).rejects.toThrow('unreadable')
    const requestBody = keepText('{"a":2}')
    vi.spyOn(requestBody, 'start', 'get').mockImplementation(() => {
      throw new Error('unreadable')
    })
    expect(journal.add(factsWith({ requestBody })).seq).toBe(2)
    await waiting
    expect(journal.add(factsWith()).seq).toBe(3)
  })

  test('ends a stream that cannot show a call, and records the call', async () => {
    const journal = new Journals(USUAL).open()
    const stream = new JournalStream(journal, {}, undefined)
    stream.read()
    vi.spyOn(journal.masking, 'path').mockImplementation(() => {
      throw new RangeError('too deep')
    })
    const failed = new Promise((resolve) => stream.once('error', resolve))
    expect(journal.add(factsWith()).seq).toBe(1)
    expect(await failed).toBeInstanceOf(RangeError)
    vi.restoreAllMocks()
    expect(journal.add(factsWith()).seq).toBe(2)
  })
})
