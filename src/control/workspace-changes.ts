import { type Static, Type } from '@sinclair/typebox'
import { badRequest, conflict } from '../contract/errors/problem.ts'
import { LabelChanges } from '../contract/labels.ts'
import { QuotaChanges } from '../contract/quota.ts'
import { Shape, WantedCount } from '../contract/shapes.ts'
import { WorkspaceName } from '../contract/workspace-name.ts'
import { LIMITS } from '../kernel/limits.ts'
import { lifetimeOf } from '../workspaces/new-workspace.ts'
import { mustFit, withinQuota } from '../workspaces/quotas.ts'
import type { WorkspaceRecord } from '../workspaces/registry.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'

export const WorkspaceChanges = Shape(
  'WorkspaceChanges',
  'Changes of a workspace, as a JSON merge patch (RFC 7396)',
  {
    name: Type.Optional(WorkspaceName),
    ttlMs: Type.Optional(
      Type.Union([WantedCount('Lifetime, ms', LIMITS.workspaceMs.max), Type.Null()], {
        description:
          'Lifetime from now on, ms; null for a workspace that lives until it is deleted',
      }),
    ),
    quota: Type.Optional(QuotaChanges),
    labels: Type.Optional(LabelChanges),
  },
)
export type WorkspaceChanges = Static<typeof WorkspaceChanges>

/** Refuses a name or an id that another workspace has. */
export const requireFreeName = (sandbox: Sandbox, name: string, own?: Workspace): void => {
  const found = sandbox.findByIdOrName(name)
  if (found && found !== own)
    throw conflict(`Workspace "${name}" already exists; choose another name`)
}

export const changeWorkspace = (
  sandbox: Sandbox,
  workspace: Workspace,
  { name, ttlMs, quota, labels }: WorkspaceChanges,
): void => {
  const { id, record } = workspace
  if (id === sandbox.defaultId && (name !== undefined || typeof ttlMs === 'number'))
    throw conflict('The workspace "default" cannot be renamed and never expires')
  if (name !== undefined) requireFreeName(sandbox, name, workspace)
  const changes: Partial<WorkspaceRecord> = {
    name: name?.normalize('NFC') ?? record.name,
    labels: merged(record.labels, labels),
  }
  if (Object.keys(changes.labels ?? {}).length > LIMITS.labels.max)
    throw badRequest(`labels: a workspace has at most ${LIMITS.labels.max}; remove some with null`)
  if (ttlMs !== undefined && id !== sandbox.defaultId) {
    const ms = lifetimeOf(ttlMs, sandbox.options)
    changes.expiresAtMs = ms === undefined ? null : sandbox.machineClock.now() + ms
  }
  if (quota) {
    changes.quota = withinQuota(merged(record.quota, quota), sandbox.quota)
    mustFit(changes.quota, workspace.store)
  }
  sandbox.update(workspace, changes)
}

const merged = <T>(
  before: Readonly<Record<string, T>>,
  changes: Readonly<Record<string, T | null>> = {},
): Record<string, T> =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(
      (entry): entry is [string, T] => entry[1] !== null,
    ),
  )
