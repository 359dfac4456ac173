import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { Sandbox } from './sandbox/sandbox.ts'
import { StartError } from './sandbox/start-error.ts'
import { atExit } from './start/at-exit.ts'
import { type DefaultCredentials, ensureDefaultCredentials } from './start/default-credentials.ts'
import { shippedFolders } from './start/folders.ts'

/** A server that listens. */
export interface RunningServer {
  readonly url: string
  readonly sandbox: Sandbox
  readonly credentials: DefaultCredentials
  /** Answers what is in flight, as long as the grace period lasts, and closes the databases. */
  stop(): Promise<void>
  /** Fails the call whose work threw an error that nothing caught, and says which one it was. */
  failCurrentCall(error: unknown): object | undefined
  /** What a log says of the calls that are under way. */
  callsInFlight(): readonly object[]
}

/** Starts a server: the one way for the program, the library and the command line. */
export const runServer = async (
  config: Config,
  logger?: FastifyBaseLogger,
): Promise<RunningServer> => {
  const sandbox = await Sandbox.open({ ...config, folders: shippedFolders() })
  // However the process ends, short of being killed, files in memory mode end with it.
  const forget = config.dataFolder ? () => {} : atExit(() => sandbox.files.discardNow())
  try {
    const app = await buildApp({ sandbox, config, ...(logger && { logger }) })
    const url = await listen(app, config)
    // Not before it listens: credentials that are printed once must not be lost to a busy port.
    const credentials = ensureDefaultCredentials(sandbox, config)
    sandbox.sweeper.onFailure = (error) => app.log.warn({ err: error }, 'files were not swept')
    sandbox.files.media.onUnfit = () =>
      app.log.warn('files cannot be read and pictures not made; `dam-sandbox doctor` says why')
    sandbox.worlds.onLeftBehind = (error) =>
      app.log.warn({ err: error }, 'a file is left behind, which the next start removes')
    sandbox.sweeper.begin()
    let stopping: Promise<void> | undefined
    const stop = (): Promise<void> => {
      stopping ??= stopServer(app, sandbox, config).then(forget)
      return stopping
    }
    return {
      url,
      sandbox,
      credentials,
      stop,
      failCurrentCall: (error) => app.calls.failCurrent(error),
      callsInFlight: () => app.calls.list(),
    }
  } catch (error) {
    await sandbox.close()
    forget()
    throw error
  }
}

const listen = async (app: FastifyInstance, { host, port }: Config): Promise<string> => {
  try {
    return await app.listen({
      host,
      port,
      listenTextResolver: (address) => `listening on ${address}`,
    })
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(`port ${port} on ${host} is in use; choose another with SANDBOX_PORT`)
    if (syscall !== undefined)
      throw new StartError(`cannot listen on ${host}, port ${port}: ${message}`)
    throw error
  }
}

const stopServer = async (
  app: FastifyInstance,
  sandbox: Sandbox,
  { graceMs }: Config,
): Promise<void> => {
  const deadline = setTimeout(() => {
    app.log.warn('the grace period is over; open connections are cut')
    app.server.closeAllConnections()
  }, graceMs)
  await app.close()
  clearTimeout(deadline)
  await sandbox.close()
}
