/** The name in the database of a column that is called by a key: `createdAtMs` is `created_at_ms`. */
export const columnName = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
