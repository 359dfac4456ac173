import { describe, expect, test, vi } from 'vitest'
import { inPieces, textInPieces } from '#src/kernel/pieces.ts'

/** Every step takes a millisecond, by a clock that nothing else moves. */
const stepping = (): { step: () => void } => {
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  return {
    step: () => {
      nowMs += 1
    },
  }
}

describe('work in pieces', () => {
  test('lets the event loop go round at least every ten milliseconds, however many work at once', async () => {
    const { step } = stepping()
    let rounds = 0
    let isOver = false
    const goRound = () => {
      rounds += 1
      if (!isOver) setImmediate(goRound)
    }
    setImmediate(goRound)
    function* work(): Generator<undefined, number> {
      for (let index = 0; index < 100; index += 1) {
        step()
        yield
      }
      return 100
    }
    const results = await Promise.all(Array.from({ length: 20 }, () => inPieces(work())))
    isOver = true
    expect(results).toEqual(Array.from({ length: 20 }, () => 100))
    // 2,000 steps of a millisecond, at most ten in a round.
    expect(rounds).toBeGreaterThanOrEqual(190)
  })

  test('hands over text in the order in which it is made, and none that is empty', async () => {
    const { step } = stepping()
    function* work(): Generator<string> {
      for (let index = 0; index < 50; index += 1) {
        step()
        yield index % 2 === 0 ? '' : `${index};`
      }
    }
    const pieces: string[] = []
    for await (const piece of textInPieces(work())) pieces.push(piece)
    const whole = Array.from({ length: 25 }, (_, index) => `${2 * index + 1};`).join('')
    expect(pieces.join('')).toBe(whole)
    expect(pieces.length).toBeGreaterThan(3)
    expect(pieces).not.toContain('')
  })

  test('fails with the work, and others go on', async () => {
    // biome-ignore lint/correctness/useYield: it fails before it could.
    function* failing(): Generator<undefined, number> {
      throw new Error('broken')
    }
    function* working(): Generator<undefined, number> {
      yield
      return 1
    }
    const [failed, done] = await Promise.allSettled([inPieces(failing()), inPieces(working())])
    expect([failed.status, done.status]).toEqual(['rejected', 'fulfilled'])
  })
})
