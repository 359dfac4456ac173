import type { ChosenVariants } from '../../contract/assumptions/index.ts'
import { prepared } from '../../db/store.ts'
import { conflict } from '../../errors/problem.ts'
import type { ClockSetting } from '../../kernel/clock.ts'
import { DEFAULT_WORKSPACE_ID } from '../../kernel/ids.ts'
import type { NewWorkspace } from '../../workspaces/new-workspace.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Quota, Workspace } from '../../workspaces/workspace.ts'
import { readFixtures, type WorkspaceFixtures } from '../fixtures/service.ts'
import { sizeOfDatabase } from '../snapshots/service.ts'

/** A workspace as it is listed. Instants of its life are by the clock of the machine, epoch ms. */
export interface WorkspaceSummary {
  id: string
  name: string
  baseUrl: string
  seed: string
  createdAtMs: number
  lastUsedAtMs: number
  expiresAtMs: number | null
  isAwake: boolean
  clock: ClockSetting['mode']
  variants: ChosenVariants
  quota: Quota
}

/** A workspace with what is in it. */
export interface WorkspaceDetail extends WorkspaceSummary {
  sizeBytes: number
  fileBytes: number
  counts: Record<string, number>
}

/** What the creator of a workspace needs to call it. */
export interface CreatedWorkspace {
  id: string
  name: string
  baseUrl: string
  accessToken: string
  clientId: string
  clientKey: string
  fixtures: WorkspaceFixtures
}

/** Creates a workspace and answers all that is needed to call it. */
export const createWorkspace = async (
  sandbox: Sandbox,
  origin: string,
  wanted: NewWorkspace,
): Promise<CreatedWorkspace> => {
  const { name, seed } = wanted
  if (seed !== undefined) sandbox.seedFolders.mustAllow(seed)
  if (name !== undefined && sandbox.findByIdOrName(name))
    throw conflict(`There is a workspace "${name}" already`)
  const { workspace, credentials } = await sandbox.create(wanted)
  return {
    id: workspace.id,
    name: workspace.record.name,
    baseUrl: baseUrlOf(origin, workspace),
    accessToken: credentials.accessToken ?? '',
    clientId: credentials.clientId,
    clientKey: credentials.clientKey,
    fixtures: readFixtures(sandbox, workspace),
  }
}

/** Every workspace, by its id. */
export const listWorkspaces = (sandbox: Sandbox, origin: string): WorkspaceSummary[] =>
  [...sandbox.all()].map((workspace) => summaryOf(origin, workspace))

/** A workspace with the sizes and counts of what is in it. */
export const showWorkspace = (origin: string, workspace: Workspace): WorkspaceDetail => ({
  ...summaryOf(origin, workspace),
  sizeBytes: sizeOfDatabase(workspace),
  fileBytes: fileBytesOf(workspace),
  counts: countRows(workspace),
})

/** Removes a workspace; the default one stays. */
export const deleteWorkspace = (sandbox: Sandbox, workspace: Workspace): void => {
  if (workspace.id === DEFAULT_WORKSPACE_ID)
    throw conflict('The workspace "default" is always there; reset it instead')
  sandbox.remove(workspace)
}

const summaryOf = (origin: string, workspace: Workspace): WorkspaceSummary => {
  const { id, name, seed, createdAtMs, expiresAtMs, variants, quota } = workspace.record
  return {
    id,
    name,
    baseUrl: baseUrlOf(origin, workspace),
    seed,
    createdAtMs,
    lastUsedAtMs: workspace.lastUsedAtMs,
    expiresAtMs,
    isAwake: workspace.openDatabase !== undefined,
    clock: workspace.clock.setting.mode,
    variants,
    quota,
  }
}

/** The address under which every path of the server means this workspace. */
const baseUrlOf = (origin: string, { id }: Workspace): string => `${origin}/w/${id}`

const COUNTED = [
  'assets',
  'atoms',
  'collections',
  'approvals',
  'approval_tasks',
  'crowd_packs',
  'crowd_members',
  'portal_contents',
  'users',
  'uploads',
  'files',
] as const

/** Of deleted packs nothing counts, though rows of them wait to be removed. */
const COUNT_OF: Partial<Record<(typeof COUNTED)[number], string>> = {
  crowd_packs: 'SELECT count(*) FROM crowd_packs WHERE is_deleted = 0',
  crowd_members: `SELECT count(*) - (
      SELECT count(*) FROM crowd_packs p JOIN crowd_members m ON m.pack_id = p.id
      WHERE p.is_deleted = 1)
    FROM crowd_members`,
}

const countRows = ({ store }: Workspace): Record<string, number> => ({ ...rowCounts(store).get() })

/** All in one row, by the names of the tables. */
const rowCounts = prepared((store) => {
  const counts = COUNTED.map(
    (table) => `(${COUNT_OF[table] ?? `SELECT count(*) FROM ${table}`}) AS ${table}`,
  )
  return store.sqlite.prepare<[], Record<string, number>>(`SELECT ${counts.join(', ')}`)
})

/** The bytes of all files that a workspace names. */
export const fileBytesOf = ({ store }: Workspace): number => namedBytes(store).get() ?? 0

const namedBytes = prepared((store) =>
  store.sqlite
    .prepare<[], number>(
      `SELECT (SELECT total(size_bytes) FROM files)
        + (SELECT total(size_bytes) FROM upload_parts WHERE digest IS NOT NULL)`,
    )
    .pluck(),
)
