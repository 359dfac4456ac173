import { InvalidArgumentError } from 'commander'
import { didYouMean } from '../errors/did-you-mean.ts'
import { isObject } from '../kernel/is-object.ts'

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
    if (isObject(value)) return value
  } catch {
    // Refused below, like any other text that is not an object.
  }
  throw new InvalidArgumentError('It must be a JSON object.')
}

/** Reads a whole number, zero or more. */
export const readWhole = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** A reader of whole numbers within bounds. */
export const readBetween =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

/** A reader of one value of a closed list. */
export const readOneOf =
  <T extends string>(known: readonly T[]) =>
  (text: string): T => {
    const found = known.find((value) => value === text)
    if (found !== undefined) return found
    const hint = didYouMean(text, known) || '.'
    throw new InvalidArgumentError(`It must be one of ${known.join(', ')}${hint}`)
  }

/** A reader of values of a closed list, given as several arguments or separated by commas. */
export const readSomeOf = <T extends string>(known: readonly T[]) => {
  const readOne = readOneOf(known)
  return (text: string, before: readonly T[] = []): T[] => [
    ...before,
    ...text
      .split(',')
      .filter((value) => value !== '')
      .map(readOne),
  ]
}
