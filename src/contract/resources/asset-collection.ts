import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, Count, EpochMs, Id, Int, NullableText } from './primitives.ts'

/** Asset collection (document, "Asset collection (material group)"). */
export const AssetCollection = ClosedObject(
  {
    id: Id,
    createTime: EpochMs,
    updateTime: EpochMs,
    createUser: Id,
    updateUser: Id,
    status: Int,
    parentId: Id,
    rootId: Id,
    groupName: Type.String(),
    itemCount: Count,
    groupCount: Count,
    belongId: Id,
    description: NullableText,
    thunders: Type.Union([Type.Null(), Type.Array(Type.String())]),
    hasCollected: Type.Boolean(),
  },
  { title: 'AssetCollection', description: 'Asset collection; instants in epoch milliseconds.' },
)
export type AssetCollection = Static<typeof AssetCollection>
