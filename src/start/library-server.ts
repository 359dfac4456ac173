import { type Config, configOf } from '../config/config.ts'
import type { StartOptions } from '../config/generated/start-options.ts'
import type { OwnFixtures } from '../contract/fixtures.ts'
import { readFixtures } from '../control/fixtures.ts'
import { openLog, STREAMS } from './logger.ts'
import { type RunningServer, runServer } from './run-server.ts'

export interface LibraryServer extends RunningServer {
  readonly config: Config
  fixtures(): OwnFixtures
}

/** Starts a server by the options of the library; its log goes to stderr. */
export const startLibraryServer = async (options: StartOptions): Promise<LibraryServer> => {
  const config = configOf(options)
  const isSilent = config.log === 'silent' && config.artifacts === undefined
  const server = await runServer(
    config,
    isSilent ? undefined : openLog(config, STREAMS.library).logger,
  )
  const { sandbox } = server
  return { ...server, config, fixtures: () => readFixtures(sandbox, sandbox.default) }
}
