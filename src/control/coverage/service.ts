import type { FastifyInstance } from 'fastify'
import type { Coverage } from '../../coverage/coverage-schema.ts'
import { describeCoverage } from '../../coverage/describe-coverage.ts'
import type { Workspace } from '../../workspaces/workspace.ts'

/** The coverage of a workspace; without one, of the whole server. */
export const readCoverage = async (
  { sandbox, settings, operations }: FastifyInstance,
  workspace: Workspace | undefined,
): Promise<Coverage> => {
  const { counter, workspaces } = workspace
    ? { counter: workspace.coverage, workspaces: Number(workspace.coverage.isUsed) }
    : await sandbox.coverage.merged()
  return describeCoverage(counter, { workspaces, operations, codes: settings.codes })
}

/** Forgets the calls of a workspace; without one, of the whole server. */
export const clearCoverage = (
  { sandbox }: FastifyInstance,
  workspace: Workspace | undefined,
): void => {
  if (workspace) workspace.coverage.clear()
  else sandbox.coverage.clear()
}
