import type { Store } from '../../db/store.ts'
import type { Seed } from '../seed-format.ts'
import type { Added } from './added.ts'

/**
 * A rule that no schema or key can express, as SQL: the query returns a sentence for each offending row, with both
 * places. `IN added` stands for the ids, or codes, that the seed has added.
 */
export interface SqlRule {
  /** The rule as a sentence of the documents. */
  readonly says: string
  readonly of: keyof Added
  readonly query: string
}

/** A rule about a tree: the query returns the edges from the added rows up. */
export interface TreeRule extends SqlRule {
  /** The sentence about the rows of a cycle. */
  readonly describe: (ids: readonly (number | string)[]) => string
}

/** A rule about values that a seed states and the database does not keep. */
export interface StatedRule {
  readonly says: string
  readonly find: (store: Store, seed: Seed) => string | undefined
}

/** A rule of the checker of seeds. */
export type Rule = SqlRule | TreeRule | StatedRule

const DAY_MS = 86_400_000

/**
 * The condition that an instant of a row is before one of another row, as SQL. One on the first day of 1970, such as 0 or 1,
 * is a placeholder and is not compared.
 */
export const isBefore = (instant: string, other: string): string =>
  `${instant} >= ${DAY_MS} AND ${instant} < ${other}`
