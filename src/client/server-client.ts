import { Connection } from './connection.ts'
import { ControlError } from './errors.ts'
import type {
  CreatedWorkspace,
  Fixtures,
  WorkspaceChanges,
  WorkspaceDetail,
  WorkspaceOptions,
  WorkspaceSummary,
} from './generated/control.ts'
import type { OperationId } from './generated/operations.ts'
import {
  type CallOptions,
  callOperation,
  type OperationParam,
  type OperationResult,
  requestToken,
} from './operation-request.ts'
import type { UploadedFile } from './upload-blob.ts'
import { type UploadOptions, type UploadSource, uploadFile } from './upload-file.ts'
import { type WorkspaceControl, workspaceControl } from './workspace-control.ts'

declare global {
  // Declared by newer TypeScript libraries; repeated here for programs with an older one.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol
  }
}

/** A workspace with its credentials, operations and control plane. */
export interface WorkspaceHandle extends CreatedWorkspace, WorkspaceControl {
  /** Calls an operation and returns the payload of its success; throws an `OperationError` on a refusal. */
  call<Id extends OperationId>(
    operation: Id,
    param: OperationParam<Id>,
    options?: CallOptions,
  ): Promise<OperationResult<Id>>
  /** Uploads a file in parts and creates an atom from it (E13, E16); throws an `OperationError` on a refusal. */
  upload(source: UploadSource, options?: UploadOptions): Promise<UploadedFile>
  /** Reads the workspace with sizes and counts. */
  show(): Promise<WorkspaceDetail>
  /** Changes the name, lifetime, quota or labels; absent properties stay unchanged, null removes. */
  update(changes: WorkspaceChanges): Promise<WorkspaceSummary>
  /** Deletes the workspace with everything in it. */
  delete(): Promise<void>
  /** Deletes the workspace at the end of a block with `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Creates a workspace and returns its credentials and fixtures. */
export const postWorkspace = (
  server: Connection,
  options: WorkspaceOptions = {},
): Promise<CreatedWorkspace> => server.call('POST /workspaces', { json: options })

/** All workspaces of a server, or those that have all of some labels, such as `team=web`. */
export const listWorkspaces = async (
  server: Connection,
  label?: readonly string[],
): Promise<WorkspaceSummary[]> => {
  const all: WorkspaceSummary[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: WorkspacePage = await server.call('GET /workspaces', {
      query: { after, label },
    })
    all.push(...page.workspaces)
    after = page.next
  }
  return all
}

interface WorkspacePage {
  readonly workspaces: readonly WorkspaceSummary[]
  readonly next: string | null
}

/** A workspace by its id or name, with sizes and counts. */
export const showWorkspace = (server: Connection, id: string): Promise<WorkspaceDetail> =>
  server.call('GET /workspaces/{id}', { params: { id } })

/** A handle of an existing workspace, by its id or name. */
export const openWorkspace = async (
  server: Connection,
  wanted: string,
  tokenPath?: string,
): Promise<WorkspaceHandle> => {
  const { id, name, baseUrl } = await showWorkspace(server, wanted)
  const credentials = await credentialsOf(server.for(id), tokenPath)
  return handleOf(server, { id, name, baseUrl, ...credentials })
}

/** The credentials and fixtures of the connection's workspace; requests a token if the server does not show one. */
export const credentialsOf = async (
  connection: Connection,
  tokenPath?: string,
): Promise<Omit<CreatedWorkspace, 'id' | 'name' | 'baseUrl'>> => {
  const fixtures = await connection.call<Fixtures>('GET /fixtures')
  if (!fixtures.app) throw new ControlError(404, 'The workspace has no client')
  const { clientId, clientKey, accessToken } = fixtures.app
  const token = accessToken ?? (await requestToken(connection, { clientId, clientKey }, tokenPath))
  return { accessToken: token, clientId, clientKey, fixtures }
}

/** URL of the workspace of a connection: the URL of the connection, unless it names a workspace. */
export const workspaceUrlOf = async (connection: Connection): Promise<string> => {
  const { workspace, url, serverUrl } = connection
  if (workspace === undefined) return url
  return `${serverUrl}/w/${(await showWorkspace(connection, workspace)).id}`
}

/** A handle of a workspace, from its credentials and fixtures. */
export const handleOf = (server: Connection, created: CreatedWorkspace): WorkspaceHandle => {
  const { id, accessToken, fixtures } = created
  // Below its prefix, every path means this workspace, even for calls with a token of another one.
  const inside = new Connection({ ...server, url: `${server.serverUrl}/w/${id}` })
  const caller = { accessToken, portalApp: fixtures.portalApp }
  const remove = (): Promise<void> => server.call('DELETE /workspaces/{id}', { params: { id } })
  return {
    ...created,
    ...workspaceControl(server.for(id)),
    call: async <T>(...call: Parameters<WorkspaceHandle['call']>): Promise<T> =>
      (await callOperation(inside, caller, ...call)) as T,
    upload: (source, options) => uploadFile(inside, caller, source, options),
    show: () => showWorkspace(server, id),
    update: (json) => server.call('PATCH /workspaces/{id}', { params: { id }, json }),
    delete: remove,
    [Symbol.asyncDispose]: remove,
  }
}
