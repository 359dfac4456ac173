import { randomBytes } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { styleText } from 'node:util'
import type { Environment } from '../config/environment.ts'
import { isObject } from '../kernel/is-object.ts'
import { printable, printableBlock, widthOf } from '../kernel/text.ts'
import { type CliError, cliError } from './cli-errors.ts'

type Style = 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow'

/** Gives a text a style, where the output takes styles. */
export type Paint = (style: Style, text: string) => string

/** Interval of the line of progress. */
const PROGRESS_MS = 1_000

/** Characters of a progress bar. */
const BAR_WIDTH = 30

type Stream<Kind> = Kind & { readonly isTTY?: boolean }

/** What a command uses of its process. */
export interface Io {
  readonly env: Environment
  readonly stdin: Stream<Readable>
  readonly stdout: Stream<Writable>
  readonly stderr: Stream<Writable>
  exitCode?: number | string | null | undefined
}

/**
 * The output of the command line: answers on stdout, everything else on stderr. Texts of a server may come from
 * any caller, so control characters are escaped.
 */
export class Terminal {
  readonly isJson: boolean
  readonly #io: Io
  /** Stands for style codes until a line is escaped and written; it is random so that no text can contain it. */
  readonly #mark = randomBytes(16).toString('hex')
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
  end(): void {
    const [answer, error] = [this.#answer, this.#error]
    if (!this.isJson || (answer === undefined && !error)) return
    const shown = isObject(answer) || answer === undefined ? answer : { result: answer }
    this.print(JSON.stringify(error ? { error, ...shown } : answer, null, 2))
  }

  /** Writes a block of text, unless it is empty. */
  print(text: string): void {
    if (text !== '') this.#io.stdout.write(`${this.#styled(printableBlock(text))}\n`)
  }

  /** Writes one of many answers as a line, which is JSON or text. */
  answerLine(value: unknown, text: string): void {
    const line = printable(this.isJson ? JSON.stringify(value) : text)
    this.#io.stdout.write(`${this.#styled(line)}\n`)
  }

  /** Writes a note to stderr. */
  note(text: string): void {
    this.#io.stderr.write(`${printable(text)}\n`)
  }

  /** Writes why the command fails. */
  fail(why: string, error = cliError('not-met', why)): void {
    this.#error ??= error
    this.note(`dam-sandbox: ${why}`)
  }

  /** Colours a text on terminals. */
  readonly paint: Paint = (style, text) => {
    const { env, stdout } = this.#io
    const isColoured = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
    return isColoured ? `${this.#mark}${style};${text}${this.#mark};` : text
  }

  /** Shows on a terminal how much of a task is done, from 0 to 1; nothing when it is over. */
  showFraction(what: string, fraction: number | undefined): void {
    if (this.#io.stderr.isTTY !== true) return
    const full = Math.round((fraction ?? 0) * BAR_WIDTH)
    const bar = `${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}`
    const percent = Math.floor((fraction ?? 0) * 100)
    const line = fraction === undefined ? '' : `[${bar}] ${percent} %  ${printable(what)}`
    this.#io.stderr.write(`\r\u001b[2K${line}`)
  }

  #styled(text: string): string {
    const painted = new RegExp(`${this.#mark}(\\w+);(.*?)${this.#mark};`, 'g')
    return text.replace(painted, (_, style: Style, inside: string) =>
      styleText(style, inside, { validateStream: false }),
    )
  }

  /** Shows on a terminal how long a task takes. */
  async showProgress<T>(what: string, work: Promise<T>): Promise<T> {
    if (this.#io.stderr.isTTY !== true) return work
    let seconds = 0
    const timer = setInterval(() => {
      seconds += 1
      this.#io.stderr.write(`\r${what} ... ${seconds} s`)
    }, PROGRESS_MS)
    try {
      return await work
    } finally {
      clearInterval(timer)
      if (seconds > 0) this.#io.stderr.write('\r\u001b[2K')
    }
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
