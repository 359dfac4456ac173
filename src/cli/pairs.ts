import { InvalidArgumentError } from 'commander'

/** Reads pairs such as `A-20-1=envelope,A-9-2=at-once`. */
export const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').map((pair) => {
      const [, name, value] = /^([^=]+)=(.+)$/.exec(pair.trim()) ?? []
      if (name === undefined || value === undefined)
        throw new InvalidArgumentError('It must be pairs such as a=b,c=d.')
      return [name, value]
    }),
  )

/** Reads a JSON object. */
export const readObject = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new InvalidArgumentError('It must be a JSON object.')
}

/** Reads a whole number that is not negative. */
export const readWhole = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
