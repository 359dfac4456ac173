import { describe, expect, test } from 'vitest'
import { BlobPin } from '#src/blobs/blob-pin.ts'

/** A holder that counts. */
const counting = () => {
  const counts: Record<string, number> = {}
  const add = (digest: string, by: number): void => {
    counts[digest] = (counts[digest] ?? 0) + by
  }
  return {
    counts,
    hold: (digest: string) => add(digest, 1),
    release: (digest: string) => add(digest, -1),
  }
}

describe('a lease', () => {
  test('remembers what it holds until it ends, as often as it does', () => {
    const holder = counting()
    const lease = new BlobPin(holder)
    for (const digest of ['a', 'b', 'a']) lease.hold(digest)
    expect(holder.counts).toEqual({ a: 2, b: 1 })
    lease.release()
    expect(holder.counts).toEqual({ a: 0, b: 0 })
  })

  test('isolates others that hold the same, also when it ends twice', () => {
    const holder = counting()
    const [one, other] = [new BlobPin(holder), new BlobPin(holder)]
    for (const lease of [one, other]) lease.hold('a')
    one.release()
    one.release()
    expect(holder.counts).toEqual({ a: 1 })
    other.release()
    expect(holder.counts).toEqual({ a: 0 })
  })
})
