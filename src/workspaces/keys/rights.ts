import type { KeyKind } from '../../contract/key-shapes.ts'
import type { KeyRecord } from './key-files.ts'

/**
 * What a route needs of a key: `own` any key; `read`, `steer` and `manage` (rename, delete) the workspace of the call;
 * `create` and `list` workspaces; `admin` the server.
 */
export type KeyNeed =
  | 'own'
  | 'read'
  | 'steer'
  | 'manage'
  | 'create'
  | 'list'
  | 'metrics'
  | 'backup'
  | 'admin'

/** What each kind of key allows; `admin` allows all. */
const ALLOWED: Readonly<Record<Exclude<KeyKind, 'admin'>, readonly KeyNeed[]>> = {
  workspace: ['own', 'read', 'steer'],
  ci: ['own', 'read', 'steer', 'manage', 'create', 'list'],
  metrics: ['own', 'metrics'],
  backup: ['own', 'backup'],
}

export const allows = (
  { kind, access }: Pick<KeyRecord, 'kind' | 'access'>,
  need: KeyNeed,
): boolean =>
  kind === 'admin' || (ALLOWED[kind].includes(need) && !(access === 'read' && need === 'steer'))

/** True if a key is for a workspace: its own, or one that it created. */
export const isFor = (
  key: KeyRecord,
  workspace: { readonly id: string; readonly record: { readonly keyId: string | null } },
): boolean =>
  key.kind === 'admin' || key.workspaceId === workspace.id || key.id === workspace.record.keyId
