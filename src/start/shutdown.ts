import { setTimeout } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Config } from '../config/config.ts'
import type { Log } from './logger.ts'
import type { RunningServer } from './run-server.ts'
import { factsOf, failItsCall, isOfCaller, type ServerOfCalls } from './uncaught-errors.ts'

type StoppableServer = ServerOfCalls & Pick<RunningServer, 'sandbox' | 'stop'>

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
 * Stops the server in order after a signal, which first lets balancers see that it is not ready; at once after a second one.
 * An error that nothing caught fails the call that caused it, and the server goes on. It also goes on after a rejection
 * of a promise, and after an error of a connection whose caller has left. After any other exception nobody knows what is
 * left undone, so the server stops in order and ends with code 1. close-with-grace would end at the second exception,
 * with calls in flight unanswered. For programs only: the library has `containErrors`.
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
        logger.info(`${signal}: not ready, but still accepting calls for ${drainMs} ms`)
        await setTimeout(drainMs)
      }
      if (signal) logger.info(`${signal}: finishing calls in flight`)
      await server.stop()
      logger.info('stopped')
      await drained()
      if (hasFailed) process.exit(1)
    },
  )
  process.on('unhandledRejection', (reason) => {
    if (failItsCall(server, logger, reason)) return
    logger.error(factsOf(server, reason), 'unhandled promise rejection outside of any call')
  })
  process.on('uncaughtException', (error) => {
    if (failItsCall(server, logger, error)) return
    const facts = factsOf(server, error)
    if (isOfCaller(error)) {
      logger.error(facts, 'uncaught error of a connection or stream; the server keeps running')
      return
    }
    logger.fatal(facts, 'uncaught exception outside of any call; the server is stopping')
    if (hasFailed) return
    hasFailed = true
    close()
  })
}
