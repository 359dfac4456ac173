import { describe, expect, onTestFinished, test } from 'vitest'
import { PendingBodies } from '#src/http/bodies/pending-bodies.ts'
import { LIMITS } from '#src/limits.ts'

const LARGE = LIMITS.memberBodyBytes.max
const FITTING = Math.floor(LIMITS.pendingBodyBytes.max / LARGE)

/** Reserves room for bodies of a size; returns which have started and which were refused. */
const reserveMany = (pending: PendingBodies, count: number, bytes: number) => {
  const started: number[] = []
  const refused: string[] = []
  const reservations = Array.from({ length: count }, (_, index) => {
    const reservation = pending.open({
      onRoom: () => started.push(index),
      onRefused: ({ code }) => refused.push(code),
    })
    reservation.enlarge(bytes)
    return reservation
  })
  onTestFinished(() => pending.close())
  return { started, refused, reservations }
}

/** A moment this many milliseconds from now. */
const fromNow = (ms: number): number => performance.now() + ms

describe('PendingBodies', () => {
  test('starts large bodies while there is room and queues the others in order of arrival', () => {
    const pending = new PendingBodies()
    const { started, reservations } = reserveMany(pending, FITTING + 2, LARGE)
    expect(started).toHaveLength(FITTING)
    expect(pending.waiting).toBe(2)
    reservations[0]?.release()
    expect(started.at(-1)).toBe(FITTING)
    reservations[1]?.release()
    expect(started.at(-1)).toBe(FITTING + 1)
    expect(pending.waiting).toBe(0)
  })

  test('starts small bodies while large ones wait', () => {
    const pending = new PendingBodies()
    reserveMany(pending, FITTING + 1, LARGE)
    expect(reserveMany(pending, 1, LIMITS.promptBodyBytes.max).started).toEqual([0])
  })

  test('queues small bodies when their total exceeds the limit', () => {
    const pending = new PendingBodies()
    const fitting = LIMITS.allPendingBodyBytes.max / LIMITS.promptBodyBytes.max
    const { started } = reserveMany(pending, fitting + 1, LIMITS.promptBodyBytes.max)
    expect(started).toHaveLength(fitting)
  })

  test('counts what is made of a body until it is released', () => {
    const pending = new PendingBodies()
    const [first] = reserveMany(pending, 1, LARGE).reservations
    first?.settle(LIMITS.pendingBodyBytes.max + 1)
    const { started } = reserveMany(pending, 1, LARGE)
    expect(started).toEqual([])
    first?.release()
    expect(started).toEqual([0])
  })

  test('shrinks a reservation to the bytes that were read', () => {
    const pending = new PendingBodies()
    const { reservations } = reserveMany(pending, 2, LARGE)
    reservations[0]?.settle(100)
    reservations[1]?.settle(LIMITS.promptBodyBytes.max)
    expect(pending.bytes).toBe(LIMITS.promptBodyBytes.max)
  })

  test('rejects a trickling body only while others wait for its place', () => {
    const pending = new PendingBodies()
    const { refused } = reserveMany(pending, FITTING, LARGE)
    pending.judge(fromNow(LIMITS.slowBodyMs.max + 1_000))
    expect(refused).toEqual([])
    const late = reserveMany(pending, 1, LARGE)
    pending.judge(fromNow(LIMITS.slowBodyMs.max + 1_000))
    expect(refused).toContain('90000026')
    expect(late.started).toEqual([0])
  })

  test('rejects a body that waits or takes too long', () => {
    const pending = new PendingBodies()
    const { refused, reservations } = reserveMany(pending, FITTING + 1, LARGE)
    for (const reservation of reservations.slice(0, FITTING)) reservation.settle(LARGE)
    pending.judge(fromNow(LIMITS.bodyMs.max + 1_000))
    expect(refused).toEqual(['90000025'])
    expect(pending.waiting).toBe(0)
  })

  test('removes a released body from the queue and ignores a second release', () => {
    const pending = new PendingBodies()
    const { reservations } = reserveMany(pending, FITTING + 1, LARGE)
    for (const reservation of [...reservations, ...reservations]) reservation.release()
    expect([pending.bytes, pending.waiting]).toEqual([0, 0])
  })

  test('starts a body larger than the whole room when nothing else is pending', () => {
    const pending = new PendingBodies()
    expect(reserveMany(pending, 1, LIMITS.pendingBodyBytes.max + 1).started).toEqual([0])
  })
})
