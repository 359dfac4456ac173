import fc from 'fast-check'

const SAMPLES_AT_ONCE = 50

/** A small seeded generator (mulberry32): the same numbers for the same seed, on every machine. */
export class Random {
  #state: number
  readonly #samples = new Map<fc.Arbitrary<unknown>, unknown[]>()

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A fraction from 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 up to, and without, a limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** A whole number between two bounds, both included. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('cannot pick from an empty list')
    return list[this.below(list.length)] as T
  }

  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const keys = Object.keys(weights) as K[]
    let left = this.next() * keys.reduce((sum, key) => sum + weights[key], 0)
    for (const key of keys) {
      left -= weights[key]
      if (left < 0) return key
    }
    return this.pick(keys)
  }

  /** A value of an arbitrary, which must be the same object at each call. */
  sample<T>(arbitrary: fc.Arbitrary<T>): T {
    const left = this.#samples.get(arbitrary) ?? []
    this.#samples.set(arbitrary, left)
    if (left.length === 0)
      left.push(...fc.sample(arbitrary, { seed: this.below(2 ** 31), numRuns: SAMPLES_AT_ONCE }))
    return left.pop() as T
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }

  flip(bytes: Buffer, count: number): Buffer {
    const flipped = Buffer.from(bytes)
    for (let left = bytes.length > 0 ? count : 0; left > 0; left -= 1)
      flipped[this.below(flipped.length)] = this.below(256)
    return flipped
  }

  /** The elements of a list in another order. */
  shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((element) => ({ element, rank: this.next() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ element }) => element)
  }
}

/** A generator for one purpose: the same for the same seed and words, unlike those for other words. */
export const randomFor = (seed: number, ...words: readonly (string | number)[]): Random => {
  let hash = 0x811c9dc5 ^ seed
  for (const character of words.join('/'))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return new Random(hash ^ (hash >>> 13))
}
