import type { TSchema } from '@sinclair/typebox'
import { quote, replaceHint } from '../contract/errors/quote.ts'
import type { Store } from '../store/db/store.ts'
import { Seed } from './seed-format.ts'
import { meaningOf, storedKeyOf, type Thing } from './seed-keys.ts'
import { type Path, placeOf, refuseAt, valueAt } from './seed-places.ts'

/** What happens to ids of a seed that are already in use: they are refused, or their rows are replaced. */
export type SeedMode = 'add' | 'replace'

/** The keys of a seed by their things, as they are compared, with their places. */
export type SeedKeys = ReadonlyMap<Thing, ReadonlyMap<unknown, Path>>

interface Names {
  keys: Map<Thing, Map<unknown, Path>>
  references: { things: readonly Thing[]; path: Path }[]
  files: { name: string; path: Path }[]
  twice: [path: Path, other: Path][]
}

export const namesIn = (seed: Seed): Names => {
  const names: Names = { keys: new Map(), references: [], files: [], twice: [] }
  const path: (string | number)[] = []
  const into = (key: string | number, schema: TSchema, value: unknown): void => {
    if (value === undefined) return
    path.push(key)
    note(schema, value)
    visit(schema, value)
    path.pop()
  }
  const note = (schema: TSchema, value: unknown): void => {
    const { key, names: things, differsIn, isFile } = meaningOf(schema)
    if (key) addKey(seed, names, key, [...path])
    if (things) names.references.push({ things, path: [...path] })
    if (isFile) names.files.push({ name: String(value), path: [...path] })
    if (differsIn !== undefined) findEqual(names, value as unknown[], differsIn, path)
  }
  const visit = (schema: TSchema, value: unknown): void => {
    for (const option of schema.anyOf ?? []) visit(option, value)
    for (const [key, property] of Object.entries<TSchema>(schema.properties ?? {}))
      into(key, property, Reflect.get(value as object, key))
    // Lists of texts can be long, and name nothing.
    if (schema.items && schema.items.type !== 'string')
      for (const [index, element] of (value as unknown[]).entries())
        into(index, schema.items, element)
  }
  visit(Seed, seed)
  return names
}

const addKey = (seed: Seed, { keys, twice }: Names, thing: Thing, path: Path): void => {
  const paths = keys.get(thing) ?? new Map<unknown, Path>()
  keys.set(thing, paths)
  const folded = foldedAt(seed, thing, path)
  const other = paths.get(folded)
  if (other) twice.push([path, other])
  else paths.set(folded, path)
}

const findEqual = ({ twice }: Names, elements: unknown[], property: string, path: Path): void => {
  const inside = property === '' ? [] : [property]
  const indexes = new Map<unknown, number>()
  for (const [index, element] of elements.entries()) {
    const value = valueAt(element as object, inside)
    const other = indexes.get(value)
    if (other !== undefined)
      twice.push([
        [...path, index, ...inside],
        [...path, other, ...inside],
      ])
    indexes.set(value, index)
  }
}

const foldedAt = (seed: Seed, thing: Thing, path: Path): unknown => {
  const value = valueAt(seed, path)
  return storedKeyOf(thing).fold?.(value) ?? value
}

/** Refuses a seed that uses a key twice or one that is taken, or that names what neither it nor the database has. */
export const checkNames = (store: Store, seed: Seed, mode: SeedMode): SeedKeys => {
  const { keys, references, twice } = namesIn(seed)
  for (const [path, other] of twice)
    refuseAt(
      seed,
      path,
      `${quote(valueAt(seed, path))} is used twice, also at ${placeOf(seed, other)}`,
    )
  for (const [thing, paths] of keys) refuseTaken(store, seed, keys, thing, mode, paths)
  const open = references.filter(
    ({ things, path }) =>
      !things.some((thing) => keys.get(thing)?.has(foldedAt(seed, thing, path))),
  )
  const stored = new Map(
    [...new Set(open.flatMap(({ things }) => things))].map((thing) => {
      const named = open.filter(({ things }) => things.includes(thing))
      const values = named.map(({ path }) => foldedAt(seed, thing, path))
      return [thing, storedOf(store, keys, thing, values)]
    }),
  )
  for (const { things, path } of open)
    if (!things.some((thing) => stored.get(thing)?.has(foldedAt(seed, thing, path)))) {
      const value = quote(valueAt(seed, path))
      refuseAt(seed, path, `is ${value}, which is not one of the ${things.join(' or ')}`)
    }
  return keys
}

const refuseTaken = (
  store: Store,
  seed: Seed,
  keys: SeedKeys,
  thing: Thing,
  mode: SeedMode,
  paths: ReadonlyMap<unknown, Path>,
): void => {
  const isOwn = storedKeyOf(thing).owner === undefined
  if (isOwn && mode === 'replace') return
  const taken = storedOf(store, keys, thing, [...paths.keys()])
  for (const [value, path] of paths) {
    if (!taken.has(value)) continue
    const by = isOwn ? replaceHint('http') : `, by ${path[0]}, id ${taken.get(value)}`
    refuseAt(seed, path, `${quote(valueAt(seed, path))} is already in use${by}`)
  }
}

/** The values of a key that the database has, with their owners; those of owners that the seed replaces are left out. */
const storedOf = (
  store: Store,
  keys: SeedKeys,
  thing: Thing,
  values: readonly unknown[],
): Map<unknown, unknown> => {
  const { from, column, owner } = storedKeyOf(thing)
  const query = `SELECT ${column} AS key, ${owner?.column ?? column} AS owner FROM ${from}
    WHERE ${column} IN (SELECT value FROM json_each(?))`
  const rows = store.all<{ key: unknown; owner: unknown }>(query, JSON.stringify(values))
  const replaced = owner && keys.get(owner.thing as Thing)
  return new Map(rows.flatMap(({ key, owner: by }) => (replaced?.has(by) ? [] : [[key, by]])))
}
