import type { Connection } from './connection.ts'
import { ControlError } from './errors.ts'
import type { CreatedWorkspace, WorkspaceDetail, WorkspaceOptions } from './generated/control.ts'
import { credentialsOf, postWorkspace, showWorkspace } from './server-client.ts'
import { workspaceControl } from './workspace-control.ts'

/** A workspace, and whether it was created just now. */
export interface ReusedWorkspace {
  readonly workspace: CreatedWorkspace
  readonly isNew: boolean
}

type NamedOptions = WorkspaceOptions & { name: string }

/**
 * Creates a workspace, or finds the existing one of that name. The server decides who comes first, so any number of
 * processes may do this at the same time. A workspace with another seed or other variants is refused.
 */
export const reuseWorkspace = async (
  server: Connection,
  options: NamedOptions,
): Promise<ReusedWorkspace> => {
  try {
    return { workspace: await postWorkspace(server, options), isNew: true }
  } catch (error) {
    if (!(error instanceof ControlError && error.status === 409)) throw error
  }
  const { id, name, baseUrl, seed } = await showWorkspace(server, options.name)
  const connection = server.for(id)
  const differences = await differencesOf(connection, seed, options)
  if (differences.length > 0)
    throw new ControlError(
      409,
      `Workspace "${name}" already exists with ${differences.join(' and ')}; delete it or choose another name`,
    )
  const credentials = await credentialsOf(connection)
  return { workspace: { id, name, baseUrl, ...credentials }, isNew: false }
}

const differencesOf = async (
  connection: Connection,
  seed: WorkspaceDetail['seed'],
  { seed: wanted = seed, assume }: NamedOptions,
): Promise<string[]> => {
  const known = assume ? await workspaceControl(connection).variants.get() : []
  const chosen = new Map(known.map((one) => [one.number, one.chosen]))
  const differing = Object.entries(assume ?? {}).filter(([id, name]) => chosen.get(id) !== name)
  return [
    ...(wanted === seed ? [] : [`seed ${seed}, not ${wanted}`]),
    ...differing.map(([id, name]) => `${id}=${chosen.get(id)}, not ${name}`),
  ]
}
