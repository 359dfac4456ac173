import type { Store } from '../../db/store.ts'
import { quote } from '../../errors/quote.ts'
import { replaceHint } from '../../errors/replace-hint.ts'
import { rowsOf } from '../kept-statements.ts'
import type { Seed } from '../seed-format.ts'
import { type Path, placeOf, refuseAt, valueAt, walk } from '../seed-places.ts'
import { KEYS, type Key } from './keys.ts'

/** Whether ids of a seed that are taken are refused, or their rows replaced. */
export type SeedMode = 'add' | 'replace'

/** Refuses a seed that uses a key twice, or one that the database has already. */
export const checkKeys = (store: Store, seed: Seed, mode: SeedMode): void => {
  for (const key of KEYS) refuseTaken(store, seed, key, mode, pathsOf(seed, key))
}

/** Where a seed has each value of a key; one that it has twice is refused. */
const pathsOf = (seed: Seed, { places, fold, says }: Key): Map<unknown, Path> => {
  const paths = new Map<unknown, Path>()
  for (const place of places)
    walk(seed, place, (value, path) => {
      const folded = fold ? fold(value, path, seed) : value
      const other = paths.get(folded)
      const twice = says?.twice ?? 'is used twice'
      if (other) refuseAt(seed, path, `${quote(value)} ${twice}, also at ${placeOf(seed, other)}`)
      paths.set(folded, [...path])
    })
  return paths
}

/** A stored value of a key, and the element that has it. */
export interface Stored {
  key: unknown
  owner: unknown
}

const refuseTaken = (
  store: Store,
  seed: Seed,
  { query, isOwn, says, places }: Key,
  mode: SeedMode,
  paths: ReadonlyMap<unknown, Path>,
): void => {
  if (!query || paths.size === 0 || (isOwn && mode === 'replace')) return
  const stored = rowsOf<Stored>(store, query, JSON.stringify([...paths.keys()]))
  const taken = new Map(stored.map(({ key, owner }) => [key, owner]))
  const replaced = isOwn ? new Set() : elementsOf(seed, places)
  for (const [value, path] of paths) {
    if (!taken.has(value) || replaced.has(taken.get(value))) continue
    const by = isOwn ? replaceHint('http') : `, by ${path[0]}, id ${taken.get(value)}`
    refuseAt(seed, path, `${quote(valueAt(seed, path))} ${says?.taken ?? 'is taken already'}${by}`)
  }
}

/** The ids of the elements of a seed that have a key. */
export const elementsOf = (seed: Seed, [place = '']: readonly string[]): ReadonlySet<unknown> => {
  const elements = (Reflect.get(seed, place.split('/')[0] ?? '') ?? []) as { id?: unknown }[]
  return new Set(elements.map(({ id }) => id))
}
