import { Connection } from './client/connection.ts'
import type { WorkspaceHandle } from './client/handle-types.ts'
import { createWorkspace, handleOf, listWorkspaces, openWorkspace } from './client/server-client.ts'
import type {
  Fixtures,
  ResetPart,
  WorkspaceOptions,
  WorkspaceSummary,
} from './client/workspace-types.ts'
import { type Config, configOf } from './config/config.ts'
import { ConfigError } from './config/config-error.ts'
import type { StartOptions } from './config/generated/start-options.ts'
import { readFixtures } from './control/fixtures/service.ts'
import { makeLogger } from './start/logger.ts'
import { type RunningServer, runServer } from './start/run-server.ts'

export {
  ControlError,
  ExpectationError,
  OperationError,
  UnreachableError,
} from './client/errors.ts'
export type * from './client/fault-types.ts'
export type * from './client/generated/operations.ts'
export type * from './client/generated/seed.ts'
export type * from './client/handle-types.ts'
export type * from './client/journal-types.ts'
export type { StateName } from './client/state-names.ts'
export type * from './client/workspace-types.ts'
export type { StartOptions } from './config/generated/start-options.ts'
export { StartError } from './errors/start-error.ts'
export { ConfigError }

/** A server, wherever it runs. */
export interface ConnectedSandbox {
  /** Where it is reached. */
  readonly url: string
  /** Creates a workspace, which shares nothing with any other. */
  workspace(options?: WorkspaceOptions): Promise<WorkspaceHandle>
  /** A handle of a workspace that is there, by its id or name. */
  open(idOrName: string): Promise<WorkspaceHandle>
  /** All workspaces. */
  list(): Promise<WorkspaceSummary[]>
}

/** A server of this process. */
export interface RunningSandbox extends ConnectedSandbox {
  /** The workspace that is always there. */
  readonly default: WorkspaceHandle
  /** Sets the default workspace, or parts of it, back to how it was created. */
  reset(parts?: readonly ResetPart[]): Promise<void>
  /** Answers what is in flight, and ends the server; what was in memory is gone. */
  close(): Promise<void>
  /** The same at the end of a block that begins with `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** What a server that is not of this process is reached with. */
export interface ConnectOptions {
  adminKey?: string
  /** Where tokens are asked for, when settings moved it. */
  tokenPath?: string
}

/** Reaches a server that runs already; nothing is sent before something is asked for. */
export const connectSandbox = (url: string, options: ConnectOptions = {}): ConnectedSandbox => {
  const { adminKey, tokenPath } = options
  const connection = new Connection({ url, adminKey })
  return {
    url: connection.url,
    workspace: (wanted) => createWorkspace(connection, wanted),
    open: (idOrName) => openWorkspace(connection, idOrName, tokenPath),
    list: () => listWorkspaces(connection),
  }
}

/** Starts a server in this process, on a free port and in memory unless options say otherwise. */
export const startSandbox = async (options: StartOptions = {}): Promise<RunningSandbox> => {
  const config = configOf(options)
  const isSilent = config.log === 'silent'
  const server = await runServer(config, isSilent ? undefined : await makeLogger(config.log))
  try {
    return await sandboxOf(server, config)
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** A handle of the default workspace; in staging, where no token lasts, the server is asked for one. */
const defaultWorkspace = (
  { url, sandbox, credentials }: RunningServer,
  connection: Connection,
  { publicUrl = url, tokenPath }: Config,
): WorkspaceHandle | Promise<WorkspaceHandle> => {
  const { id, record } = sandbox.default
  const { clientId, clientKey, accessToken } = credentials
  if (accessToken === undefined) return openWorkspace(connection, id, tokenPath)
  const fixtures = readFixtures(sandbox, sandbox.default) as unknown as Fixtures
  const baseUrl = `${publicUrl}/w/${id}`
  const { name } = record
  return handleOf(connection, { id, name, baseUrl, clientId, clientKey, accessToken, fixtures })
}

const sandboxOf = async (server: RunningServer, config: Config): Promise<RunningSandbox> => {
  const { url } = server
  const connection = new Connection({ url, adminKey: config.adminKey })
  const standard = await defaultWorkspace(server, connection, config)
  const { adminKey, tokenPath } = config
  const connected = connectSandbox(url, { ...(adminKey !== undefined && { adminKey }), tokenPath })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= server.stop()
    return closing
  }
  return {
    ...connected,
    workspace: (wanted) => {
      // What code of this process names, it may read.
      if (wanted?.seed !== undefined) server.sandbox.seedFolders.trust(wanted.seed)
      return connected.workspace(wanted)
    },
    default: standard,
    reset: (parts) => standard.reset(parts),
    close,
    [Symbol.asyncDispose]: close,
  }
}
