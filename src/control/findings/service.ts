import type { FindingLevel } from '../../contract/findings/finding-kind.ts'
import type { FindingExample } from '../../findings/findings-ledger.ts'
import { type FindingsSource, reportFindings } from '../../findings/findings-report.ts'
import type { FindingsReport } from '../../findings/findings-schema.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'

/** The findings of a workspace, or of the whole server with those of removed workspaces. */
export const readFindings = (
  sandbox: Sandbox,
  workspace: Workspace,
  { all, level = 'note' }: { readonly all: boolean; readonly level?: FindingLevel },
): FindingsReport => {
  const sources = [...(all ? sandbox.known() : [workspace])].map(sourceOf)
  if (all) sources.push({ workspace: '', findings: sandbox.removedFindings, pending: [] })
  return reportFindings(sources, level, (example) => isKept(sandbox, example))
}

const sourceOf = ({ id, findings, traffic }: Workspace): FindingsSource => ({
  workspace: id,
  findings,
  pending: traffic.pending(),
})

/** Whether the journal still has the entry of a call: numbers start over when a journal is cleared. */
const isKept = (sandbox: Sandbox, { workspace, origin }: FindingExample): boolean => {
  const journal = sandbox.knownById(workspace)?.journal
  if (!journal || origin.seq === undefined) return false
  return journal.clearings === origin.clearings && journal.find(origin.seq) !== undefined
}

/** Deletes the findings of a workspace, or of the whole server. */
export const clearFindings = (sandbox: Sandbox, workspace: Workspace, isAll: boolean): void => {
  for (const { findings, traffic } of isAll ? sandbox.known() : [workspace]) {
    findings.clear()
    traffic.clear()
  }
  if (isAll) sandbox.removedFindings.clear()
}
