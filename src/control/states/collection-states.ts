import type { SeedRow } from '../../seeds/seed-format.ts'
import { addSingleAsset, userOf } from './builders.ts'
import { freeId } from './free-id.ts'
import type { State, StateSetting } from './named-state.ts'

type SeedCollection = SeedRow<'collections'>

const EVERYONE_SEES = [{ unit: { everyone: true } as const, mayAdd: false }]

const CHILDREN = 25

const collectionId = ({ store }: StateSetting): number => freeId(store, 'collections')

/** Adds a collection that everyone sees, unless other rights or a parent are given. */
const addCollection = (
  setting: StateSetting,
  name: string,
  { id = collectionId(setting), ...more }: Partial<SeedCollection> = {},
): number => {
  const { nowMs, baseline } = setting
  const collection = {
    id,
    name: `${name} ${id}`,
    createUser: baseline.owner.id,
    createdAtMs: nowMs,
  }
  const rights = more.parentId === undefined ? EVERYONE_SEES : []
  setting.load({ collections: [{ ...collection, rights, ...more }] })
  return id
}

/** Rights with which everyone sees a collection and the editor adds to it. */
const editorAdds = ({ baseline }: StateSetting) => [
  ...EVERYONE_SEES,
  { unit: { user: baseline.editor.id }, mayAdd: true },
]

export const collectionStates = {
  'collection-editable': {
    sentence: 'The editor may add an asset to an empty collection.',
    set: (setting) => ({
      collectionId: addCollection(setting, 'Open', { rights: editorAdds(setting) }),
      ...addSingleAsset(setting),
      ...userOf(setting, 'editor'),
    }),
  },

  'collection-without-permission': {
    sentence: 'The viewer sees a collection but may not add to it: E22 returns 10134011.',
    set: (setting) => ({
      collectionId: addCollection(setting, 'Closed'),
      ...addSingleAsset(setting),
      ...userOf(setting, 'viewer'),
    }),
  },

  'collection-empty': {
    sentence: 'A collection has no assets and no children.',
    set: (setting) => ({ collectionId: addCollection(setting, 'Empty') }),
  },

  'collection-tree-three-levels': {
    sentence: 'A collection has a child and a grandchild; only the grandchild has an asset.',
    set: (setting) => {
      const asset = addSingleAsset(setting)
      const rootId = addCollection(setting, 'Root')
      const childId = addCollection(setting, 'Child', { parentId: rootId })
      const assetIds = [asset.assetId]
      const grandchildId = addCollection(setting, 'Grandchild', { parentId: childId, assetIds })
      return { rootId, childId, grandchildId, ...asset }
    },
  },

  'collections-two-pages': {
    sentence: `A collection has ${CHILDREN} children, two pages of the default size.`,
    set: (setting) => {
      const parentId = addCollection(setting, 'Many')
      const collectionIds = Array.from({ length: CHILDREN }, () =>
        addCollection(setting, 'One of many', { parentId }),
      )
      return { parentId, collectionIds }
    },
  },

  'archive-groups': {
    sentence:
      'An archive root has two groups, and one of them has a subgroup; the editor may add an asset to all three.',
    set: (setting) => {
      const rootId = collectionId(setting)
      const root = `STATE-${rootId}`
      const rights = editorAdds(setting)
      addCollection(setting, '', { id: rootId, name: root, isArchive: true, rights })
      const group = (name: string, parentId: number) =>
        addCollection(setting, '', { name, parentId })
      const spring = group('SPRING', rootId)
      return {
        rootId,
        groupIds: [spring, group('AUTUMN', rootId), group('TEA', spring)],
        groupPaths: [`${root}/SPRING`, `${root}/AUTUMN`, `${root}/SPRING/TEA`],
        ...addSingleAsset(setting),
        ...userOf(setting, 'editor'),
      }
    },
  },
} as const satisfies Record<string, State>
