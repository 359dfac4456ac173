import { describe, expect, test } from 'vitest'
import { PendingBodies } from '#src/http/bodies/pending-bodies.ts'
import { LIMITS } from '#src/limits.ts'

const LARGE = LIMITS.memberBodyBytes.max
const FITTING = Math.floor(LIMITS.pendingBodyBytes.max / LARGE)

/** Reserves room for bodies of a size; tells how many have started. */
const reserveMany = (pending: PendingBodies, count: number, bytes: number) => {
  const started: number[] = []
  const reservations = Array.from({ length: count }, (_, index) =>
    pending.reserve(bytes, () => started.push(index)),
  )
  return { started, reservations }
}

describe('the bodies under way', () => {
  test('lets large bodies start while there is room, and the others in the order of arrival', () => {
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

  test('lets small bodies start while large ones wait', () => {
    const pending = new PendingBodies()
    reserveMany(pending, FITTING + 1, LARGE)
    expect(reserveMany(pending, 1, LIMITS.promptBodyBytes.max).started).toEqual([0])
  })

  test('makes small bodies wait, too, when all together take too much', () => {
    const pending = new PendingBodies()
    const fitting = LIMITS.allPendingBodyBytes.max / LIMITS.promptBodyBytes.max
    const { started } = reserveMany(pending, fitting + 1, LIMITS.promptBodyBytes.max)
    expect(started).toHaveLength(fitting)
  })

  test('counts what is made of a body, and starts nothing until that is given back', () => {
    const pending = new PendingBodies()
    const first = pending.reserve(LARGE, () => {})
    first.grow(LIMITS.pendingBodyBytes.max)
    const { started } = reserveMany(pending, 1, LARGE)
    expect(started).toEqual([])
    first.release()
    expect(started).toEqual([0])
  })

  test('forgets a body that leaves while it waits, and takes back nothing twice', () => {
    const pending = new PendingBodies()
    const { reservations } = reserveMany(pending, FITTING + 1, LARGE)
    for (const reservation of [...reservations, ...reservations]) reservation.release()
    expect([pending.bytes, pending.waiting]).toEqual([0, 0])
  })

  test('starts a body that is larger than the whole room when nothing else is under way', () => {
    const pending = new PendingBodies()
    expect(reserveMany(pending, 1, LIMITS.pendingBodyBytes.max + 1).started).toEqual([0])
  })
})
