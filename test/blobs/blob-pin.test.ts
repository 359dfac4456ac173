import { describe, expect, test } from 'vitest'
import { BlobPin } from '#src/blobs/blob-store.ts'

/** A holder that counts pins. */
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

describe('BlobPin', () => {
  test('holds blobs until release, as often as they were added', () => {
    const holder = counting()
    const pin = new BlobPin(holder)
    for (const digest of ['a', 'b', 'a']) pin.hold(digest)
    expect(holder.counts).toEqual({ a: 2, b: 1 })
    pin.release()
    expect(holder.counts).toEqual({ a: 0, b: 0 })
  })

  test('does not affect other pins of the same blob, also when it is released twice', () => {
    const holder = counting()
    const [one, other] = [new BlobPin(holder), new BlobPin(holder)]
    for (const pin of [one, other]) pin.hold('a')
    one.release()
    one.release()
    expect(holder.counts).toEqual({ a: 1 })
    other.release()
    expect(holder.counts).toEqual({ a: 0 })
  })
})
