import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { setClock } from '../clock/service.ts'
import { answers } from '../responses.ts'
import { RESET_PARTS, ResetDone, type ResetPart, WantedReset } from './schema.ts'

/** The reset of a workspace. */
const reset: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/reset',
    answers('Reset the workspace or parts of it', ResetDone, {
      description: 'Data and clock go back to their initial state; tokens stay valid.',
      body: WantedReset,
    }),
    async ({ workspace, body }) => resetWorkspace(app.sandbox, workspace, body.parts),
  )
}

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

export default reset
