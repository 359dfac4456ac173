import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, ListOf, OneOf } from '../contract/resources/primitives.ts'
import { Named, Shape, Text } from '../contract/shapes.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { setClock } from './clock.ts'
import { answers } from './responses.ts'

export const RESET_PARTS = ['data', 'journal', 'faults', 'clock'] as const

export const ResetPart = Named(
  'ResetPart',
  'A part of a workspace that can be reset by itself',
  OneOf(RESET_PARTS),
)
export type ResetPart = Static<typeof ResetPart>

const WantedReset = ClosedObject({
  parts: Type.Optional(
    ListOf(ResetPart, LIMITS.resetParts, { description: 'Parts to reset; default: all parts' }),
  ),
})

const ResetDone = Shape('ResetDone', 'The parts of a workspace that were reset', {
  workspace: Text('Id of the workspace'),
  reset: Type.Array(ResetPart, { description: 'The parts' }),
})

const reset: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/reset',
    answers('Reset the workspace, or parts of it', ResetDone, {
      description: 'Data and clock return to their initial state. Tokens stay valid.',
      body: WantedReset,
    }),
    async ({ workspace, body }) => resetWorkspace(app.sandbox, workspace, body.parts),
  )
}

export const resetWorkspace = async (
  sandbox: Sandbox,
  workspace: Workspace,
  parts: readonly ResetPart[] = RESET_PARTS,
): Promise<Static<typeof ResetDone>> => {
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
      const { seed, seededAtMs } = workspace.record
      const { path } = await sandbox.findTemplate(seed, files, seededAtMs)
      sandbox.exchangeDatabase(workspace, await sandbox.databases.create(path))
      sandbox.repairRow(workspace)
      workspace.rewind()
      sandbox.registry.updateWorkspace(workspace.id, { starts: 0 })
      sandbox.sweeper.request()
    }),
  )

export default reset
