import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../kernel/limits.ts'
import { OneOf, TextUpTo } from './resources/primitives.ts'
import { Explained, Named, Shape, Text, TextOrNull, WantedCount } from './shapes.ts'

/** Characters of the shortest admin key in staging, and in a file. */
export const MIN_ADMIN_KEY = 16

export const KEY_KINDS = ['admin', 'workspace', 'ci', 'metrics', 'backup'] as const

export const KeyKind = Named(
  'KeyKind',
  'What a key is for. `admin`: everything; `workspace`: one workspace; `ci`: the workspaces that it creates; `metrics` and `backup`: only metrics or backups',
  OneOf(KEY_KINDS),
)
export type KeyKind = Static<typeof KeyKind>

export const KeyAccess = Named(
  'KeyAccess',
  'What a `workspace` key may do: `read`, or `steer` (read and change)',
  OneOf(['read', 'steer']),
)
export type KeyAccess = Static<typeof KeyAccess>

export const KeyLimits = Shape('KeyLimits', 'Limits of a `ci` key', {
  workspaces: Type.Optional(
    WantedCount('Maximum number of workspaces at a time; default 100', LIMITS.workspaces.max),
  ),
  bytes: Type.Optional(
    WantedCount(
      'Maximum size of the database, of the files and of the snapshots of each workspace; default 1 GiB',
    ),
  ),
  totalBytes: Type.Optional(
    WantedCount(
      'Maximum size of all its workspaces together, as the sum of their quotas; beyond it a new one is refused; default: no maximum',
    ),
  ),
  ttlMs: Type.Optional(
    WantedCount('Maximum lifetime of each workspace, ms; default 1 day', LIMITS.workspaceMs.max),
  ),
})
export type KeyLimits = Static<typeof KeyLimits>

export const KeyOptions = Shape('KeyOptions', 'A key to create', {
  kind: KeyKind,
  name: TextUpTo(LIMITS.workspaceName, {
    pattern: '^[\\w.@-]+$',
    description: 'a name of letters, digits, `.`, `_`, `@` and `-`, for log and audit',
  }),
  workspace: Type.Optional(
    TextUpTo(LIMITS.text, {
      description: 'Id or name of the workspace of a `workspace` key',
    }),
  ),
  access: Type.Optional(KeyAccess),
  endsAt: Type.Optional(
    TextUpTo(LIMITS.text, {
      description: 'When the key expires, such as `2027-01-31T00:00:00Z`; default: never',
    }),
  ),
  limits: Type.Optional(KeyLimits),
})
export type KeyOptions = Static<typeof KeyOptions>

const facts = {
  id: Text('Id for deleting it'),
  kind: KeyKind,
  name: Text('Name of the holder'),
  workspace: TextOrNull('Id of the workspace of a `workspace` key; else null'),
  access: Type.Union([KeyAccess, Type.Null()], {
    description: 'What a `workspace` key may do; else null',
  }),
  limits: Type.Union([KeyLimits, Type.Null()], {
    description: 'Limits of a `ci` key; else null',
  }),
  createdAt: TextOrNull('When it was created; null for a key in the settings'),
  endsAt: TextOrNull('When it expires; null for never'),
}

export const KeySummary = Shape('KeySummary', 'A key without its secret', facts)
export type KeySummary = Static<typeof KeySummary>

export const CreatedKey = Shape('CreatedKey', 'A new key; its secret is shown only once', {
  ...facts,
  key: Explained(
    Text(),
    'The key, for `Authorization: Bearer`; the server stores only its SHA-256',
  ),
})
export type CreatedKey = Static<typeof CreatedKey>
