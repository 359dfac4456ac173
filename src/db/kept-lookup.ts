import { prepared, type Store } from './store.ts'

/** The maximum number of results that a lookup keeps for a store. */
const MAX_KEPT = 250

interface Kept<Key, Value> {
  epoch: number
  readonly results: Map<Key, Value>
}

/**
 * A lookup in tables that operations only read or add to, such as users and departments. What it finds is kept until something else
 * has written to the database (`Store.writeWatch`), because most calls ask for the same few rows; that nothing was found is not.
 */
export const keptLookup = <Key, Value>(
  find: (store: Store, key: Key) => Value | undefined,
  isSmall: (found: Value) => boolean = always,
): ((store: Store, key: Key) => Value | undefined) => {
  const keptOf = prepared((): Kept<Key, Value> => ({ epoch: 0, results: new Map() }))
  return (store, key) => {
    const { epoch } = store.writeWatch
    if (epoch === undefined) return find(store, key)
    const kept = keptOf(store)
    if (kept.epoch !== epoch || kept.results.size >= MAX_KEPT) {
      kept.results.clear()
      kept.epoch = epoch
    }
    const known = kept.results.get(key)
    if (known !== undefined) return known
    const found = find(store, key)
    if (found !== undefined && isSmall(found)) kept.results.set(key, found)
    return found
  }
}

const always = (): boolean => true
