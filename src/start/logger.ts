import { destination, type Logger, pino } from 'pino'

const STDERR = 2

/** The log, on stderr: pretty for a person at a terminal, else one JSON object a line. */
export const makeLogger = async (level: string): Promise<Logger> => {
  const options = { level, base: null }
  if (!process.stderr.isTTY) return pino(options, destination({ dest: STDERR, sync: false }))
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ destination: STDERR, ignore: 'hostname,pid', sync: true }))
}
