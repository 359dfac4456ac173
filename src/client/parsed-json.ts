/** The value of a JSON text; undefined when it is not JSON. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A JSON text with indentation; undefined when it is not JSON. */
export const indentedJson = (text: string): string | undefined => {
  const value = parsedJson(text)
  return value === undefined ? undefined : JSON.stringify(value, null, 2)
}
