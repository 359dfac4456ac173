import { type Config, configOf } from '../config/config.ts'
import type { StartOptions } from '../config/generated/start-options.ts'
import type { OwnFixtures } from '../contract/fixtures.ts'
import { readFixtures } from '../control/fixtures.ts'
import { openLog, STREAMS } from './logger.ts'
import { type RunningServer, runServer } from './run-server.ts'
import { containErrors } from './uncaught-errors.ts'

export interface LibraryServer extends RunningServer {
  readonly config: Config
  fixtures(): OwnFixtures
}

/** Starts a server by the options of the library; its log goes to stderr. */
export const startLibraryServer = async (options: StartOptions): Promise<LibraryServer> => {
  const config = configOf(options)
  const isSilent = config.log === 'silent' && config.artifacts === undefined
  const logger = isSilent ? undefined : openLog(config, STREAMS.library).logger
  const server = await runServer(config, logger)
  const endContaining = containErrors(server, logger)
  const { sandbox } = server
  return {
    ...server,
    config,
    fixtures: () => readFixtures(sandbox, sandbox.default),
    stop: () => server.stop().finally(endContaining),
  }
}
