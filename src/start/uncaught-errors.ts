import type { Logger } from 'pino'

/** What an error that nothing caught is told to. */
export interface FailingServer {
  /** Fails the call whose work threw the error, if there is one, and says which one it was. */
  failCurrentCall(error: unknown): object | undefined
  callsInFlight(): readonly object[]
  stop(): Promise<void>
}

/** How much longer than its grace period a stop may take before the process ends all the same. */
const MAX_CLOSING_MS = 10_000

/**
 * Lets errors that nothing caught fail the call that caused them. After a rejection of a promise the server
 * goes on; after an exception its memory may be wrong, so it answers what is in flight and ends with code 1.
 * For programs only: a library leaves these events to the process that it runs in.
 */
export const surviveUncaughtErrors = (
  server: FailingServer,
  logger: Logger,
  graceMs: number,
): void => {
  process.on('unhandledRejection', (reason) =>
    logger.error(describe(server, reason), 'a rejected promise was not handled; its call fails'),
  )
  let isEnding = false
  process.on('uncaughtException', (error) => {
    logger.fatal(describe(server, error), 'an exception was not caught; the server stops')
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), graceMs + MAX_CLOSING_MS).unref()
    server
      .stop()
      .catch((failure: unknown) => logger.fatal({ err: failure }, 'the stop failed'))
      .finally(() => process.exit(1))
  })
}

const describe = (server: FailingServer, error: unknown): object => {
  const inFlight = server.callsInFlight()
  return {
    err: error instanceof Error ? error : new Error(String(error)),
    call: server.failCurrentCall(error),
    inFlight: inFlight.length,
    calls: inFlight.slice(0, MAX_LISTED),
  }
}

const MAX_LISTED = 20
