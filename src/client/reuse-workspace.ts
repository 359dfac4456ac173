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

/** A workspace can expire or be deleted between the two calls. */
const MAX_ATTEMPTS = 5

/**
 * Creates a workspace, or finds the one that has its name. The server decides who comes first, so any number of
 * processes may do this at the same time. A workspace with another seed or other variants is refused.
 */
export const reuseWorkspace = async (
  server: Connection,
  options: WorkspaceOptions & { name: string },
): Promise<ReusedWorkspace> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { workspace: await postWorkspace(server, options), isNew: true }
    } catch (error) {
      if (!isStatus(error, 409)) throw error
      const found = await findWorkspace(server, options.name)
      if (found) return { workspace: await reuse(server, found, options), isNew: false }
      if (attempt === MAX_ATTEMPTS) throw error
    }
  }
}

const findWorkspace = async (
  server: Connection,
  name: string,
): Promise<WorkspaceDetail | undefined> => {
  try {
    return await showWorkspace(server, name)
  } catch (error) {
    if (isStatus(error, 404)) return undefined
    throw error
  }
}

const reuse = async (
  server: Connection,
  { id, name, baseUrl, seed }: WorkspaceDetail,
  options: WorkspaceOptions & { name: string },
): Promise<CreatedWorkspace> => {
  const connection = server.for(id)
  const differences = options.assume ? await otherVariants(connection, options.assume) : []
  if (options.seed !== undefined && options.seed !== seed)
    differences.unshift(`seed ${seed}, not ${options.seed}`)
  if (differences.length > 0)
    throw new ControlError(
      409,
      `There is already a workspace "${options.name}" with ${differences.join(' and ')}; delete it or choose another name`,
    )
  const { accessToken, clientId, clientKey, fixtures } = await credentialsOf(connection)
  return { id, name, baseUrl, accessToken, clientId, clientKey, fixtures }
}

/** The variants in force that are not the wanted ones. */
const otherVariants = async (
  connection: Connection,
  wanted: Readonly<Record<string, string>>,
): Promise<string[]> => {
  const known = await workspaceControl(connection).variants.get()
  const chosen = new Map(known.map((one) => [one.number, one.chosen]))
  return Object.entries(wanted).flatMap(([number, variant]) =>
    chosen.get(number) === variant ? [] : [`${number}=${chosen.get(number)}, not ${variant}`],
  )
}

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof ControlError && error.status === status
