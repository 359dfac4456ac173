import { delimiter } from 'node:path'
import { type ChosenVariants, problemsOfVariants } from '../contract/assumptions/index.ts'
import { REFUSALS } from '../errors/refusals.ts'

/** Any text. */
export const text = (value: string): string => value

/** One of these words. */
export const oneOf =
  <T extends string>(...known: readonly T[]) =>
  (value: string): T => {
    const found = known.find((name) => name === value)
    if (!found) throw new Error(`must be one of ${known.join(', ')}, got "${value}"`)
    return found
  }

/** A whole number within bounds. */
export const wholeNumber =
  (least: number, most: number) =>
  (value: string): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw new Error(`must be a whole number from ${least} to ${most}, got "${value}"`)
    return number
  }

/** The base of addresses, without a slash at its end. */
export const baseUrl = (value: string): string => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new Error(`must be an http or https address, got "${value}"`)
  return value.replace(/\/+$/, '')
}

/** Paths that have a meaning of their own. */
const TAKEN = /^\/(w|_sandbox|livez|readyz)(\/|$)/

/** A path that others lie below, without a slash at its end. */
export const basePath = (value: string): string => path(value.replace(/\/+$/, ''))

/** A path that has no meaning of its own yet. */
export const path = (value: string): string => {
  if (TAKEN.test(value)) throw new Error(`must be a path that is free, got "${value}"`)
  if (!/^(\/(?!\.{1,2}(\/|$))[\w\-.]+)+\/?$/.test(value))
    throw new Error(`must be a path such as /a/b, got "${value}"`)
  return value
}

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Paths of folders, separated by commas or as the platform separates paths. */
export const folders = (value: string): string[] =>
  value.split(delimiter).flatMap((part) => list(part))

/** Host names, without scheme and port, in lower case. */
export const hostNames = (value: string): string[] =>
  list(value.toLowerCase()).map((name) => {
    if (/[:/]/.test(name)) throw new Error(`must be names without scheme and port, got "${name}"`)
    return name
  })

const pairs = (value: string): Record<string, string> =>
  Object.fromEntries(
    list(value).map((pair) => {
      const [, left, right] = /^([^=]+)=(.+)$/.exec(pair) ?? []
      if (!(left && right)) throw new Error(`must be pairs such as a=b, got "${pair}"`)
      return [left.trim(), right.trim()]
    }),
  )

/** Variants of the list of assumptions. */
export const variants = (value: string): ChosenVariants => {
  const chosen = pairs(value)
  const problems = problemsOfVariants(chosen)
  if (problems.length > 0) throw new Error(`names what does not exist: ${problems.join('; ')}`)
  return chosen
}

/** Codes to answer instead of ours. */
export const codes = (value: string): Record<string, string> => {
  const mapped = pairs(value)
  const known = new Set<string>(Object.values(REFUSALS).map(({ code }) => code))
  const strange = Object.keys(mapped).find((code) => !known.has(code))
  const empty = Object.keys(mapped).find((code) => mapped[code] === '0')
  if (empty) throw new Error(`gives ${empty} the code 0, which means success`)
  if (strange) throw new Error(`names the code ${strange}, which is not in docs/errors.md`)
  return mapped
}
