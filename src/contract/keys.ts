import { type Static, Type } from '@sinclair/typebox'
import { Choice, Shape, WantedCount } from './shapes.ts'

export const KEY_KINDS = ['admin', 'workspace', 'ci', 'metrics', 'backup'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

export const KeyAccess = Choice(
  ['read', 'steer'],
  'What a key of kind `workspace` may do: `read`, or `steer`, which reads and changes',
)
export type KeyAccess = Static<typeof KeyAccess>

export const KeyLimits = Shape('KeyLimits', 'Bounds of a key of kind `ci`', {
  workspaces: Type.Optional(WantedCount('Workspaces that it has at once', 20_000)),
  bytes: Type.Optional(
    WantedCount('Size of the database, and of the files, of each workspace', 2 ** 53 - 1),
  ),
  ttlMs: Type.Optional(
    WantedCount('Lifetime of each workspace, ms, if no shorter one is asked', 315_360_000_000),
  ),
})
export type KeyLimits = Static<typeof KeyLimits>
