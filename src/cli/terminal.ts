import { randomBytes } from 'node:crypto'
import { styleText } from 'node:util'
import { printable, printableBlock } from '../kernel/text.ts'

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** How often a line of progress is written anew. */
const PROGRESS_MS = 1_000

/**
 * Where the command line writes: answers to stdout, all else to stderr. What comes from a server was sent by
 * anybody, so nothing is written before its control characters are escaped.
 */
export class Terminal {
  readonly isJson: boolean
  readonly #isColourWanted: boolean
  /** Stands for the codes of styles until a line is written: nobody who sends texts can know it. */
  readonly #mark = randomBytes(16).toString('hex')

  constructor(isJson: boolean, isColourWanted: boolean) {
    this.isJson = isJson
    this.#isColourWanted = isColourWanted
  }

  /** Writes an answer: as JSON where that was asked for, else in words. */
  answer(value: unknown, words: (value: never) => string | readonly string[]): void {
    const lines = this.isJson ? JSON.stringify(value, null, 2) : words(value as never)
    const text = typeof lines === 'string' ? printableBlock(lines) : lines.map(printable).join('\n')
    if (text !== '') process.stdout.write(`${this.#styled(text)}\n`)
  }

  /** Writes one of many answers, which as JSON takes one line. */
  answerLine(value: unknown, words: string): void {
    const line = printable(this.isJson ? JSON.stringify(value) : words)
    process.stdout.write(`${this.#styled(line)}\n`)
  }

  /** Writes a line that is no answer. */
  tell(words: string): void {
    process.stderr.write(`${printable(words)}\n`)
  }

  /** Writes why the command ends with another code than 0. */
  fail(why: string): void {
    this.tell(`dam-sandbox: ${why}`)
  }

  /** Colours a text, on terminals only. */
  paint(style: Style, text: string): string {
    return this.#isColourWanted && process.stdout.isTTY === true
      ? `${this.#mark}${style};${text}${this.#mark};`
      : text
  }

  #styled(text: string): string {
    const painted = new RegExp(`${this.#mark}(\\w+);(.*?)${this.#mark};`, 'g')
    return text.replace(painted, (_, style: Style, inside: string) => styleText(style, inside))
  }

  /** Tells on a terminal how long something takes, until it is over. */
  async during<T>(what: string, work: Promise<T>): Promise<T> {
    if (process.stderr.isTTY !== true) return work
    let seconds = 0
    const timer = setInterval(() => {
      seconds += 1
      process.stderr.write(`\r${what} ... ${seconds} s`)
    }, PROGRESS_MS)
    try {
      return await work
    } finally {
      clearInterval(timer)
      if (seconds > 0) process.stderr.write('\r\u001b[2K')
    }
  }
}

/** Rows under heads, in columns; cells of the last one are not padded. */
export const columns = (
  heads: readonly string[],
  rows: readonly (readonly unknown[])[],
): string[] => {
  const cells = [heads, ...rows.map((row) => row.map((cell) => String(cell ?? '-')))]
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
