import type { Logger } from 'pino'
import { type Config, ConfigError, oddVariables, readConfig } from './config.ts'
import { NewerSchemaError } from './db/migrate.ts'
import { type RunningServer, runServer } from './run.ts'
import { removeAbandonedFolders } from './sandbox/files/private-folder.ts'
import { StartError } from './sandbox/start-error.ts'
import { helpText } from './start/help-text.ts'
import { makeLogger } from './start/logger.ts'
import { startScreen } from './start/start-screen.ts'

const start = async (config: Config): Promise<void> => {
  const logger = await makeLogger(config.logLevel)
  for (const sentence of oddVariables()) process.stderr.write(`dam-sandbox: ${sentence}\n`)
  const server = await runServer(config, logger)
  stopOnSignals(server, logger)
  removeAbandonedFolders().catch((error) => logger.warn({ err: error }, 'old files are left'))
  process.stdout.write(startScreen(server.url, server.credentials, config, server.sandbox.isFresh))
}

/** Answers what is in flight, closes the databases and ends; a second signal ends at once. */
const stopOnSignals = (server: RunningServer, logger: Logger): void => {
  let isStopping = false
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) process.exit(1)
    isStopping = true
    logger.info(`${signal}: answering what is in flight`)
    await server.stop()
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
