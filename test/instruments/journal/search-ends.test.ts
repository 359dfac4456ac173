import { describe, expect, test, vi } from 'vitest'
import { Journals } from '#src/instruments/journal/journal.ts'
import { keepText } from '#src/instruments/journal/kept-bytes.ts'
import { waitForCalls } from '#src/instruments/journal/search.ts'
import { readBodyPart } from '#src/kernel/body-part.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { inPieces } from '#src/kernel/pieces.ts'
import { factsWith } from '#test/kit/facts.ts'

const MIB = 1_048_576
const USUAL = { entries: 100, bytes: 16 * MIB, processBytes: 16 * MIB, hidesPeople: false }

const search = (part: object, timeoutMs = 0) => ({
  match: { body: readBodyPart(part) },
  count: 1,
  timeoutMs,
  after: 0,
})

/** A journal of calls with this body; `reads` has the number of each body that is read. */
const journalOf = (body: object, count: number, onRead?: () => void) => {
  const journal = new Journals(USUAL).open()
  const reads: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const requestBody = keepText(JSON.stringify(body))
    const { start } = requestBody
    vi.spyOn(requestBody, 'start', 'get').mockImplementation(() => {
      reads.push(number)
      onRead?.()
      return start
    })
    journal.add(factsWith({ requestBody }))
  }
  return { journal, reads }
}

describe('a search of a journal', () => {
  test('ends with its caller before the next body', async () => {
    const caller = new AbortController()
    const { journal, reads } = journalOf({ a: 1 }, 50, () => caller.abort())
    const waiting = waitForCalls(journal, search({ a: 2 }), caller.signal)
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(reads).toEqual([1])
  })

  test('ends with its journal before the next body', async () => {
    const { journal, reads } = journalOf({ a: 1 }, 50, () => journal.close())
    const waiting = waitForCalls(journal, search({ a: 2 }), new AbortController().signal)
    expect(await waiting).toBeUndefined()
    expect(reads).toEqual([1])
  })

  test('does not look for a nearest call after its client has left', async () => {
    const caller = new AbortController()
    const { journal } = journalOf({ a: 1 }, 5)
    const find = vi.spyOn(journal, 'find')
    const waiting = waitForCalls(journal, search({ a: 2 }, 60_000), caller.signal)
    // Work that was requested earlier has had its turn after this.
    await inPieces([].values(), journal)
    find.mockClear()
    caller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(find).not.toHaveBeenCalled()
  })

  test('compares no further body beyond its budget, and is indeterminate then', async () => {
    const list = Array.from({ length: 1_000 }, (_, i) => ({ i }))
    // About 3,000 comparisons for each element of the part.
    const part = { list: [...Array.from({ length: 40 }, () => ({ i: 999 })), { i: -1 }] }
    const { journal, reads } = journalOf({ list }, 100)
    const outcome = await waitForCalls(journal, search(part), new AbortController().signal)
    expect(outcome?.matched).toBe('indeterminate')
    expect(outcome?.nearest).toMatchObject({
      seq: 100,
      differs: [{ path: 'body', found: 'a body that takes too many comparisons' }],
    })
    expect(reads.length).toBeLessThanOrEqual(LIMITS.searchComparisons.max / 120_000)
  })

  test('compares all bodies of a usual size', async () => {
    const userIds = Array.from({ length: 1_000 }, (_, index) => index)
    const { journal, reads } = journalOf({ param: { userIds } }, 100)
    const part = { param: { userIds: [-1] } }
    const outcome = await waitForCalls(journal, search(part), new AbortController().signal)
    expect(outcome).toMatchObject({ matched: false, nearest: { seq: 100 } })
    expect(new Set(reads).size).toBe(100)
  })
})
