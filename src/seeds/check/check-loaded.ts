import type { Store } from '../../db/store.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { firstValueOf, rowsOf } from '../kept-statements.ts'
import type { Seed } from '../seed-format.ts'
import { type Added, addedBy } from './added.ts'
import type { SeedMode } from './check-keys.ts'
import { findCycle } from './find-cycle.ts'
import type { Rule, SqlRule } from './rule.ts'
import { RULES } from './rules.ts'

const NO_OWNER = `SELECT 'no user has isAppOwner; one user must, as the acting user of calls without x-open-api-user'
   WHERE NOT EXISTS (SELECT 1 FROM users WHERE is_app_owner = 1)`

/** Refuses a seed that contradicts itself or earlier rows. */
export const checkLoaded = (store: Store, seed: Seed, mode: SeedMode): void => {
  refuseProblem(firstValueOf<string>(store, NO_OWNER))
  const added = addedBy(seed, mode)
  for (const rule of RULES) refuseProblem(findBreach(store, seed, added, rule))
}

/** The first sentence about rows of a seed that break a rule. */
const findBreach = (store: Store, seed: Seed, added: Added, rule: Rule): string | undefined => {
  if ('find' in rule) return rule.find(store, seed)
  if (added[rule.of].length === 0) return undefined
  const json = JSON.stringify(added[rule.of])
  if ('describe' in rule) {
    const edges = rowsOf<Edge>(store, queryOf(rule), { added: json })
    const cycle = findCycle(new Map(edges.map(({ id, parent }) => [id, parent])))
    return cycle && rule.describe(cycle)
  }
  return firstValueOf<string>(store, `${queryOf(rule)} LIMIT 1`, { added: json })
}

interface Edge {
  id: number | string
  parent: number | string
}

/** The query of a rule, with the added rows as the parameter `added`, a JSON list. */
export const queryOf = ({ query }: SqlRule): string =>
  query.replaceAll('IN added', 'IN (SELECT value FROM json_each(@added))')

const refuseProblem = (problem: string | undefined): void => {
  if (problem !== undefined) throw new InvalidDataError(`the seed contradicts itself: ${problem}`)
}
