import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { styleText } from 'node:util'
import { type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { mapStack } from '../kernel/stack.ts'
import { printable } from '../kernel/text.ts'
import { artifactsFolder } from './artifacts.ts'
import type { Paint } from './format-call-line.ts'
import { prettyLine } from './pretty-line.ts'

export interface Log {
  readonly logger: Logger
  readonly isPretty: boolean
  print(text: string): void
  /** Waits until its lines are written, for at most a second. */
  drained(): Promise<void>
}

/** The stream of a log: stdout for the program; with the library, stdout belongs to the program that uses it. */
export const STREAMS = { program: 1, library: 2 } as const

/** Maximum bytes that wait for the reader of a log; further lines are dropped and counted. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

const MAX_DRAIN_MS = 1_000

/** The log, on one stream: one line a call for people, or one JSON object a line and nothing else. */
export const openLog = (
  { log, logFormat, artifacts, node }: Pick<Config, 'log' | 'logFormat' | 'artifacts' | 'node'>,
  stream: (typeof STREAMS)[keyof typeof STREAMS],
): Log => {
  const level = log === 'silent' && artifacts ? 'info' : log
  const kept = artifacts === undefined ? undefined : openArtifact(artifacts)
  const isTerminal = isatty(stream)
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && isTerminal)
  const out = stream === STREAMS.program ? process.stdout : process.stderr
  // Node decides if the stream supports colors: by FORCE_COLOR, NO_COLOR, and if it is a terminal.
  const paint: Paint = (style, text) => (text === '' ? '' : styleText(style, text, { stream: out }))
  // A reader that goes ends the log and nothing else.
  if (out.listenerCount('error') === 0) out.on('error', () => {})
  let dropped = 0
  const write = (line: string): void => {
    kept?.write(line)
    if (log === 'silent') return
    if (out.writableLength + line.length > MAX_WAITING_BYTES) {
      dropped += 1
      return
    }
    out.write(isPretty ? prettyLine(line, paint, node) : `${printable(line.trimEnd())}\n`)
    if (dropped === 0) return
    const lines = dropped
    dropped = 0
    logger.warn(`${lines} log lines were dropped because they were not read in time`)
  }
  const logger = pino({ level, base: null, serializers: { err: describeError } }, { write })
  const print = (text: string): void => {
    if (isPretty) out.write(text)
  }
  return { logger, isPretty, print, drained: () => drained(out) }
}

const describeError = (error: Error): unknown => {
  const described = pino.stdSerializers.err(error)
  return error instanceof Error ? { ...described, stack: mapStack(described.stack) } : described
}

const openArtifact = (folder: string): NodeJS.WritableStream => {
  const file = createWriteStream(join(artifactsFolder(folder), 'log.ndjson'))
  // A log that cannot be written ends itself and nothing else.
  return file.on('error', () => {})
}

const drained = (out: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_DRAIN_MS)
    out.write('', () => {
      clearTimeout(timer)
      resolve()
    })
  })
