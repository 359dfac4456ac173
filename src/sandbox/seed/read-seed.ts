import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { StartError } from '../start-error.ts'
import { Seed } from './format.ts'
import { problemsOf } from './misfits.ts'

/** Reads a seed: every JSON file of a folder, in order of their names, merged into one. */
export const readSeed = (folder: string): Seed => {
  const files = listFiles(folder)
  if (files.length === 0) throw new StartError(`the seed ${folder} has no .json files`)
  return files.map(readFragment).reduce(mergeFragments, {})
}

/** Checks data against the seed format; the error names the place of the data and every problem, up to ten. */
export const checkFragment = (data: unknown, place: string): Seed => {
  if (Value.Check(Seed, data)) return data
  throw new StartError(`${place}: ${problemsOf(Seed, data).join('; ')}`)
}

const listFiles = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name))
  } catch (error) {
    throw new StartError(
      `the seed ${folder} cannot be read (${messageOf(error)}); it must be demo, minimal or a folder of JSON files`,
    )
  }
}

const readFragment = (file: string): Seed => {
  try {
    return checkFragment(JSON.parse(readFileSync(file, 'utf8')), basename(file))
  } catch (error) {
    if (error instanceof StartError) throw new StartError(`seed file ${file}: ${error.message}`)
    const isUnreadable = error instanceof Error && 'syscall' in error
    const problem = isUnreadable ? 'cannot be read' : 'is not JSON'
    throw new StartError(`seed file ${file} ${problem}: ${messageOf(error)}`)
  }
}

const mergeFragments = (left: Seed, right: Seed): Seed => {
  const merged = new Map<string, unknown>(Object.entries(left))
  for (const [key, value] of Object.entries(right)) {
    const existing = merged.get(key)
    const both =
      Array.isArray(existing) && Array.isArray(value)
        ? [...existing, ...value]
        : existing && !Array.isArray(value)
          ? { ...existing, ...value }
          : value
    merged.set(key, both)
  }
  return Object.fromEntries(merged)
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
