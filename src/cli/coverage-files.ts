import { extname } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { Coverage } from '../coverage/coverage-schema.ts'
import { COVERAGE_FORMAT } from '../coverage/summarise-coverage.ts'
import { UsageError } from './client-command.ts'
import { readInput } from './read-input.ts'

/** The formats of coverage. */
export const COVERAGE_FORMATS = ['table', 'json', 'markdown', 'junit'] as const
export type CoverageFormat = (typeof COVERAGE_FORMATS)[number]

const BY_EXTENSION: ReadonlyMap<string, CoverageFormat> = new Map([
  ['.txt', 'table'],
  ['.json', 'json'],
  ['.md', 'markdown'],
  ['.xml', 'junit'],
])

/** The format that the name of a file asks for; undefined for an unknown extension. */
export const formatOfFile = (file: string): CoverageFormat | undefined =>
  BY_EXTENSION.get(extname(file).toLowerCase())

/** A reader of the name of a file for coverage, whose extension chooses the format. */
export const readCoverageFile = (file: string): string => {
  if (formatOfFile(file)) return file
  const known = [...BY_EXTENSION].map(([extension, format]) => `${extension} (${format})`)
  throw new InvalidArgumentError(`The name of the file must end with ${known.join(', ')}.`)
}

/** Reads coverage from files that were written as JSON. */
export const loadCoverage = async (files: readonly string[]): Promise<Coverage[]> => {
  const loaded: Coverage[] = []
  for (const file of files) loaded.push(await loadOne(file))
  return loaded
}

const loadOne = async (file: string): Promise<Coverage> => {
  const value = parse(file, await (await readInput(file)).text())
  const { format } = Object(value) as { format?: unknown }
  if (format !== COVERAGE_FORMAT)
    throw wrong(
      file,
      `format is ${JSON.stringify(format) ?? 'missing'}; expected "${COVERAGE_FORMAT}", as dam-sandbox coverage --format json writes it`,
    )
  // Loaded for this option only: the validator takes longer to load than most commands run.
  const { Coverage: schema } = await import('../coverage/coverage-schema.ts')
  const { findError } = await import('../validation/validator.ts')
  const { refusalFor } = await import('../validation/describe-error.ts')
  const error = findError(schema, value)
  if (error) throw wrong(file, refusalFor(error, 'the file').message)
  return value as Coverage
}

const parse = (file: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw wrong(file, `not valid JSON: ${error instanceof Error ? error.message : error}`)
  }
}

const wrong = (file: string, problem: string): UsageError =>
  new UsageError(`${file} is not coverage: ${problem}`)
