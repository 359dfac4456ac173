import type { Readable } from 'node:stream'
import { badRequest } from '../errors/problem.ts'
import { describeError } from '../validation/describe-error.ts'
import { findError } from '../validation/validator.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { BackedUpWorkspace } from './backed-up-workspace.ts'
import { type Imported, receiveData, replaceData } from './import-workspace.ts'
import { ENTRIES } from './manifest.ts'

/**
 * Creates a workspace from a backup, with its id, name, credentials and tokens; of one that is there only data and files
 * are replaced. An invalid archive changes nothing.
 */
export const restoreWorkspace = (
  sandbox: Sandbox,
  id: string,
  source: Readable,
  signal?: AbortSignal,
): Promise<Imported & { isNew: boolean }> => {
  const quota = sandbox.find(id)?.record.quota ?? sandbox.quota
  return receiveData(sandbox, { source, quota, signal }, async (received) => {
    const existing = sandbox.find(id)
    if (existing) await replaceData(sandbox, existing, received)
    else await create(sandbox, id, received.databasePath, received.manifest.workspace)
    return { ...received.imported, isNew: !existing }
  })
}

const create = async (
  sandbox: Sandbox,
  id: string,
  databasePath: string,
  given: unknown,
): Promise<void> => {
  const { record, credentials, tokens } = judge(given)
  const alien = [record.id, credentials?.clientId, ...tokens.map(({ token }) => token)].find(
    (one) => one !== undefined && !one.startsWith(id),
  )
  if (alien !== undefined) throw badRequest(`${ENTRIES.manifest}: "${alien}" is not of ${id}`)
  sandbox.seedFolders.mustAllow(record.seed)
  const { access, machineClock } = sandbox
  const isOver = record.expiresAtMs !== null && record.expiresAtMs <= machineClock.now()
  const expiresAtMs = isOver ? null : record.expiresAtMs
  await sandbox.restore({ ...record, keyId: null, expiresAtMs }, databasePath, () => {
    if (!credentials) return
    access.grant(id, credentials)
    const { clientId } = credentials
    for (const token of tokens) access.addToken({ ...token, workspaceId: id, clientId })
  })
}

const judge = (given: unknown): BackedUpWorkspace => {
  const wrong = findError(BackedUpWorkspace, given)
  if (wrong) throw badRequest(`${ENTRIES.manifest}: ${describeError(wrong, 'workspace')}`)
  return given as BackedUpWorkspace
}
