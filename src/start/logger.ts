import { destination, type Logger, pino } from 'pino'
import { printableBlock } from '../kernel/text.ts'

const STDERR = 2

/** The log, on stderr: pretty in a terminal, else one JSON object a line. */
export const makeLogger = async (level: string): Promise<Logger> => {
  const options = { level, base: null }
  if (!process.stderr.isTTY) return pino(options, destination({ dest: STDERR, sync: false }))
  const { default: pretty } = await import('pino-pretty')
  const terminal = pretty({ destination: STDERR, ignore: 'hostname,pid', sync: true })
  return pino(options, { write: (line) => terminal.write(harmless(line)) })
}

/** A line of the log without terminal control characters: callers choose paths and names. */
export const harmless = (line: string): string =>
  JSON.stringify(
    JSON.parse(line, (_, value: unknown) =>
      typeof value === 'string' ? printableBlock(value) : value,
    ),
  )
