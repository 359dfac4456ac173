import { closeSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { InvalidDataError } from '../contract/errors/invalid-data-error.ts'
import { describeError, describePlace } from '../contract/validation/describe-error.ts'
import { findError, findErrors, isValid } from '../contract/validation/validator.ts'
import { isOfSystem } from '../kernel/file-names.ts'
import { findJsonError } from '../kernel/json-position.ts'
import { isTooDeep, MAX_JSON_DEPTH, withoutByteOrderMark } from '../kernel/json-scan.ts'
import { LIMITS } from '../kernel/limits.ts'
import { messageLine, printable } from '../kernel/text.ts'
import { BUILT_IN_SEEDS } from './built-in-seeds.ts'
import { openRegularFile } from './regular-file.ts'
import { Seed } from './seed-format.ts'
import { type Origins, originsOf } from './seed-places.ts'
import { refuseLargeSeed } from './seed-size.ts'

/** A folder of seed files; with a root, files outside of it are refused, including targets of links. */
export interface SeedFolder {
  folder: string
  root?: string | undefined
}

/** Reads a seed: every JSON file of a folder, in order of their names, merged into one. */
export const readSeed = ({ folder, root }: SeedFolder): Seed => {
  const files = listFiles(folder)
  if (files.length === 0) throw new InvalidDataError(`the seed ${folder} has no .json files`)
  if (files.length > LIMITS.seedFolderFiles.max)
    throw new InvalidDataError(
      `the seed ${folder} has ${files.length} .json files; at most ${LIMITS.seedFolderFiles.max} are allowed`,
    )
  const seed = mergeFragments(files.map((file) => [basename(file), readFragment(file, root)]))
  refuseLargeSeed(seed)
  return seed
}

/** Checks data against the seed format; the error names the place of the data and every problem, up to ten. */
export const checkFragment = (data: unknown, place: string): Seed => {
  if (isValid(Seed, data)) return data
  throw new InvalidDataError(`${place}: ${describeErrors(data)}`)
}

const listFiles = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !isOfSystem(name))
      .sort()
      .map((name) => join(folder, name))
  } catch (error) {
    const choices = `${BUILT_IN_SEEDS.join(', ')} or a folder of JSON files`
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new InvalidDataError(
        `Seed folder "${printable(folder)}" does not exist${didYouMean(folder, BUILT_IN_SEEDS) || `; use ${choices}`}`,
      )
    throw new InvalidDataError(
      `Seed folder "${printable(folder)}" cannot be read (${messageLine(error)}); use ${choices}`,
    )
  }
}

const readFragment = (file: string, root: string | undefined): Seed => {
  const data = parse(file, readText(file, root))
  const first = findError(Seed, data)
  if (!first) return data as Seed
  const start = `seed file ${file}: ${basename(file)}`
  throw new InvalidDataError(`${start}: ${describeErrors(data)}`, {
    summary: `${start}: ${describePlace(first, WHOLE)} does not match the seed format`,
  })
}

const MAX_ERRORS = 10

const WHOLE = 'it'

const describeErrors = (data: unknown): string =>
  findErrors(Seed, data, MAX_ERRORS)
    .map((error) => describeError(error, WHOLE))
    .join('; ')

const readText = (file: string, root: string | undefined): string => {
  try {
    const descriptor = openRegularFile(file, LIMITS.seedFileBytes.max, root)
    try {
      return withoutByteOrderMark(readFileSync(descriptor)).toString('utf8')
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw new InvalidDataError(`seed file ${file} cannot be read: ${messageLine(error)}`)
  }
}
const parse = (file: string, text: string): unknown => {
  if (isTooDeep(Buffer.from(text)))
    throw new InvalidDataError(
      `seed file ${file} is nested more than ${MAX_JSON_DEPTH} levels deep`,
    )
  try {
    return JSON.parse(text)
  } catch (error) {
    const { line, column } = findJsonError(text) ?? { line: 1, column: 1 }
    const summary = `seed file ${file} is not JSON: line ${line}, column ${column}`
    throw new InvalidDataError(`${summary}: ${messageLine(error)}`, { summary })
  }
}

/** Merges the files of a seed: concatenates lists of the same key; of fixtures with the same name the last wins. */
export const mergeFragments = (fragments: readonly (readonly [file: string, Seed])[]): Seed => {
  const lists = new Map<string, unknown[]>()
  const starts: Origins = new Map()
  let fixtures: Seed['fixtures']
  for (const [file, { fixtures: named, ...rest }] of fragments) {
    if (named) fixtures = { ...fixtures, ...named }
    for (const [key, rows] of Object.entries(rest)) {
      const merged = lists.get(key) ?? []
      starts.set(key, [...(starts.get(key) ?? []), { file, from: merged.length }])
      for (const row of rows) merged.push(row)
      lists.set(key, merged)
    }
  }
  const seed = { ...Object.fromEntries(lists), ...(fixtures && { fixtures }) } as Seed
  originsOf.set(seed, starts)
  return seed
}
