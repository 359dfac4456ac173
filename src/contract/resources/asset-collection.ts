import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { ClosedObject, Count, EpochMs, Id, Int, NullableText } from './primitives.ts'

/** Asset collection (document, "Asset collection (material group)"). */
export const AssetCollection = ClosedObject(
  {
    id: shown(Id, 'Id of the collection.'),
    createTime: shown(EpochMs, 'When it was created, epoch milliseconds.'),
    updateTime: shown(EpochMs, 'When it was changed last, epoch milliseconds.', 'A-22-4'),
    createUser: shown(Id, 'Id of the user who created it.'),
    updateUser: shown(Id, 'Id of the user who changed it last.', 'A-22-4'),
    status: shown(Int, 'Status code; 0 in samples.', 'A-1-6'),
    parentId: shown(Id, 'Id of the parent collection; 0 for a root.', 'A-1-12'),
    rootId: shown(Id, 'Id of the root collection; for a root its own.', 'A-1-12'),
    groupName: shown(Type.String(), 'Name.'),
    itemCount: shown(Count, 'Number of the assets in it, without those of its children.', 'A-1-6'),
    groupCount: shown(Count, 'Number of its children.', 'A-1-6'),
    belongId: shown(Id, 'Id of the owner scope.', 'A-1-6'),
    description: shown(NullableText, 'Description; null when there is no description.'),
    thunders: shown(
      Type.Union([Type.Null(), Type.Array(Type.String())]),
      'Thumbnails; null by default, signed preview URLs by a variant of A-1-4.',
      'A-1-4',
    ),
    hasCollected: shown(Type.Boolean(), 'Whether the acting user has collected it.', 'A-1-6'),
  },
  { title: 'AssetCollection', description: 'Asset collection; instants in epoch milliseconds.' },
)
export type AssetCollection = Static<typeof AssetCollection>
