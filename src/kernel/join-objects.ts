/** The JSON text of an object with the fields of several, in order. Each is the text of an object that has fields. */
export const joinObjects = (first: string, ...others: readonly string[]): string => {
  let text = first.slice(0, -1)
  for (const other of others) text += `,${other.slice(1, -1)}`
  return `${text}}`
}
