import { prepared, type Store } from './store.ts'

/** The maximum size of the results that a lookup keeps of a database, in characters. */
const MAX_KEPT = 100_000

/** The maximum size of one of them, so that a large one does not take the place of many. */
const MAX_SIZE = 5_000

/** The size of a result apart from its texts. */
const ENTRY_SIZE = 100

interface Kept<Value> {
  epoch: number
  size: number
  readonly results: Map<unknown, Value>
}

/** How a lookup keeps results. */
interface KeptOptions<Asked, Value> {
  /** What tells one question from another; without it the question itself. */
  readonly keyOf?: (asked: Asked) => number | string
  /** The characters of a result; needed where its texts may be long. */
  readonly sizeOf?: (found: Value) => number
}

/**
 * A lookup in columns that operations do not change, such as those of users and their rights. What it finds is kept until
 * something else has written to the database (`WriteWatch.epoch`), because most calls ask for the same few rows. That nothing
 * was found is not kept.
 */
export const keptLookup = <Asked, Value>(
  find: (store: Store, asked: Asked) => Value | undefined,
  { keyOf, sizeOf }: KeptOptions<Asked, Value> = {},
): ((store: Store, asked: Asked) => Value | undefined) => {
  const keptOf = prepared((): Kept<Value> => ({ epoch: 0, size: 0, results: new Map() }))
  return (store, asked) => {
    const { epoch } = store.writeWatch
    if (epoch === undefined) return find(store, asked)
    const kept = keptOf(store)
    if (kept.epoch !== epoch) forgetAll(kept)
    kept.epoch = epoch
    const key = keyOf ? keyOf(asked) : asked
    const known = kept.results.get(key)
    if (known !== undefined) return known
    const found = find(store, asked)
    if (found !== undefined) keep(kept, key, found, ENTRY_SIZE + (sizeOf?.(found) ?? 0))
    return found
  }
}

const keep = <Value>(kept: Kept<Value>, key: unknown, found: Value, size: number): void => {
  if (size > MAX_SIZE) return
  if (kept.size + size > MAX_KEPT) forgetAll(kept)
  kept.results.set(key, found)
  kept.size += size
}

const forgetAll = (kept: Kept<unknown>): void => {
  kept.results.clear()
  kept.size = 0
}
