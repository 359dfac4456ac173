import { prepared, type Store } from './store.ts'

/** The maximum number of results that a lookup keeps for a store. */
const MAX_KEPT = 250

interface Kept<Value> {
  epoch: number
  readonly results: Map<unknown, Value>
}

/** How a lookup keeps results. */
interface KeptOptions<Asked, Value> {
  /** What tells one question from another; without it the question itself. */
  readonly keyOf?: (asked: Asked) => number | string
  /** Whether a result may be kept; without it each may. */
  readonly isSmall?: (found: Value) => boolean
}

/**
 * A lookup in columns that operations do not change, such as those of users and their rights. What it finds is kept until something
 * else has written to the database (`Store.writeWatch`), because most calls ask for the same few rows; that nothing was found is not.
 */
export const keptLookup = <Asked, Value>(
  find: (store: Store, asked: Asked) => Value | undefined,
  { keyOf, isSmall }: KeptOptions<Asked, Value> = {},
): ((store: Store, asked: Asked) => Value | undefined) => {
  const keptOf = prepared((): Kept<Value> => ({ epoch: 0, results: new Map() }))
  return (store, asked) => {
    const { epoch } = store.writeWatch
    if (epoch === undefined) return find(store, asked)
    const kept = keptOf(store)
    const { results } = kept
    if (kept.epoch !== epoch) results.clear()
    kept.epoch = epoch
    const key = keyOf ? keyOf(asked) : asked
    const known = results.get(key)
    if (known !== undefined) return known
    const found = find(store, asked)
    if (found === undefined || (isSmall && !isSmall(found))) return found
    if (results.size >= MAX_KEPT) results.clear()
    results.set(key, found)
    return found
  }
}
