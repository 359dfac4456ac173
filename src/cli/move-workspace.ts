import type { Connection } from '../client/connection.ts'
import { ControlError } from '../client/errors.ts'
import type {
  ClockState,
  CreatedWorkspace,
  ServerInfo,
  WorkspaceDetail,
  WorkspaceOptions,
} from '../client/generated/control.ts'
import { sendArchive } from '../client/send-archive.ts'
import { postWorkspace, showWorkspace } from '../client/server-client.ts'
import { messageOf } from '../kernel/text.ts'

/** A command failed halfway, and the user has to finish it. */
class FleetError extends Error {
  override name = 'FleetError'
}

/** A workspace and the node that has it. */
export interface FoundWorkspace {
  readonly server: Connection
  readonly workspace: WorkspaceDetail
}

/** Finds a workspace by its id or name; undefined if the server does not have it. */
export const findWorkspace = async (
  server: Connection,
  wanted: string,
): Promise<FoundWorkspace | undefined> => {
  try {
    return { server, workspace: await showWorkspace(server, wanted) }
  } catch (error) {
    if (error instanceof ControlError && error.status === 404) return undefined
    throw error
  }
}

/** Moves a workspace to another server. The source is deleted only when the target has everything. */
export const moveWorkspace = async (
  { server, workspace }: FoundWorkspace,
  target: Connection,
): Promise<CreatedWorkspace> => {
  const source = server.for(workspace.id)
  // 1. Create the workspace under a provisional name.
  const created = await postWorkspace(target, await optionsOf(source, workspace))
  const params = { id: created.id }
  try {
    // 2. Copy data and files.
    const { body } = await source.open('GET /export')
    const archive = (body ?? []) as unknown as AsyncIterable<Uint8Array>
    await sendArchive(target.for(created.id), archive)
  } catch (error) {
    await target.call('DELETE /workspaces/{id}', { params }).catch(() => undefined)
    throw error
  }
  // 3. Take over the name, and delete the source.
  const { name, expiresAtMs } = workspace
  const json = expiresAtMs === null ? { name, ttlMs: null } : { name }
  try {
    await target.call('PATCH /workspaces/{id}', { params, json })
    await server.call('DELETE /workspaces/{id}', { params: { id: workspace.id } })
  } catch (error) {
    throw new FleetError(
      `workspace ${created.id} of ${target.url} has all data of ${workspace.id} of ${server.url}, which still exists; delete one of them: ${messageOf(error)}`,
      { cause: error },
    )
  }
  return { ...created, name }
}

/** What an export does not contain. */
const optionsOf = async (
  source: Connection,
  { seed, labels, quota, expiresAtMs, variants, variation }: WorkspaceDetail,
): Promise<WorkspaceOptions> => {
  const { mode, now } = await source.call<ClockState>('GET /clock')
  const { nowMs } = await source.call<ServerInfo>('GET /')
  return {
    seed,
    labels,
    quota,
    assume: variants,
    clock: mode === 'real' ? { mode } : { mode, now },
    ...(expiresAtMs !== null && { ttlMs: Math.max(1, expiresAtMs - nowMs) }),
    ...(variation !== null && { variation }),
  }
}
