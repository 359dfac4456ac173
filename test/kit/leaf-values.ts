/** A value without parts. */
export type SeenValue = string | number | boolean | null

/** Every value without parts inside of a JSON value, with the key that it stands under; of a list that of the list. */
export const leafValues = (value: unknown, key = ''): [key: string, value: SeenValue][] => {
  if (Array.isArray(value)) return value.flatMap((item) => leafValues(item, key))
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, field]) => leafValues(field, name))
  return [[key, (value ?? null) as SeenValue]]
}
