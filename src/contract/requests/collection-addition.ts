import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { shown } from '../known-field.ts'
import { Id, ListOf } from '../resources/primitives.ts'

/** The assets that E22 adds, and the collection. */
export const CollectionAddition = Type.Object({
  collectionId: shown(Id, 'Id of the collection.', 'A-17-2', 'A-22-3', 'A-visibility-1'),
  assetIds: shown(
    ListOf(Id, LIMITS.collectionAssets),
    'Ids of the assets to add; one that is already there stays once.',
    'A-22-2',
    'A-id-1',
  ),
})
export type CollectionAddition = Static<typeof CollectionAddition>
