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
  /** Places of values that occur twice, each with the place of the first. */
  repeated: [path: Path, first: Path][]
}

/** What a seed names: keys of its own, references and files, and what it has twice. */
export const namesIn = (seed: Seed): Names => {
  const names: Names = { keys: new Map(), references: [], files: [], repeated: [] }
  walkSeed(seed, (schema, value, path) => {
    const { key, names: things, differsIn, isFile } = meaningOf(schema)
    if (key) addKey(seed, names, key, [...path])
    if (things) names.references.push({ things, path: [...path] })
    if (isFile) names.files.push({ name: String(value), path: [...path] })
    if (differsIn !== undefined) addRepeated(names, value as unknown[], differsIn, path)
  })
  return names
}

type Visitor = (schema: TSchema, value: unknown, path: Path) => void

/** Visits each value of a seed, outer ones first. The path is one list that changes; who keeps it copies it. */
const walkSeed = (seed: Seed, visit: Visitor): void => {
  const path: (string | number)[] = []
  const walk = (schema: TSchema, value: unknown): void => {
    for (const option of schema.anyOf ?? []) walk(option, value)
    for (const [key, childSchema, child] of childrenOf(schema, value)) {
      path.push(key)
      visit(childSchema, child, path)
      walk(childSchema, child)
      path.pop()
    }
  }
  walk(Seed, seed)
}

type Child = [key: string | number, schema: TSchema, value: unknown]

/** The properties of an object that are there, or the elements of a list. */
function* childrenOf(schema: TSchema, value: unknown): Generator<Child> {
  for (const [key, property] of Object.entries<TSchema>(schema.properties ?? {})) {
    const child: unknown = Reflect.get(value as object, key)
    if (child !== undefined) yield [key, property, child]
  }
  // Lists of texts can be long, and name nothing.
  if (!schema.items || schema.items.type === 'string') return
  for (const [index, element] of (value as unknown[]).entries())
    yield [index, schema.items, element]
}

const addKey = (seed: Seed, { keys, repeated }: Names, thing: Thing, path: Path): void => {
  const paths = keys.get(thing) ?? new Map<unknown, Path>()
  keys.set(thing, paths)
  const folded = foldedAt(seed, thing, path)
  const first = paths.get(folded)
  if (first) repeated.push([path, first])
  else paths.set(folded, path)
}

/** Notes elements of a list with an equal value of a property; the elements themselves where its name is empty. */
const addRepeated = (
  { repeated }: Names,
  elements: unknown[],
  property: string,
  path: Path,
): void => {
  const inside = property === '' ? [] : [property]
  const indexes = new Map<unknown, number>()
  for (const [index, element] of elements.entries()) {
    const value = valueAt(element as object, inside)
    const first = indexes.get(value)
    if (first !== undefined)
      repeated.push([
        [...path, index, ...inside],
        [...path, first, ...inside],
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
  const { keys, references, repeated } = namesIn(seed)
  for (const [path, first] of repeated)
    refuseAt(
      seed,
      path,
      `${quote(valueAt(seed, path))} is used twice, also at ${placeOf(seed, first)}`,
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
  const { owner } = storedKeyOf(thing)
  if (!owner && mode === 'replace') return
  const taken = storedOf(store, keys, thing, [...paths.keys()])
  for (const [value, path] of paths) {
    if (!taken.has(value)) continue
    const hint = owner ? `, by ${path[0]}, id ${taken.get(value)}` : replaceHint('http')
    refuseAt(seed, path, `${quote(valueAt(seed, path))} is already in use${hint}`)
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
  const query = `SELECT ${column} AS key, ${owner?.column ?? column} AS ownerId FROM ${from}
    WHERE ${column} IN (SELECT value FROM json_each(?))`
  const rows = store.all<{ key: unknown; ownerId: unknown }>(query, JSON.stringify(values))
  const replaced = owner && keys.get(owner.thing as Thing)
  const left = rows.filter(({ ownerId }) => !replaced?.has(ownerId))
  return new Map(left.map(({ key, ownerId }) => [key, ownerId]))
}
