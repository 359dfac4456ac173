import { type Config, readConfig } from '../config/config.ts'
import { helpText } from '../config/describe-settings.ts'
import { oddVariables } from '../config/environment.ts'
import { ConfigError, StartError } from '../contract/errors/caller-error.ts'
import { mapStack } from '../kernel/stack.ts'
import { announce } from './announced.ts'
import { startRecord, startScreen } from './banner.ts'
import { openLog, STREAMS } from './logger.ts'
import { runServer } from './run-server.ts'
import { fullVersion } from './shipped-folders.ts'
import { stopInOrder } from './shutdown.ts'
import { staleBuild } from './stale-build.ts'

const start = async (config: Config): Promise<void> => {
  const log = openLog(config, STREAMS.program)
  const { logger } = log
  for (const sentence of oddVariables()) logger.warn(sentence)
  // Without a logger no call makes one for its lines.
  const server = await runServer(
    config,
    config.log === 'silent' && !config.artifacts ? undefined : logger,
  )
  stopInOrder(server, log, config)
  const { url, credentials, sandbox } = server
  const { version, build } = sandbox.options.folders
  const { storageUrl } = sandbox
  const facts = { url, storageUrl, credentials, config, isFresh: sandbox.isFresh, version, build }
  if (log.isPretty) log.print(startScreen(facts))
  else logger.info(startRecord(facts), `dam-sandbox listens on ${url}`)
  announce(url, config)
  const stale = build && (await staleBuild(import.meta.dirname, build.time).catch(() => undefined))
  if (stale) logger.warn(stale)
}

/** One line for each problem that the person who starts the server can fix; a defect keeps its stack. */
const explain = (error: unknown): string => {
  if (error instanceof ConfigError)
    return error.problems.map((line) => `dam-sandbox: ${line}`).join('\n')
  if (error instanceof StartError) return `dam-sandbox: ${error.message}`
  if (error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('SQLITE_'))
    return `dam-sandbox: the databases cannot be opened: ${error.message}`
  return `dam-sandbox: ${mapStack(String(Object(error).stack ?? error))}`
}

const isAsked = (...flags: string[]): boolean =>
  process.argv.slice(2).some((argument) => flags.includes(argument))

/** Runs the server as a program of its own, by its arguments and the environment. */
export const runProgram = async (): Promise<void> => {
  if (isAsked('--help', '-h')) {
    process.stdout.write(helpText())
    return
  }
  if (isAsked('--version', '-v')) {
    process.stdout.write(`${fullVersion()}\n`)
    return
  }
  try {
    await start(readConfig())
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}
