import { InvalidArgumentError } from 'commander'
import { didYouMean } from '../errors/did-you-mean.ts'

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

/** A reader of whole numbers within bounds. */
export const readBetween =
  (least: number, most: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }

/** A reader of words of a closed list. */
export const readOneOf =
  <T extends string>(known: readonly T[]) =>
  (text: string): T => {
    const found = known.find((word) => word === text)
    if (found !== undefined) return found
    const hint = didYouMean(text, known) || '.'
    throw new InvalidArgumentError(`It must be one of ${known.join(', ')}${hint}`)
  }

/** A reader of some words of a closed list, which come after each other or with commas between them. */
export const readSomeOf = <T extends string>(known: readonly T[]) => {
  const readOne = readOneOf(known)
  return (text: string, before: readonly T[] = []): T[] => [
    ...before,
    ...text
      .split(',')
      .filter((word) => word !== '')
      .map(readOne),
  ]
}
