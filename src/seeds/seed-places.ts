import { InvalidDataError } from '../contract/errors/invalid-data-error.ts'
import { fieldOf } from '../kernel/json.ts'

/** The way to a value in a seed: keys of objects and indexes of lists. */
export type Path = readonly (string | number)[]

export const valueAt = (seed: object, path: Path): unknown =>
  path.reduce<unknown>((value, key) => Object(value)[key], seed)

/**
 * Refuses a value of a seed: `collections, id 3050: parentId is 3999, which …`. The sentence begins after the
 * field. The JSON Pointer of the value ends the message.
 */
export const refuseAt = (seed: object, path: Path, sentence: string): never => {
  const { id, code } = valueAt(seed, path.slice(0, 2)) as { id?: unknown; code?: unknown }
  const key = id === undefined ? code && `code ${code}` : `id ${id}`
  const whose = [path[0], key ?? []].flat().join(', ')
  const field = fieldOf(pointerOf(path.slice(2)))
  throw new InvalidDataError(`${whose}: ${field} ${sentence} (${placeOf(seed, path)})`)
}

/** The place of a value: its JSON Pointer, after the name of its file where a seed has several. */
export const placeOf = (seed: object, [kind = '', index = 0, ...rest]: Path): string => {
  const start = originsOf
    .get(seed)
    ?.get(String(kind))
    ?.findLast(({ from }) => from <= Number(index))
  const pointer = pointerOf([kind, Number(index) - (start?.from ?? 0), ...rest])
  return start ? `${start.file}#${pointer}` : pointer
}

const pointerOf = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The files that each list of a merged seed comes from, in order, with the index of their first element. */
export type Origins = Map<string, { file: string; from: number }[]>

/** By merged seeds. */
export const originsOf = new WeakMap<object, Origins>()
