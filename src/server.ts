import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig, unknownVariables } from './config.ts'
import { NewerSchemaError } from './db/migrate.ts'
import { removeAbandonedFolders } from './sandbox/files/private-folder.ts'
import { Sandbox } from './sandbox/sandbox.ts'
import { StartError } from './sandbox/start-error.ts'
import { ensureDefaultCredentials } from './start/default-credentials.ts'
import { shippedFolders } from './start/folders.ts'
import { helpText } from './start/help-text.ts'
import { makeLogger } from './start/logger.ts'
import { startScreen } from './start/start-screen.ts'

const start = async (config: Config): Promise<void> => {
  const logger = await makeLogger(config.logLevel)
  for (const name of unknownVariables())
    process.stderr.write(`dam-sandbox: ${name} is no setting and has no effect; see --help\n`)
  const sandbox = await Sandbox.open({ ...config, folders: shippedFolders() })
  // However the process ends, short of being killed, files in memory mode end with it.
  if (!config.dataFolder) process.on('exit', () => sandbox.files.discardNow())
  try {
    const app = await buildApp({ sandbox, config, logger })
    const url = await listen(app, config)
    // Not before it listens: credentials that are printed once must not be lost to a busy port.
    const credentials = ensureDefaultCredentials(sandbox, config)
    stopOnSignals(app, sandbox, config)
    sandbox.sweeper.onFailure = (error) => logger.warn({ err: error }, 'files were not swept')
    sandbox.sweeper.begin()
    removeAbandonedFolders().catch((error) => logger.warn({ err: error }, 'old files are left'))
    process.stdout.write(startScreen(url, credentials, config, sandbox.isFresh))
  } catch (error) {
    await sandbox.close()
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

/** Answers what is in flight, closes the databases and ends; a second signal ends at once. */
const stopOnSignals = (app: FastifyInstance, sandbox: Sandbox, { graceMs }: Config): void => {
  let isStopping = false
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) process.exit(1)
    isStopping = true
    app.log.info(`${signal}: answering what is in flight`)
    const deadline = setTimeout(() => {
      app.log.warn('the grace period is over; open connections are cut')
      app.server.closeAllConnections()
    }, graceMs)
    await app.close()
    clearTimeout(deadline)
    await sandbox.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))
}

/** What the person who starts the server can put right is one line each; a defect keeps its stack. */
const explain = (error: unknown): string => {
  if (error instanceof ConfigError)
    return error.problems.map((line) => `dam-sandbox: ${line}`).join('\n')
  if (error instanceof StartError || error instanceof NewerSchemaError)
    return `dam-sandbox: ${error.message}`
  if (error instanceof Error && isStorageError(error))
    return `dam-sandbox: the databases cannot be used: ${error.message}`
  return `dam-sandbox: ${error instanceof Error ? error.stack : error}`
}

const isStorageError = (error: Error & { code?: unknown }): boolean =>
  typeof error.code === 'string' && error.code.startsWith('SQLITE_')

const main = async (): Promise<void> => {
  if (process.argv.some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(helpText())
    return
  }
  try {
    await start(readConfig())
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

void main()
