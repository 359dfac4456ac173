import { setTimeout } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Config } from '../config/config.ts'
import type { Log } from './logger.ts'
import type { RunningServer } from './run-server.ts'

type StoppableServer = Pick<RunningServer, 'sandbox' | 'failCurrentCall' | 'callsInFlight' | 'stop'>

/** How much longer than its drain and grace period a stop may take before the process ends all the same. */
const MAX_CLOSING_MS = 10_000

/** Not for close-with-grace: errors are ours, and after a fault in native code no listener can run. */
const SKIPPED = [
  'uncaughtException',
  'unhandledRejection',
  'beforeExit',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGTRAP',
] satisfies closeWithGrace.AllEvents[]

/**
 * Stops the server in order after a signal, which first lets balancers see that it is not ready; at once after a second one. An error that nothing caught fails the
 * call that caused it: after a rejection of a promise the server goes on; after an exception its memory may be
 * wrong, so it stops in order and ends with code 1. close-with-grace would end at the second exception, with
 * calls in flight unanswered. For programs only: a library leaves these events to the process that it runs in.
 */
export const stopInOrder = (
  server: StoppableServer,
  { logger, drained }: Pick<Log, 'logger' | 'drained'>,
  { drainMs, graceMs }: Pick<Config, 'drainMs' | 'graceMs'>,
): void => {
  let hasFailed = false
  const { close } = closeWithGrace(
    { delay: drainMs + graceMs + MAX_CLOSING_MS, logger, skip: SKIPPED },
    async ({ signal }) => {
      if (signal && drainMs > 0) {
        server.sandbox.isDraining = true
        logger.info(`${signal}: not ready; calls are taken for ${drainMs} ms`)
        await setTimeout(drainMs)
      }
      if (signal) logger.info(`${signal}: answering what is in flight`)
      await server.stop()
      logger.info('stopped')
      await drained()
      if (hasFailed) process.exit(1)
    },
  )
  process.on('unhandledRejection', (reason) =>
    logger.error(describe(server, reason), 'a rejected promise was not handled; its call fails'),
  )
  process.on('uncaughtException', (error) => {
    logger.fatal(describe(server, error), 'an exception was not caught; the server stops')
    if (hasFailed) return
    hasFailed = true
    close()
  })
}

const describe = (server: StoppableServer, error: unknown): object => {
  const inFlight = server.callsInFlight()
  return {
    err: error instanceof Error ? error : new Error(String(error)),
    call: server.failCurrentCall(error),
    inFlight: inFlight.length,
    calls: inFlight.slice(0, MAX_LISTED),
  }
}

const MAX_LISTED = 20
