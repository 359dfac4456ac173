import { statSync } from 'node:fs'
import { delimiter } from 'node:path'
import { type ChosenVariants, problemsOfVariants } from '../contract/assumptions/index.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { REFUSALS } from '../errors/refusals.ts'
import { formatVariation, parseVariation } from '../variation/variation-kinds.ts'

/** The type of a setting's value, as TypeScript and as a parser of text. */
export interface SettingType<T> {
  /** The type of the library's option, in TypeScript. */
  readonly option: string
  /** How it is written as text, where the type of the option does not say it. */
  readonly syntax?: string
  /** Parses a text; the message of a thrown error completes "SANDBOX_PORT …". */
  readonly parse: (text: string) => T
}

/** Any text. */
export const text: SettingType<string> = { option: 'string', parse: (value) => value }

/** One of these words. */
export const oneOf = <const T extends string>(...known: readonly T[]): SettingType<T> => ({
  option: known.map((name) => `'${name}'`).join(' | '),
  parse: (value) => {
    const found = known.find((name) => name === value)
    if (!found) throw new Error(`must be one of ${known.join(', ')}, got "${value}"`)
    return found
  },
})

/** `on` or `off`; true or false in the library. */
export const onOff: SettingType<boolean> = {
  option: 'boolean',
  syntax: '`on` or `off`',
  parse: (value) => oneOf('on', 'off').parse(value) === 'on',
}

/** A whole number within bounds. */
export const wholeNumber = (min: number, max: number): SettingType<number> => ({
  option: 'number',
  parse: (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}, got "${value}"`)
    return number
  },
})

/** The base of URLs, without a slash at its end. */
export const baseUrl: SettingType<string> = {
  option: 'string',
  parse: (value) => {
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
      throw new Error(`must be an http or https URL, got "${value}"`)
    return value.replace(/\/+$/, '')
  },
}

/** Paths of the server itself. */
const RESERVED = /^\/(w|_sandbox|livez|readyz)(\/|$)/

/** A path that the server does not use itself. */
export const path: SettingType<string> = {
  option: 'string',
  parse: (value) => {
    if (RESERVED.test(value))
      throw new Error(`must be a path other than /w, /_sandbox, /livez and /readyz, got "${value}"`)
    if (!/^(\/(?!\.{1,2}(\/|$))[\w\-.]+)+\/?$/.test(value))
      throw new Error(`must be a path such as /a/b, got "${value}"`)
    return value
  },
}

/** A path that others lie below, without a slash at its end. */
export const basePath: SettingType<string> = {
  option: 'string',
  parse: (value) => path.parse(value.replace(/\/+$/, '')),
}

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const LIST = 'readonly string[]'

/** Paths of folders that exist, separated by commas or as the platform separates paths. */
export const folders: SettingType<readonly string[]> = {
  option: LIST,
  syntax: 'separated by commas',
  parse: (value) => {
    const paths = value.split(delimiter).flatMap((part) => list(part))
    const missing = paths.find((folder) => !statSync(folder, { throwIfNoEntry: false }))
    if (missing !== undefined)
      throw new Error(`must name folders that exist, but "${missing}" does not exist`)
    const other = paths.find((folder) => !statSync(folder).isDirectory())
    if (other !== undefined) throw new Error(`must name folders, but "${other}" is not a folder`)
    return paths
  },
}

/** Host names, without scheme and port, in lower case. */
export const hostNames: SettingType<readonly string[]> = {
  option: LIST,
  syntax: 'separated by commas',
  parse: (value) =>
    list(value.toLowerCase()).map((name) => {
      if (/[:/]/.test(name)) throw new Error(`must be names without scheme and port, got "${name}"`)
      return name
    }),
}

/** Origins of pages, as browsers send them, or `*` for every origin. */
export const origins: SettingType<readonly string[]> = {
  option: LIST,
  syntax: 'separated by commas',
  parse: (value) =>
    list(value).map((origin) => {
      if (origin === '*') return origin
      if (!/^https?:\/\/[^/\\?#@*]+$/i.test(origin) || !URL.canParse(origin))
        throw new Error(
          `must be origins such as https://app.example.com, without a path, or *, got "${origin}"`,
        )
      return new URL(origin).origin
    }),
}

const TEXTS_BY_NAME = 'Readonly<Record<string, string>>'

/** Reads `a=b,c=d`; what `problemsOf` says about the pairs, and every malformed pair, is one error. */
const pairs = (
  value: string,
  problemsOf: (pairs: Record<string, string>) => string[],
): Record<string, string> => {
  const matches = list(value).map((pair) => /^([^=]+)=(.+)$/.exec(pair) ?? pair)
  const malformed = matches.filter((match) => typeof match === 'string')
  const entries = matches.filter((match) => typeof match !== 'string')
  const read = Object.fromEntries(
    entries.map(([, left = '', right = '']) => [left.trim(), right.trim()]),
  )
  const problems = [
    ...malformed.map((pair) => `must be pairs such as a=b, got "${pair}"`),
    ...problemsOf(read),
  ]
  if (problems.length > 0) throw new Error(problems.join('; '))
  return read
}

/** Variants of assumptions. */
export const variants: SettingType<ChosenVariants> = {
  option: TEXTS_BY_NAME,
  syntax: 'such as `A-20-1=envelope,A-9-2=at-once`',
  parse: (value) =>
    pairs(value, (chosen) => {
      const problems = problemsOfVariants(chosen, didYouMean)
      return problems.length === 0 ? [] : [`has invalid entries: ${problems.join('; ')}`]
    }),
}

/** A variation as text, with its kinds in their order. */
export const variation: SettingType<string> = {
  option: 'string',
  syntax: 'such as `7` or `7:list-order,id-gaps`',
  parse: (value) => formatVariation(parseVariation(value)),
}

/** Codes of refusals by the codes that they replace. */
export const codes: SettingType<ReadonlyMap<string, string>> = {
  option: TEXTS_BY_NAME,
  syntax: 'such as `90020001=10130001`',
  parse: (value) => new Map(Object.entries(pairs(value, problemsOfCodes))),
}

const problemsOfCodes = (mapped: Record<string, string>): string[] => {
  const known = new Set<string>(Object.values(REFUSALS).map(({ code }) => code))
  return Object.entries(mapped).flatMap(([code, replacement]) => {
    if (!known.has(code)) return [`has the unknown code ${code}; docs/errors.md lists the codes`]
    if (replacement === '0') return [`must not replace ${code} by 0, which means success`]
    return []
  })
}
