import type { WorkspaceSummary } from '#src/client/generated/control.ts'
import { control } from './control.ts'

/** Reads all workspaces of the server. */
export const readWorkspaces = async (signal: AbortSignal): Promise<WorkspaceSummary[]> => {
  const { workspaces } = await control<{ workspaces: WorkspaceSummary[] }>('GET', '/workspaces', {
    workspace: null,
    signal,
  })
  return workspaces
}
