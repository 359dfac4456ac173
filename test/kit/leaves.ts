import type { TSchema } from '@sinclair/typebox'

interface Part {
  [keyword: string]: unknown
  type?: string | string[]
  properties?: Record<string, Part>
  required?: string[]
  items?: Part
  additionalProperties?: Part | boolean
}

/** A place in a request: its path, its schema, and whether it is required. */
export interface Leaf {
  path: (string | number)[]
  /** The wire name that a refusal must mention. */
  name: string
  types: string[]
  isRequired: boolean
}

/** Every place of a request that has a type: fields, elements of lists, values of maps. */
export const leavesOf = (schema: TSchema): Leaf[] => walk(schema, [], '', true)

const walk = (part: Part, path: Leaf['path'], name: string, isRequired: boolean): Leaf[] => {
  const types = [part.type ?? []].flat()
  const own = types.length > 0 && path.length > 0 ? [{ path, name, types, isRequired }] : []
  const fields = Object.entries(part.properties ?? {}).flatMap(([key, child]) =>
    walk(child, [...path, key], key, part.required?.includes(key) ?? false),
  )
  const elements = part.items ? walk(part.items, [...path, 0], name, false) : []
  const { additionalProperties: child } = part
  const values = typeof child === 'object' ? walk(child, [...path, 'task1'], 'task1', false) : []
  return [...own, ...fields, ...elements, ...values]
}

/** A copy of a value with one place changed; `undefined` removes it. */
export const withLeaf = (value: unknown, path: Leaf['path'], leaf: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return leaf
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? [...value] : []
    list[key] = withLeaf(list[key], rest, leaf)
    return list
  }
  const fields = { ...(value as Record<string, unknown> | undefined) }
  const changed = withLeaf(fields[key], rest, leaf)
  if (changed === undefined) delete fields[key]
  else fields[key] = changed
  return fields
}
