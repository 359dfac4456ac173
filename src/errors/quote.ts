/** A value as a message quotes it: JSON on one line, cut to 80 characters. */
export const quote = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 77).toWellFormed()}…` : text
}
