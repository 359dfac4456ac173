import { InvalidDataError } from '../errors/invalid-data-error.ts'
import { fieldOf } from '../kernel/json-pointer.ts'

/** The way to a value in a seed: keys of objects and indexes of lists. */
export type Path = readonly (string | number)[]

/**
 * Visits every value at a place of a seed, which is its keys with slashes; a star stands for every element of a list
 * or value of an object. The path is valid during the visit only; copy it to keep it.
 */
export const walk = (
  seed: object,
  place: string,
  visit: (value: unknown, path: Path) => void,
): void => {
  const path: (string | number)[] = []
  const steps = place.split('/')
  const step = (value: unknown, depth: number): void => {
    const key = steps[depth]
    if (key === undefined) visit(value, path)
    else for (const [name, each] of entriesOf(value, key)) into(name, each, depth)
  }
  const into = (key: string | number, value: unknown, depth: number): void => {
    if (value === undefined) return
    path.push(key)
    step(value, depth + 1)
    path.pop()
  }
  step(seed, 0)
}

const entriesOf = (value: unknown, key: string): Iterable<[string | number, unknown]> => {
  if (typeof value !== 'object' || value === null) return []
  if (key !== '*') return [[key, Reflect.get(value, key)]]
  return Array.isArray(value) ? value.entries() : Object.entries(value)
}

/** The values at places of a seed. */
export const valuesAt = (seed: object, places: readonly string[]): unknown[] => {
  const values: unknown[] = []
  for (const place of places) walk(seed, place, (value) => values.push(value))
  return values
}

/** The value at a path of a seed. */
export const valueAt = (seed: object, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (value === undefined ? undefined : Reflect.get(value as object, key)),
    seed,
  )

/**
 * Refuses a value of a seed: `collections, id 3050: parentId is 3999, which …`. The sentence begins after the
 * field. The JSON Pointer of the value ends the message.
 */
export const refuseAt = (seed: object, path: Path, sentence: string): never => {
  const depth = typeof path[1] === 'number' ? 2 : 1
  const { id, code } = (depth === 2 ? valueAt(seed, path.slice(0, 2)) : {}) as Named
  const key = id === undefined ? code && `code ${code}` : `id ${id}`
  const whose = [path[0], key ?? []].flat().join(', ')
  const field = fieldOf(pointerOf(path.slice(depth)))
  throw new InvalidDataError(`${whose}: ${field} ${sentence} (${placeOf(seed, path)})`)
}

interface Named {
  id?: unknown
  code?: unknown
}

/** The place of a value: its JSON Pointer, after the name of its file where a seed has several. */
export const placeOf = (seed: object, path: Path): string => {
  const [kind = '', index, ...rest] = path
  if (typeof index !== 'number') return pointerOf(path)
  const start = originsOf
    .get(seed)
    ?.get(String(kind))
    ?.findLast(({ from }) => from <= index)
  return start ? `${start.file}#${pointerOf([kind, index - start.from, ...rest])}` : pointerOf(path)
}

const pointerOf = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The files that each list of a merged seed comes from, in order, with the index of their first element. */
export type Origins = Map<string, { file: string; from: number }[]>

const originsOf = new WeakMap<object, Origins>()

/** Remembers where the elements of a merged seed come from. */
export const keepOrigins = (seed: object, origins: Origins): void => {
  originsOf.set(seed, origins)
}
