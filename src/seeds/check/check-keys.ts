import type { Store } from '../../db/store.ts'
import { quote } from '../../errors/quote.ts'
import { replaceHint } from '../../errors/replace-hint.ts'
import { rowsOf } from '../kept-statements.ts'
import type { Seed } from '../seed-format.ts'
import { KEYS, type Key, LISTS } from './keys.ts'
import { placeOf, refuseAt } from './refuse-at.ts'
import { type Path, valueAt, walk } from './walk.ts'

/** Whether ids of a seed that are taken are refused, or their rows replaced. */
export type SeedMode = 'add' | 'replace'

/** Refuses a seed that uses a key twice, or one that the database has already. */
export const checkKeys = (store: Store, seed: Seed, mode: SeedMode): void => {
  for (const key of KEYS) checkKey(store, seed, key, mode)
  for (const list of LISTS) walk(seed, list, (values, path) => checkList(seed, values, path))
  walk(seed, 'metadataFields/*/values', (values, path) => checkList(seed, values, path, 'code'))
}

const checkKey = (store: Store, seed: Seed, { fold, ...key }: Key, mode: SeedMode): void => {
  const paths = new Map<unknown, Path>()
  for (const place of key.places)
    walk(seed, place, (value, path) => {
      const folded = fold ? fold(String(value)) : value
      const other = paths.get(folded)
      if (other) refuseTwice(seed, value, path, other)
      paths.set(folded, [...path])
    })
  if (paths.size === 0 || (key.isOwn && mode === 'replace')) return
  const owners = new Set(valuesOfKind(seed, key.kind))
  const stored = rowsOf<Taken>(store, key.query, JSON.stringify([...paths.keys()]))
  const taken = new Map(stored.map(({ key: value, owner }) => [value, owner]))
  for (const [value, path] of paths) {
    const owner = taken.get(value)
    if (owner === undefined || (!key.isOwn && owners.has(owner))) continue
    const given = quote(valueAt(seed, path))
    if (key.isOwn) refuseAt(seed, path, `${given} is taken already${replaceHint('http')}`)
    refuseAt(seed, path, `${given} is taken already, by ${key.kind}, id ${owner}`)
  }
}

interface Taken {
  key: unknown
  owner: unknown
}

const valuesOfKind = (seed: Seed, kind: string): unknown[] =>
  ((Reflect.get(seed, kind) ?? []) as { id?: unknown }[]).map(({ id }) => id)

/** The values of a list, or one field of its elements, each once. */
const checkList = (seed: Seed, values: unknown, path: Path, field?: string): void => {
  const seen = new Map<unknown, Path>()
  for (const [index, element] of (values as readonly unknown[]).entries()) {
    const value = field === undefined ? element : Reflect.get(element as object, field)
    const own = field === undefined ? [...path, index] : [...path, index, field]
    const other = seen.get(value)
    if (other) refuseTwice(seed, value, own, other)
    seen.set(value, own)
  }
}

/** Refuses a value that is used at two places. */
const refuseTwice = (seed: Seed, value: unknown, path: Path, other: Path): never =>
  refuseAt(seed, path, `${quote(value)} is used twice, also at ${placeOf(seed, other)}`)
