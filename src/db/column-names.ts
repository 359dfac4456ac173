/** The column name of a key: `created_at_ms` for `createdAtMs`. */
export const columnName = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
