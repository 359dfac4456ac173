import { archiveGroups, collections } from '../db/tables/workspace/collections.ts'
import type { Seed } from '../seeds/seed-format.ts'
import { takeAsset, textAsset } from './builders.ts'
import { freeId } from './free-id.ts'
import { defineState, type StateContext } from './named-state.ts'

type SeedCollection = NonNullable<Seed['collections']>[number]

const EVERYONE_SEES = [{ unit: { everyone: true } as const, mayAdd: false }]

const collectionOf = (
  scene: StateContext,
  id: number,
  name: string,
  more: Partial<SeedCollection> = {},
): SeedCollection => ({
  id,
  name: `${name} ${id}`,
  createUser: scene.ground.owner.id,
  createdAtMs: scene.nowMs,
  ...more,
})

const takeCollection = ({ store }: StateContext): number => freeId(store, collections)

/** More than a page holds unless another size is asked for. */
const CHILDREN = 25

/** States of collections and of the archive. */
export const collectionStates = {
  'collection-editable': defineState({
    sentence: 'The editor may add an asset to an empty collection.',
    take: (scene) => ({
      collectionId: takeCollection(scene),
      ...takeAsset(scene.store),
      userId: scene.ground.editor.id,
      userEmail: scene.ground.editor.email,
    }),
    seed: (scene, ids) => ({
      assets: [textAsset(scene, ids)],
      collections: [
        collectionOf(scene, ids.collectionId, 'Open', {
          rights: [...EVERYONE_SEES, { unit: { user: ids.userId }, mayAdd: true }],
        }),
      ],
    }),
  }),

  'collection-without-permission': defineState({
    sentence: 'The viewer sees a collection and may not add to it: E22 answers 10134011.',
    take: (scene) => ({
      collectionId: takeCollection(scene),
      ...takeAsset(scene.store),
      userId: scene.ground.viewer.id,
      userEmail: scene.ground.viewer.email,
    }),
    seed: (scene, ids) => ({
      assets: [textAsset(scene, ids)],
      collections: [collectionOf(scene, ids.collectionId, 'Closed', { rights: EVERYONE_SEES })],
    }),
  }),

  'collection-empty': defineState({
    sentence: 'A collection has neither assets nor children.',
    take: (scene) => ({ collectionId: takeCollection(scene) }),
    seed: (scene, { collectionId }) => ({
      collections: [collectionOf(scene, collectionId, 'Empty', { rights: EVERYONE_SEES })],
    }),
  }),

  'collection-tree-three-levels': defineState({
    sentence: 'A collection has a child, and that has one; only the last holds an asset.',
    take: (scene) => ({
      rootId: takeCollection(scene),
      childId: takeCollection(scene),
      grandchildId: takeCollection(scene),
      ...takeAsset(scene.store),
    }),
    seed: (scene, ids) => ({
      assets: [textAsset(scene, ids)],
      collections: [
        collectionOf(scene, ids.rootId, 'Root', { rights: EVERYONE_SEES }),
        collectionOf(scene, ids.childId, 'Child', { parentId: ids.rootId }),
        collectionOf(scene, ids.grandchildId, 'Grandchild', {
          parentId: ids.childId,
          assetIds: [ids.assetId],
        }),
      ],
    }),
  }),

  'collections-two-pages': defineState({
    sentence: `A collection has ${CHILDREN} children, two pages of the usual size.`,
    take: (scene) => ({
      parentId: takeCollection(scene),
      collectionIds: Array.from({ length: CHILDREN }, () => takeCollection(scene)),
    }),
    seed: (scene, { parentId, collectionIds }) => ({
      collections: [
        collectionOf(scene, parentId, 'Many', { rights: EVERYONE_SEES }),
        ...collectionIds.map((id) => collectionOf(scene, id, 'One of many', { parentId })),
      ],
    }),
  }),

  'archive-groups': defineState({
    sentence: 'The archive has a root with two groups, one of which has a group of its own.',
    take: ({ store }) => {
      const [rootId, ...groupIds] = Array.from({ length: 4 }, () => freeId(store, archiveGroups))
      const root = `STATE-${rootId}`
      return {
        rootId,
        groupIds,
        groupPaths: [`${root}/SPRING`, `${root}/AUTUMN`, `${root}/SPRING/TEA`],
      }
    },
    seed: (_scene, { rootId = 0, groupIds, groupPaths }) => ({
      archiveGroups: [
        { id: rootId, path: `STATE-${rootId}` },
        ...groupPaths.map((path, index) => ({ id: groupIds[index] ?? 0, path })),
      ],
    }),
  }),
}
