import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { Id, ListOf } from '../resources/primitives.ts'

/** The assets that E22 adds, and the collection. */
export const CollectionAddition = Type.Object({
  collectionId: Id,
  assetIds: ListOf(Id, LIMITS.collectionAssets),
})
export type CollectionAddition = Static<typeof CollectionAddition>
