/** A JSON object of any keys. */
export type Loose = Record<string, unknown>

/** A value as an object; undefined when it is none. */
export const objectOf = (value: unknown): Loose | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Loose)
    : undefined

/** The object that a JSON text holds; undefined when it holds none. */
export const parseObject = (text: string): Loose | undefined => {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}
