import { Writable } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { inPieces, slicesOf, streamInPieces } from '#src/kernel/pieces.ts'

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
  test('yields to the event loop at least every ten milliseconds, with any number of jobs at once', async () => {
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
    const results = await Promise.all(Array.from({ length: 20 }, () => inPieces(work(), {})))
    isOver = true
    expect(results).toEqual(Array.from({ length: 20 }, () => 100))
    // 2,000 steps of a millisecond, at most ten in a round.
    expect(rounds).toBeGreaterThanOrEqual(190)
  })

  test('yields text in order and no empty piece', async () => {
    const { step } = stepping()
    function* work(): Generator<string> {
      for (let index = 0; index < 50; index += 1) {
        step()
        yield index % 2 === 0 ? '' : `${index};`
      }
    }
    const pieces: string[] = []
    for await (const piece of streamInPieces(work(), {})) pieces.push(String(piece))
    const whole = Array.from({ length: 25 }, (_, index) => `${2 * index + 1};`).join('')
    expect(pieces.join('')).toBe(whole)
    expect(pieces.length).toBeGreaterThan(3)
    expect(pieces).not.toContain('')
  })

  test('fails with its work and does not affect others', async () => {
    // biome-ignore lint/correctness/useYield: it throws before it could yield.
    function* failing(): Generator<undefined, number> {
      throw new Error('broken')
    }
    function* working(): Generator<undefined, number> {
      yield
      return 1
    }
    const [failed, done] = await Promise.allSettled([
      inPieces(failing(), {}),
      inPieces(working(), {}),
    ])
    expect([failed.status, done.status]).toEqual(['rejected', 'fulfilled'])
  })

  test('gives owners turns, however many pieces one of them waits for', async () => {
    const order: string[] = []
    function* named(name: string): Generator<undefined, void> {
      order.push(name)
      yield
    }
    const busy = {}
    await Promise.all([
      ...Array.from({ length: 100 }, () => inPieces(named('busy'), busy)),
      inPieces(named('other'), {}),
    ])
    expect(order.indexOf('other')).toBeLessThanOrEqual(2)
  })

  test('makes no piece before its reader wants it, and each of about 64 KiB', async () => {
    let made = 0
    function* work(): Generator<string> {
      for (; made < 4_000; made += 1) yield '\u8336'.repeat(100)
    }
    const stream = streamInPieces(work(), {})
    const written: Buffer[] = []
    const reader = new Writable({
      highWaterMark: 1,
      write: (piece: Buffer, _encoding, done) => {
        written.push(piece)
        if (written.length < 3) done()
      },
    })
    stream.pipe(reader)
    await expect.poll(() => written.length).toBe(3)
    for (let round = 0; round < 20; round += 1) await nextRound()
    expect(made).toBeLessThan(4 * 300)
    expect(Math.max(...written.map(({ length }) => length))).toBeLessThan(65_536 + 300)
    stream.destroy()
  })

  test('sends bytes that exist already without a copy of them', async () => {
    const file = Buffer.alloc(200_000)
    const sent: Buffer[] = []
    for await (const piece of streamInPieces(slicesOf([file]), {})) sent.push(piece)
    expect(sent.map(({ length }) => length)).toEqual([65_536, 65_536, 65_536, 3_392])
    for (const { buffer } of sent) expect(buffer).toBe(file.buffer)
  })

  test('ends its work with the stream', async () => {
    let hasEnded = false
    function* work(): Generator<string> {
      try {
        for (;;) yield 'x'.repeat(100_000)
      } finally {
        hasEnded = true
      }
    }
    for await (const _piece of streamInPieces(work(), {})) break
    expect(hasEnded).toBe(true)
  })
})
