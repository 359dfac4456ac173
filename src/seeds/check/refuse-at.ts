import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { fieldOf } from '../../kernel/json-pointer.ts'
import { originOf } from '../seed-origins.ts'
import { type Path, valueAt } from './walk.ts'

/**
 * Refuses a value of a seed: `collections, id 3050: parentId is 3999, which …`. The sentence begins after the
 * field; a `{field}` in it stands for the field. The JSON Pointer of the value ends the message.
 */
export const refuseAt = (seed: object, path: Path, sentence: string): never => {
  const [kind = '', index, ...rest] = path
  const key = keyOf(valueAt(seed, path.slice(0, 2)))
  const whose = key === undefined ? `${kind}` : `${kind}, ${key}`
  const field = fieldOf(pointerOf(rest))
  const said = sentence.includes('{field}')
    ? sentence.replaceAll('{field}', field)
    : `${field} ${sentence}`
  throw new InvalidDataError(`${whose}: ${said} (${placeOf(seed, [kind, index ?? '', ...rest])})`)
}

/** The place of a value: its JSON Pointer, after the name of its file where a seed has several. */
export const placeOf = (seed: object, path: Path): string => {
  const [kind = '', index, ...rest] = path
  const origin = typeof index === 'number' ? originOf(seed, String(kind), index) : undefined
  return origin ? `${origin.file}#${pointerOf([kind, origin.index, ...rest])}` : pointerOf(path)
}

const keyOf = (element: unknown): string | undefined => {
  const { id, code } = (element ?? {}) as { id?: unknown; code?: unknown }
  if (id !== undefined) return `id ${id}`
  return code === undefined ? undefined : `code ${code}`
}

const pointerOf = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
