import { Connection } from './client/connection.ts'
import type {
  Coverage,
  FindingLevel,
  FindingsReport,
  Fixtures,
  ResetPart,
  WorkspaceOptions,
  WorkspaceSummary,
} from './client/generated/control.ts'
import { NODE_WEB } from './client/node-web.ts'
import { reuseWorkspace } from './client/reuse-workspace.ts'
import {
  handleOf,
  listWorkspaces,
  openWorkspace,
  postWorkspace,
  type WorkspaceHandle,
} from './client/server-client.ts'
import { workspaceControl } from './client/workspace-control.ts'
import type { StartOptions } from './config/generated/start-options.ts'
import type { LibraryServer } from './start/library-server.ts'

export {
  ControlError,
  ExpectationError,
  FileChangedError,
  OperationError,
  SeedFolderError,
  UnreachableError,
} from './client/errors.ts'
export type * from './client/library-types.ts'
export type { StartOptions } from './config/generated/start-options.ts'
export { ConfigError, StartError } from './contract/errors/caller-error.ts'

/** A server, in this process or elsewhere. */
export interface ConnectedSandbox {
  /** Base URL of the server. */
  readonly url: string
  /** Creates a workspace that is isolated from all others; with `reuse` one of its name may be there already. */
  workspace(options?: WorkspaceOptions & { reuse?: boolean }): Promise<WorkspaceHandle>
  /** A handle of an existing workspace, by its id or name. */
  open(idOrName: string): Promise<WorkspaceHandle>
  /** Lists all workspaces. */
  list(): Promise<WorkspaceSummary[]>
  /** Reads what the calls of all workspaces have exercised, also of deleted ones. */
  coverage(): Promise<Coverage>
  /** Reads the findings of all workspaces, also of deleted ones. The level is the minimum, all without it. */
  findings(level?: FindingLevel): Promise<FindingsReport>
}

/** A server in this process. */
export interface RunningSandbox extends ConnectedSandbox {
  /** Base URL of the storage listener, which grants name; undefined where it is off. */
  readonly storageUrl: string | undefined
  /** The default workspace, which every server has. */
  readonly default: WorkspaceHandle
  /** Resets the default workspace, or parts of it, to its initial state. */
  reset(parts?: readonly ResetPart[]): Promise<void>
  /** Answers calls in flight and stops the server; without a data folder its data is removed. */
  close(): Promise<void>
  /** Calls `close` at the end of a block that begins with `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Options of a connection to a server of another process. */
export interface ConnectOptions {
  /** Bearer key of the control plane. */
  adminKey?: string
  /** Path of the operation that issues tokens, where `SANDBOX_TOKEN_PATH` changes it. */
  tokenPath?: string
}

/** Connects to a running server; the first call of a method sends the first request. */
export const connectSandbox = (url: string, options: ConnectOptions = {}): ConnectedSandbox => {
  const { adminKey, tokenPath } = options
  const connection = new Connection({ url, adminKey, web: NODE_WEB })
  const { coverage, findings } = workspaceControl(connection)
  return {
    url: connection.url,
    workspace: async ({ reuse = false, ...wanted } = {}) => {
      const { name } = wanted
      if (!reuse || name === undefined)
        return handleOf(connection, await postWorkspace(connection, wanted))
      return handleOf(connection, (await reuseWorkspace(connection, { ...wanted, name })).workspace)
    },
    open: (idOrName) => openWorkspace(connection, idOrName, tokenPath),
    list: () => listWorkspaces(connection),
    coverage,
    findings,
  }
}

/** Starts a server in this process, by default on a free port and with data in memory. */
export const startSandbox = async (options: StartOptions = {}): Promise<RunningSandbox> => {
  // A program that only connects to a server does not load one.
  const { startLibraryServer } = await import('./start/server-bundle.ts')
  const server = await startLibraryServer(options)
  try {
    return await sandboxOf(server)
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** A handle of the default workspace; in staging, where every token expires, the server issues one. */
const defaultWorkspace = (
  { url, sandbox, credentials, config, fixtures: readFixtures }: LibraryServer,
  connection: Connection,
): WorkspaceHandle | Promise<WorkspaceHandle> => {
  const { publicUrl = url, tokenPath } = config
  const { id, record } = sandbox.default
  const { clientId, clientKey, accessToken } = credentials
  if (accessToken === undefined) return openWorkspace(connection, id, tokenPath)
  const fixtures = readFixtures() as unknown as Fixtures
  const baseUrl = `${publicUrl}/w/${id}`
  const { name } = record
  return handleOf(connection, { id, name, baseUrl, clientId, clientKey, accessToken, fixtures })
}

const sandboxOf = async (server: LibraryServer): Promise<RunningSandbox> => {
  const { url, config } = server
  const connection = new Connection({ url, adminKey: config.adminKey, web: NODE_WEB })
  const standard = await defaultWorkspace(server, connection)
  const { adminKey, tokenPath } = config
  const connected = connectSandbox(url, { ...(adminKey !== undefined && { adminKey }), tokenPath })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= server.stop()
    return closing
  }
  return {
    ...connected,
    storageUrl: server.sandbox.storageUrl,
    workspace: (wanted) => {
      // Code of this process may read any folder.
      if (wanted?.seed !== undefined) server.sandbox.seedFolders.trust(wanted.seed)
      return connected.workspace(wanted)
    },
    default: standard,
    reset: (parts) => standard.reset(parts),
    close,
    [Symbol.asyncDispose]: close,
  }
}
