import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../config/environment.ts'
import { isObject } from '../kernel/json.ts'
import { printable, printableBlock, widthOf } from '../kernel/text.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { type CliError, cliError, EXIT } from './cli-errors.ts'

export interface Io {
  readonly env: Environment
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
  exitCode?: number | string | null | undefined
}

/**
 * The output of the command line: results on stdout, everything else on stderr. Texts of a server may come from
 * any caller, so control characters are escaped.
 */
export class Terminal {
  readonly isJson: boolean
  readonly #io: Io
  #answer: unknown
  #error: CliError | undefined

  constructor(io: Io, isJson: boolean) {
    this.#io = io
    this.isJson = isJson
  }

  /** Writes an answer as text; `end` writes it as JSON. */
  answer<T>(value: T, format: (value: T) => string | readonly string[]): void {
    this.#answer = value
    if (this.isJson) return
    const lines = format(value)
    this.print(typeof lines === 'string' ? lines : lines.map(printable).join('\n'))
  }

  /** Writes the one value of JSON: the answer, and the error where the command failed. */
  end(exitCode?: unknown): void {
    const [answer, error] = [this.#answer, this.#error]
    if (!this.isJson || (answer === undefined && !error)) return
    const shown = isObject(answer) || answer === undefined ? answer : { result: answer }
    this.print(JSON.stringify(error ? { error, exitCode, ...shown } : answer, null, 2))
  }

  print(text: string): void {
    if (text !== '') this.#io.stdout.write(`${printableBlock(text)}\n`)
  }

  /** Writes one of many answers as a line, which is JSON or text. */
  answerLine(value: unknown, text: string): void {
    this.#io.stdout.write(`${printable(this.isJson ? JSON.stringify(value) : text)}\n`)
  }

  /** Shows progress in place of the previous progress line; only on a terminal. */
  progress(text: string): void {
    if (this.#io.stderr.isTTY) this.#io.stderr.write(`\r\x1b[K${printable(text)}`)
  }

  note(text: string): void {
    this.#io.stderr.write(`${printable(text)}\n`)
  }

  /** Lists damaged parts, one per line, and returns the exit code for damage. */
  warnOfDamage(why: string, parts: readonly string[]): number {
    for (const part of parts) this.note(`dam-sandbox: ${part}`)
    this.fail(why, cliError('damaged', why))
    return EXIT.damaged
  }

  fail(why: string, error = cliError('not-met', why)): number {
    this.#error ??= error
    this.note(`dam-sandbox: ${why}`)
    return EXIT.refused
  }
}

/** A table as lines; cells of the last column are not padded. */
export const columns = (
  heads: readonly string[],
  rows: readonly (readonly unknown[])[],
): string[] => {
  const cells = [heads, ...rows.map((row) => row.map((cell) => String(cell ?? '-')))]
  const widths = heads.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0),
  )
  return cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/** A response for people: a list as a table, any other value as one line per member. */
export const formatValue = (value: unknown, members?: readonly string[]): string[] => {
  if (!Array.isArray(value)) return linesOf(value, '')
  const keys = members ?? [...new Set(value.flatMap((row) => Object.keys(row)))]
  const heads = keys.map((key) =>
    key
      .replace(/AtMs$/, '')
      .replace(/(?=[A-Z])/g, ' ')
      .toUpperCase(),
  )
  const cells = value.map((row) => keys.map((key) => cellOf(key, row[key] ?? '-')))
  return cells.length === 0 ? [] : columns(heads, cells)
}

const cellOf = (key: string, value: unknown): string => {
  if (/(?:^now|AtMs)$/.test(key) && typeof value === 'number') return formatInstant(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const linesOf = (value: unknown, path: string): string[] => {
  if (isPlain(value) || (Array.isArray(value) && value.every(isPlain)))
    return [`${path} ${cellOf(path, value)}`]
  return Object.entries(Object(value)).flatMap(([key, part]) =>
    linesOf(part, path === '' ? key : `${path}.${key}`),
  )
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
