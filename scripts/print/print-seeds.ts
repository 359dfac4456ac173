import { code, table } from './markdown.ts'

/** What is read of a schema. */
export interface SeedSchema {
  type?: string | undefined
  const?: unknown
  pattern?: string | undefined
  minItems?: number | undefined
  description?: string | undefined
  properties?: Readonly<Record<string, SeedSchema>> | undefined
  required?: readonly string[] | undefined
  items?: SeedSchema | undefined
  anyOf?: readonly SeedSchema[] | undefined
}

/** The keys of a seed, a table for each. */
export const printSeedKeys = ({ properties = {} }: SeedSchema): string =>
  Object.entries(properties)
    .map(([key, kind]) => printKind(key, kind))
    .join('\n\n')

/** The rules that every seed is checked by. */
export const printSeedRules = (rules: readonly { says: string }[]): string =>
  rules.map(({ says }) => `- ${says}`).join('\n')

const printKind = (key: string, { items, description }: SeedSchema): string => {
  const heading = `### ${code(key)}`
  if (!items) return `${heading}\n\n${description ?? ''}`
  const lines = [heading, ...(items.description ? [items.description] : [])]
  return [...lines, table(['Key', 'Value'], merged(rowsOf(items)))].join('\n\n')
}

/** Keys in a row that have the same value share a row of the table. */
const merged = (rows: readonly [key: string, value: string][]): string[][] => {
  const groups: { keys: string[]; value: string }[] = []
  for (const [key, value] of rows) {
    const last = groups.at(-1)
    if (last?.value === value) last.keys.push(key)
    else groups.push({ keys: [key], value })
  }
  return groups.map(({ keys, value }) => [keys.join(', '), value])
}

/** Keys that may be absent have a question mark. */
const rowsOf = (schema: SeedSchema, path = ''): [key: string, value: string][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
    const place = path + name
    const inner = innerOf(each)
    const isNeeded = schema.required?.includes(name)
    const row: [string, string] = [code(isNeeded ? place : `${place}?`), cellOf(each)]
    return inner ? [row, ...rowsOf(inner, `${place}${each.items ? '[]' : ''}.`)] : [row]
  })

/** The object that has rows of its own. */
const innerOf = (schema: SeedSchema): SeedSchema | undefined => {
  const inner = schema.items ?? schema
  return inner.properties ? inner : undefined
}

const cellOf = (schema: SeedSchema): string =>
  [kindOf(schema), schema.description ?? []].flat().join('; ')

const kindOf = ({ type, items, anyOf, pattern, minItems, ...schema }: SeedSchema): string => {
  if (anyOf) return anyOf.map(choiceOf).join(' or ')
  if (items)
    return `list${minItems ? ', not empty' : ''}${items.properties ? '' : ` of: ${kindOf(items)}`}`
  if (type === 'object') return 'object'
  if (type === 'integer') return 'integer'
  if (pattern !== undefined) return `text like ${code(pattern)}`
  if (schema.const !== undefined) return code(`${schema.const}`)
  return type === 'string' ? 'text' : `${type}`
}

const choiceOf = (choice: SeedSchema): string => {
  const [entry] = Object.entries(choice.properties ?? {})
  if (!entry) return kindOf(choice)
  const [name, value] = entry
  return code(`{ ${name}: ${value.const ?? 'id'} }`)
}
