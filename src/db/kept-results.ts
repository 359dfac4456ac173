import { prepared, type Store } from './store.ts'

/**
 * What ends the validity of kept results: a write by anything, or one by anything else than an operation, where no operation
 * changes the columns that are read.
 */
type Until = 'any-write' | 'other-write'

/** The maximum size of the results that a lookup keeps of a database, in characters; the lookups that there are keep about a megabyte. */
const MAX_KEPT = 100_000

/** The maximum size of one of them, so that a large one does not take the place of many. */
const MAX_SIZE = 50_000

/** The size of a result apart from its texts. */
const ENTRY_SIZE = 100

/** Results of a lookup in one version of the data. */
class KeptResults<Key, Result> {
  readonly #results = new Map<Key, Result>()
  #version = 0
  #size = 0

  /** Forgets what was found in another version. */
  moveTo(version: number): void {
    if (this.#version !== version) this.#clear()
    this.#version = version
  }

  get(key: Key): Result | undefined {
    return this.#results.get(key)
  }

  /** Adds a result with the characters of its texts; forgets all others where it does not fit beside them. */
  add(key: Key, result: Result, characters: number): void {
    const size = ENTRY_SIZE + (typeof key === 'string' ? key.length : 0) + characters
    if (size > MAX_SIZE) return
    if (this.#size + size > MAX_KEPT) this.#clear()
    this.#results.set(key, result)
    this.#size += size
  }

  #clear(): void {
    this.#results.clear()
    this.#size = 0
  }
}

/** The version of the data that results belong to; undefined while none may be kept. */
const versionOf = ({ writeWatch }: Store, until: Until): number | undefined =>
  until === 'any-write' ? writeWatch.version : writeWatch.epoch

/** How a lookup keeps results. */
interface KeptOptions<Asked, Result> {
  /** What tells one question from another; without it the question itself. */
  readonly keyOf?: (asked: Asked) => number | string
  /** The characters of a result; needed where its texts may be long. */
  readonly sizeOf?: (found: NonNullable<Result>) => number
  /** Without it until an `other-write`. */
  readonly until?: Until
}

/**
 * A lookup that keeps what it finds until it may have changed, because most calls ask for the same few rows. That nothing was
 * found is not kept.
 */
export const keptLookup = <Asked, Result>(
  find: (store: Store, asked: Asked) => Result,
  { keyOf, sizeOf, until = 'other-write' }: KeptOptions<Asked, Result> = {},
): ((store: Store, asked: Asked) => Result) => {
  const keptOf = prepared(() => new KeptResults<unknown, Result>())
  return (store, asked) => {
    const version = versionOf(store, until)
    if (version === undefined) return find(store, asked)
    const kept = keptOf(store)
    kept.moveTo(version)
    const key = keyOf ? keyOf(asked) : asked
    const known = kept.get(key)
    if (known !== undefined) return known
    const found = find(store, asked)
    if (found !== undefined && found !== null) kept.add(key, found, sizeOf?.(found) ?? 0)
    return found
  }
}

/** A lookup of rows by keys that keeps them until anything is written; it asks for those that it has not, all at once. */
export const keptRows = <Key extends number | string, Row>(
  find: (store: Store, keys: readonly Key[]) => ReadonlyMap<Key, Row>,
  sizeOf: (row: Row) => number,
): ((store: Store, keys: readonly Key[]) => ReadonlyMap<Key, Row>) => {
  const keptOf = prepared(() => new KeptResults<Key, Row>())
  return (store, keys) => {
    const version = versionOf(store, 'any-write')
    if (version === undefined) return find(store, keys)
    const kept = keptOf(store)
    kept.moveTo(version)
    const rows = new Map<Key, Row>()
    const missing: Key[] = []
    for (const key of keys) {
      const row = kept.get(key)
      if (row === undefined) missing.push(key)
      else rows.set(key, row)
    }
    if (missing.length === 0) return rows
    for (const [key, row] of find(store, missing)) {
      kept.add(key, row, sizeOf(row))
      rows.set(key, row)
    }
    return rows
  }
}
