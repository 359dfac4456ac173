import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { setClock } from '../clock/service.ts'
import { RESET_PARTS, type ResetDone, type ResetPart } from './schema.ts'

/** Resets a workspace to its initial state; its credentials and tokens stay valid. */
export const resetWorkspace = async (
  sandbox: Sandbox,
  workspace: Workspace,
  parts: readonly ResetPart[] = RESET_PARTS,
): Promise<ResetDone> => {
  if (parts.includes('data')) await resetData(sandbox, workspace)
  if (parts.includes('journal')) workspace.journal.clear()
  if (parts.includes('faults')) {
    sandbox.removedUnusedFaults.add(workspace.record.name, workspace.faults)
    workspace.faults.clear()
  }
  if (parts.includes('clock')) setClock(sandbox, workspace, workspace.record.initialClock)
  workspace.mark('reset', parts.join(', '))
  return { workspace: workspace.id, reset: [...parts] }
}

const resetData = (sandbox: Sandbox, workspace: Workspace): Promise<void> =>
  workspace.databaseQueue.run(() =>
    sandbox.files.whileHeld(async (files) => {
      const { path } = await sandbox.findTemplate(workspace.record.seed, files)
      sandbox.exchangeDatabase(workspace, await sandbox.databases.create(path))
      workspace.rewind()
      sandbox.registry.updateWorkspace(workspace.id, { starts: 0 })
      sandbox.sweeper.request()
    }),
  )
