import { collections } from '../db/tables/workspace/collections.ts'
import type { SeedRow } from '../seeds/seed-format.ts'
import { takeAsset, textAsset, userOf } from './builders.ts'
import { freeId } from './free-id.ts'
import { defineState, type StateContext } from './named-state.ts'

const EVERYONE_SEES = [{ unit: { everyone: true } as const, mayAdd: false }]

const collectionOf = (
  context: StateContext,
  id: number,
  name: string,
  more: Partial<SeedRow<'collections'>> = {},
): SeedRow<'collections'> => ({
  id,
  name: `${name} ${id}`,
  createUser: context.baseline.owner.id,
  createdAtMs: context.nowMs,
  ...more,
})

const takeCollection = ({ store }: StateContext): number => freeId(store, collections)

/** More collections than a page of the default size. */
const CHILDREN = 25

/** States of collections and of the archive. */
export const collectionStates = {
  'collection-editable': defineState({
    sentence: 'The editor may add an asset to an empty collection.',
    take: (context) => ({
      collectionId: takeCollection(context),
      ...takeAsset(context.store),
      ...userOf(context, 'editor'),
    }),
    seed: (context, ids) => ({
      assets: [textAsset(context, ids)],
      collections: [
        collectionOf(context, ids.collectionId, 'Open', {
          rights: [...EVERYONE_SEES, { unit: { user: ids.userId }, mayAdd: true }],
        }),
      ],
    }),
  }),

  'collection-without-permission': defineState({
    sentence: 'The viewer sees a collection and may not add to it: E22 answers 10134011.',
    take: (context) => ({
      collectionId: takeCollection(context),
      ...takeAsset(context.store),
      ...userOf(context, 'viewer'),
    }),
    seed: (context, ids) => ({
      assets: [textAsset(context, ids)],
      collections: [collectionOf(context, ids.collectionId, 'Closed', { rights: EVERYONE_SEES })],
    }),
  }),

  'collection-empty': defineState({
    sentence: 'A collection has neither assets nor children.',
    take: (context) => ({ collectionId: takeCollection(context) }),
    seed: (context, { collectionId }) => ({
      collections: [collectionOf(context, collectionId, 'Empty', { rights: EVERYONE_SEES })],
    }),
  }),

  'collection-tree-three-levels': defineState({
    sentence: 'A collection has a child, and that has one; only the last holds an asset.',
    take: (context) => ({
      rootId: takeCollection(context),
      childId: takeCollection(context),
      grandchildId: takeCollection(context),
      ...takeAsset(context.store),
    }),
    seed: (context, ids) => ({
      assets: [textAsset(context, ids)],
      collections: [
        collectionOf(context, ids.rootId, 'Root', { rights: EVERYONE_SEES }),
        collectionOf(context, ids.childId, 'Child', { parentId: ids.rootId }),
        collectionOf(context, ids.grandchildId, 'Grandchild', {
          parentId: ids.childId,
          assetIds: [ids.assetId],
        }),
      ],
    }),
  }),

  'collections-two-pages': defineState({
    sentence: `A collection has ${CHILDREN} children, two pages of the default size.`,
    take: (context) => ({
      parentId: takeCollection(context),
      collectionIds: Array.from({ length: CHILDREN }, () => takeCollection(context)),
    }),
    seed: (context, { parentId, collectionIds }) => ({
      collections: [
        collectionOf(context, parentId, 'Many', { rights: EVERYONE_SEES }),
        ...collectionIds.map((id) => collectionOf(context, id, 'One of many', { parentId })),
      ],
    }),
  }),

  'archive-groups': defineState({
    sentence:
      'The archive has a root with two groups, one of which has a group of its own; the editor may add an asset to them.',
    take: (context) => {
      const [rootId = 0, ...groupIds] = Array.from({ length: 4 }, () => takeCollection(context))
      const root = `STATE-${rootId}`
      return {
        rootId,
        groupIds,
        groupPaths: [`${root}/SPRING`, `${root}/AUTUMN`, `${root}/SPRING/TEA`],
        ...takeAsset(context.store),
        ...userOf(context, 'editor'),
      }
    },
    seed: (context, { rootId, groupIds: [spring = 0, autumn = 0, tea = 0], ...ids }) => {
      const group = (id: number, name: string, more: Partial<SeedRow<'collections'>>) => ({
        ...collectionOf(context, id, '', more),
        name,
      })
      const rights = [...EVERYONE_SEES, { unit: { user: ids.userId }, mayAdd: true }]
      return {
        assets: [textAsset(context, ids)],
        collections: [
          group(rootId, `STATE-${rootId}`, { isArchive: true, rights }),
          group(spring, 'SPRING', { parentId: rootId }),
          group(autumn, 'AUTUMN', { parentId: rootId }),
          group(tea, 'TEA', { parentId: spring }),
        ],
      }
    },
  }),
}
