import type { Field } from './record-headings.ts'

/** Fields that hold the id of a user. */
export const USER_FIELDS: ReadonlySet<Field> = new Set<Field>([
  'addedBy',
  'submitter',
  'createUser',
])

const AMOUNTS: ReadonlySet<Field> = new Set<Field>([
  'size',
  'memberCount',
  'assetCount',
  'contentCount',
])

/** Whether the values of a field are amounts, which stand below each other. */
export const isAmount = (field: Field): boolean => AMOUNTS.has(field)

/** The value of a field of a row; a dot leads into an object. */
export const fieldOf = (row: object, field: Field): unknown => {
  let value: unknown = row
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}
