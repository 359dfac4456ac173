import { streamValue } from '../kernel/streams.ts'
import { parseVariation, type VariationChoice, type VariationKind } from './variation-kinds.ts'

/**
 * The variation of a workspace. Every value is a pure function of the workspace's generator, the seed and the place
 * in an answer, never of the number of calls: one seed is one service that agrees with itself, in any order of calls,
 * after a reset and after a restart.
 */
export class Variation implements VariationChoice {
  readonly seed: number
  readonly kinds: readonly VariationKind[]
  readonly #kinds: ReadonlySet<VariationKind>
  readonly #generatorSeed: number

  constructor({ seed, kinds }: VariationChoice, generatorSeed: number) {
    this.seed = seed
    this.kinds = kinds
    this.#kinds = new Set(kinds)
    this.#generatorSeed = generatorSeed
  }

  has(kind: VariationKind): boolean {
    return this.#kinds.has(kind)
  }

  /** The value at a place: 32 lower-case hexadecimal digits. */
  valueAt(place: string): string {
    return streamValue(this.#generatorSeed, 'variation', `${this.seed}/${place}`)
  }

  /** A whole number from 0 to below a bound of at most 2^32, at a place. */
  numberAt(place: string, bound: number): number {
    return Number.parseInt(this.valueAt(place).slice(0, 8), 16) % bound
  }
}

/** The variation that a text chooses; undefined for none. */
export const variationOf = (text: string, generatorSeed: number): Variation | undefined => {
  const choice = parseVariation(text)
  return choice && new Variation(choice, generatorSeed)
}
