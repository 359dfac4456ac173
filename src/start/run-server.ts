import { rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { StartError, startErrorOf } from '../contract/errors/caller-error.ts'
import { isDiskFull } from '../kernel/disk.ts'
import { LIMITS } from '../kernel/limits.ts'
import { buildMetrics } from '../routes/metrics/metrics-routes.ts'
import { buildStorage } from '../routes/storage/storage-app.ts'
import { Sandbox } from '../workspaces/sandbox.ts'
import { UnsweptError } from '../workspaces/sweeper.ts'
import { buildApp } from './app.ts'
import { keepArtifacts } from './artifacts.ts'
import { atExit } from './at-exit.ts'
import {
  type DefaultCredentials,
  ensureDefaultCredentials,
  judgeProfileChange,
} from './default-credentials.ts'
import { shippedFolders } from './shipped-folders.ts'
import { warningOfOpenControlPlane } from './warning-of-open-control-plane.ts'

export interface RunningServer {
  readonly url: string
  readonly sandbox: Sandbox
  readonly credentials: DefaultCredentials
  /** Answers calls in flight within the grace period and closes the databases. */
  stop(): Promise<void>
  /** Fails the call that caused an uncaught error, and returns which call it was. */
  failCurrentCall(error: unknown): (object & { readonly isOver: boolean }) | undefined
  callsInFlight(): readonly object[]
}

/** Starts a server: the one way for the program, the library and the command line. */
export const runServer = async (
  config: Config,
  logger?: FastifyBaseLogger,
): Promise<RunningServer> => {
  try {
    return await startServer(config, logger)
  } catch (error) {
    throw startErrorOf(error)
  }
}

const startServer = async (config: Config, logger?: FastifyBaseLogger): Promise<RunningServer> => {
  const sandbox = await Sandbox.open({ ...config, folders: shippedFolders() })
  // Without a data folder files end with the process; after a kill the next start removes them.
  const forget = config.data
    ? () => {}
    : atExit(() => rmSync(sandbox.files.blobs.paths.root, { recursive: true, force: true }))
  const apps: FastifyInstance[] = []
  let metrics: FastifyInstance | undefined
  try {
    const warnings = [judgeProfileChange(sandbox, config), warningOfOpenControlPlane(config)]
    const options = { sandbox, config, ...(logger && { logger }) }
    const app = await buildApp(options)
    apps.push(app)
    const url = await listen(app, config)
    sandbox.serverUrl = url
    if (config.storagePort !== 'off') {
      const storage = await buildStorage(options)
      apps.push(storage)
      sandbox.storageUrl = await listenForStorage(storage, config, Number(new URL(url).port))
    }
    if (config.metricsPort !== 'off') {
      metrics = await buildMetrics(options)
      const address = { host: config.host, port: config.metricsPort }
      app.log.info(`metrics at ${await listen(metrics, address, '--metrics-port')}/metrics`)
    }
    // After listening: credentials that are printed once must not be lost to a busy port.
    for (const warning of warnings) if (warning !== undefined) app.log.warn(warning)
    const credentials = ensureDefaultCredentials(sandbox, config)
    watch(app, sandbox)
    const writeArtifacts = config.artifacts
      ? keepArtifactsOf(app, sandbox, config.artifacts, url)
      : undefined
    sandbox.sweeper.start()
    let stopping: Promise<void> | undefined
    const stop = (): Promise<void> => {
      const afterCalls = async () => {
        writeArtifacts?.()
        await metrics?.close()
      }
      stopping ??= stopServer(apps, sandbox, config, afterCalls).then(forget)
      return stopping
    }
    return {
      url,
      sandbox,
      credentials,
      stop,
      failCurrentCall: (error) =>
        apps.map(({ calls }) => calls.failCurrent(error)).find((summary) => summary !== undefined),
      callsInFlight: () => apps.flatMap(({ calls }) => calls.list()),
    }
  } catch (error) {
    await Promise.all([...apps, metrics].map((app) => app?.close()))
    await sandbox.close()
    forget()
    throw error
  }
}

const keepArtifactsOf = (
  { log }: FastifyInstance,
  sandbox: Sandbox,
  folder: string,
  origin: string,
): (() => void) => {
  const onFailure = (error: unknown) => log.warn({ err: error }, 'could not write artifacts')
  return keepArtifacts(sandbox, { folder, origin, onFailure })
}

const watch = ({ log }: FastifyInstance, sandbox: Sandbox): void => {
  if (isDiskFull(sandbox.files.blobs.paths.root))
    log.warn('the disk is full; the server refuses calls that write')
  sandbox.tally.onRoomRefusal = ({ cause, sentence, workspace }) =>
    log.warn(
      workspace && { workspace: workspace.id, workspaceName: workspace.record.name },
      `refused for lack of room (${cause}): ${sentence}`,
    )
  sandbox.onExpired = ({ id, name }) =>
    log.info({ workspace: id, workspaceName: name }, 'workspace expired and was removed')
  sandbox.openDatabases.onReopened = (max) =>
    log.warn(`more than ${max} workspaces are in use at the same time; raise SANDBOX_MAX_OPEN`)
  sandbox.sweeper.onFailure = (error) =>
    error instanceof UnsweptError
      ? log.warn(error.message)
      : log.warn({ err: error }, 'could not remove unused files')
  sandbox.leftovers.onFailure = (error) =>
    log.warn({ err: error }, 'could not remove the members of deleted crowd packs')
  sandbox.files.media.onUnavailable = () =>
    log.warn('the server cannot read media files or create thumbnails; try npm rebuild sharp')
  sandbox.audit.onFailure = (error) =>
    log.error({ err: error }, 'could not record a change in the audit')
  sandbox.keys.onUnreadable = (problem) =>
    log.warn(`could not reload the keys, so the previous keys stay valid: ${problem}`)
  sandbox.keys.onAdminKeys = (keys) => {
    const detail = keys.map(({ id, name }) => `${name} (${id})`).join(', ')
    log.warn(`the admin keys have changed; they are now ${detail}`)
    sandbox.audit.add({ action: 'admin keys changed', result: 'done', detail })
  }
  for (const { from, to, workspaceId } of sandbox.unknownFiles) {
    const name = basename(from)
    // Earlier versions kept templates of seeds under the names of snapshots.
    const isTemplate = workspaceId === undefined && name.startsWith('image.')
    const facts = { path: to, ...(workspaceId && { workspace: workspaceId }) }
    if (isTemplate)
      log.info(
        facts,
        `No snapshot uses ${name}, probably a template of an earlier version; moved to ${to}. Delete it if no snapshot is missing.`,
      )
    else
      log.warn(
        facts,
        `No workspace uses ${name}; moved to ${to}. Run \`dam-sandbox repair\` to restore it, or delete it.`,
      )
  }
  sandbox.files.blobs.onStrays = ([first = '', ...more]) =>
    log.warn(
      { path: first },
      `Moved ${more.length + 1} ${more.length > 0 ? 'files' : 'file'} that no workspace references to ${dirname(first)}; delete what you do not need.`,
    )
  watchDamage(log, sandbox)
  sandbox.databases.onCleanupError = (error) =>
    log.warn({ err: error }, 'could not remove a database file; the next start removes it')
}

const watchDamage = (log: FastifyBaseLogger, sandbox: Sandbox): void => {
  sandbox.damage.onFound(({ workspaceId, workspaceName, databaseFile, why }) => {
    const path = join(sandbox.databases.folder, databaseFile)
    log.error(
      { workspace: workspaceId, workspaceName, path },
      `workspace ${workspaceName} is damaged: ${why}; reset it, restore a snapshot, or restore it from a backup`,
    )
  })
  sandbox.files.blobs.damaged.onFound(({ digest, why, workspaceIds }) =>
    log.error(
      { workspace: [...workspaceIds][0], path: sandbox.files.blobs.paths.pathOf(digest) },
      `file ${digest} is damaged: ${why}; send the file again, reset its workspace, or restore the workspace from a backup`,
    ),
  )
}

/** Listens on the requested port, else on the server's port + 1, else on a free port. */
const listenForStorage = async (
  app: FastifyInstance,
  { host, port: ofServer, storagePort }: Config,
  serverPort: number,
): Promise<string> => {
  if (typeof storagePort === 'number')
    return listen(app, { host, port: storagePort }, '--storage-port')
  const next = ofServer === 0 || serverPort === 65_535 ? 0 : serverPort + 1
  try {
    return await listen(app, { host, port: next }, '--storage-port')
  } catch (error) {
    if (next === 0) throw error
    return listen(app, { host, port: 0 }, '--storage-port')
  }
}

const listen = async (
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
  flag = '--port',
): Promise<string> => {
  try {
    return await app.listen({
      host,
      port,
      // The system drops connections beyond this, and their callers try again after a second or more.
      backlog: LIMITS.backlog.max,
      listenTextResolver: (address) => `listening on ${address}`,
    })
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(`port ${port} on ${host} is in use; choose another with ${flag}`)
    if (syscall !== undefined)
      throw new StartError(`cannot listen on ${host}, port ${port}: ${message}`)
    throw error
  }
}

const stopServer = async (
  apps: readonly FastifyInstance[],
  sandbox: Sandbox,
  { graceMs }: Config,
  afterCalls: () => Promise<void>,
): Promise<void> => {
  const deadline = setTimeout(() => {
    apps[0]?.log.warn('the grace period is over; closing open connections')
    for (const { server } of apps) server.closeAllConnections()
  }, graceMs)
  await Promise.all(apps.map((app) => app.close())).finally(() => clearTimeout(deadline))
  await afterCalls()
  await sandbox.close()
}
