import { prepared, type Store } from './store.ts'

/** The maximum number of characters of the rows that a lookup keeps for a database; six lookups keep about a megabyte. */
const MAX_KEPT_CHARACTERS = 100_000

/** What a row takes beside its texts, in characters. */
const CHARACTERS_BESIDE = 100

/** A row that may be kept. */
interface KeepableRow {
  /** Characters of its texts. */
  readonly characters: number
}

/** The rows that are kept, as they are in one version of the data. */
class KeptRows<Key, Row extends KeepableRow> {
  readonly rows = new Map<Key, Row>()
  #version = 0
  #characters = 0

  /** Forgets what another version of the data had. */
  moveTo(version: number): void {
    if (this.#version !== version) this.#clear()
    this.#version = version
  }

  /** Adds rows, and returns them with those that are kept. Where they are too large together, none is kept. */
  add(found: ReadonlyMap<Key, Row>): ReadonlyMap<Key, Row> {
    for (const row of found.values()) this.#characters += row.characters + CHARACTERS_BESIDE
    if (this.#characters <= MAX_KEPT_CHARACTERS) {
      for (const [id, row] of found) this.rows.set(id, row)
      return this.rows
    }
    const all = new Map([...this.rows, ...found])
    this.#clear()
    return all
  }

  #clear(): void {
    this.rows.clear()
    this.#characters = 0
  }
}

/**
 * A lookup of rows by keys, whose texts take longer to make than to find out that nothing has been written since
 * (`WriteWatch.version`). The map that it returns may have further rows, and is good until the next lookup.
 */
export const keptRows = <Key extends number | string, Row extends KeepableRow>(
  find: (store: Store, keys: readonly Key[]) => ReadonlyMap<Key, Row>,
): ((store: Store, keys: readonly Key[]) => ReadonlyMap<Key, Row>) => {
  const keptOf = prepared(() => new KeptRows<Key, Row>())
  return (store, keys) => {
    const { version } = store.writeWatch
    if (version === undefined) return find(store, keys)
    const kept = keptOf(store)
    kept.moveTo(version)
    const missing = keys.filter((key) => !kept.rows.has(key))
    return missing.length === 0 ? kept.rows : kept.add(find(store, missing))
  }
}

/** The same for a question of values that JSON can express, to which one result belongs. */
export const keptResult = <Question, Result>(
  find: (store: Store, question: Question) => Result,
  charactersOf: (result: Result) => number,
): ((store: Store, question: Question) => Result) => {
  const findByKeys = (store: Store, keys: readonly string[]) =>
    new Map(
      keys.map((key) => {
        const result = find(store, JSON.parse(key))
        return [key, { result, characters: key.length + charactersOf(result) }] as const
      }),
    )
  const resultsOf = keptRows(findByKeys)
  return (store, question) => {
    const key = JSON.stringify(question)
    const kept = resultsOf(store, [key]).get(key)
    return kept ? kept.result : find(store, question)
  }
}
