import { Connection } from './connection.ts'
import { ControlError } from './errors.ts'
import type {
  CreatedWorkspace,
  Fixtures,
  WorkspaceDetail,
  WorkspaceOptions,
  WorkspaceSummary,
} from './generated/control.ts'
import type { WorkspaceHandle } from './handle-types.ts'
import { callOperation } from './operation-request.ts'
import { uploadFile } from './upload-file.ts'
import { workspaceControl } from './workspace-control.ts'

/** Creates a workspace and returns its credentials and fixtures. */
export const postWorkspace = (
  server: Connection,
  options: WorkspaceOptions = {},
): Promise<CreatedWorkspace> => server.json('POST', '/workspaces', { json: options })

/** Creates a workspace and returns a handle of it. */
export const createWorkspace = async (
  server: Connection,
  options?: WorkspaceOptions,
): Promise<WorkspaceHandle> => handleOf(server, await postWorkspace(server, options))

/** All workspaces of a server. */
export const listWorkspaces = async (server: Connection): Promise<WorkspaceSummary[]> => {
  const { workspaces } = await server.json<{ workspaces: WorkspaceSummary[] }>('GET', '/workspaces')
  return workspaces
}

/** A workspace by its id or name, with sizes and counts. */
export const showWorkspace = (server: Connection, wanted: string): Promise<WorkspaceDetail> =>
  server.json('GET', `/workspaces/${encodeURIComponent(wanted)}`)

/** Deletes a workspace by its id or name, with everything in it. */
export const deleteWorkspace = (server: Connection, wanted: string): Promise<void> =>
  server.json('DELETE', `/workspaces/${encodeURIComponent(wanted)}`)

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

/** The credentials and fixtures of the connection's workspace; requests a token where the server shows none. */
export const credentialsOf = async (
  connection: Connection,
  tokenPath?: string,
): Promise<Omit<CreatedWorkspace, 'id' | 'name' | 'baseUrl'>> => {
  const fixtures = await connection.json<Fixtures>('GET', '/fixtures')
  if (!fixtures.app) throw new ControlError(404, 'The workspace has no client')
  const { clientId, clientKey, accessToken } = fixtures.app
  const token = accessToken ?? (await requestToken(connection, { clientId, clientKey }, tokenPath))
  return { clientId, clientKey, accessToken: token, fixtures }
}

/** URL of the workspace of a connection: that of the connection, unless it names a workspace. */
export const workspaceUrlOf = async (connection: Connection): Promise<string> => {
  const { workspace, url, serverUrl } = connection
  if (workspace === undefined) return url
  return `${serverUrl}/w/${(await showWorkspace(connection, workspace)).id}`
}

const requestToken = async (
  connection: Connection,
  client: object,
  givenPath: string | undefined,
): Promise<string> => {
  const tokenPath = givenPath ?? (await connection.readServer()).tokenPath
  const response = await connection.send(new URL(connection.url + tokenPath), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // No client of the workspace makes this call, so no journal shows it.
      'x-sandbox-untracked': 'true',
      ...(connection.adminKey !== undefined && { authorization: `Bearer ${connection.adminKey}` }),
    },
    body: JSON.stringify(client),
  })
  const text = await connection.textOf(response)
  const token = /"access_token":"([^"]+)"/.exec(text)?.[1]
  if (token === undefined)
    throw new ControlError(
      response.status,
      `${tokenPath} answered without a token: ${text.slice(0, 200)}`,
    )
  return token
}

/** A handle of a workspace, from its credentials and fixtures. */
export const handleOf = (server: Connection, created: CreatedWorkspace): WorkspaceHandle => {
  const connection = server.for(created.id)
  // Below its prefix every path means this workspace, also for calls with the token of another one.
  const inside = new Connection({ ...server, url: `${server.serverUrl}/w/${created.id}` })
  const { accessToken, fixtures } = created
  const caller = { accessToken, portalApp: fixtures.portalApp }
  return {
    ...created,
    ...workspaceControl(connection),
    call: async <T>(...call: Parameters<WorkspaceHandle['call']>): Promise<T> =>
      (await callOperation(inside, caller, ...call)) as T,
    upload: (source, options) => uploadFile(inside, caller, source, options),
    show: () => showWorkspace(server, created.id),
    delete: () => deleteWorkspace(server, created.id),
    [Symbol.asyncDispose]: () => deleteWorkspace(server, created.id),
  }
}
