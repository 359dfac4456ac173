import {
  addAsset,
  addPicture,
  addSingleAsset,
  fileId,
  filePart,
  PICTURE,
  textPart,
  userOf,
} from './builders.ts'
import type { State, StateSetting } from './named-state.ts'

const PHOTO = 'jasmine-tile.webp'
const FILM = 'spring-pour.mp4'

/** Statements that empty the library, in the order of references. */
const EMPTYING = [
  'DELETE FROM portal_content_tags',
  'DELETE FROM content_metadata',
  'DELETE FROM portal_contents',
  'DELETE FROM approval_objects',
  'DELETE FROM collection_items',
  'UPDATE collections SET item_count = 0 WHERE item_count <> 0',
  'UPDATE atoms SET asset_id = NULL WHERE asset_id IS NOT NULL',
  'DELETE FROM asset_metadata',
  'DELETE FROM asset_rights',
  'DELETE FROM sub_resources',
  'DELETE FROM assets',
]

const atomOf = ({ baseline, nowMs }: StateSetting, id: number) => ({
  ...filePart(id, PICTURE),
  path: `upload/state-${id}-${PICTURE}`,
  createUser: baseline.owner.id,
  createdAtMs: nowMs,
})

export const libraryStates = {
  'empty-library': {
    sentence:
      'The library, the collections and the portals have no assets; users, collection rights and atoms remain.',
    set: ({ store }) => {
      for (const statement of EMPTYING) store.sqlite.exec(statement)
      return {}
    },
  },

  'asset-ingested': {
    sentence: 'An image was ingested from an atom; the owner and the editor may download it.',
    needs: { names: [PICTURE] },
    set: (setting) => {
      const { assetId, subResourceId } = addPicture(setting)
      // A file has one id through its life (A-id-1).
      setting.load({ atoms: [{ ...atomOf(setting, subResourceId), assetId }] })
      return { assetId, subResourceId, atomId: subResourceId }
    },
  },

  'asset-view-only': {
    sentence: 'The viewer sees an image but may not download it.',
    needs: { names: [PICTURE] },
    set: (setting) => ({ ...addPicture(setting), ...userOf(setting, 'viewer') }),
  },

  'atom-not-ingested': {
    sentence: 'An atom with a file has not been ingested yet.',
    needs: { names: [PICTURE] },
    set: (setting) => {
      const atomId = fileId(setting)
      setting.load({ atoms: [atomOf(setting, atomId)] })
      return { atomId }
    },
  },

  'composite-asset': {
    sentence: 'An asset has four parts: two images, a video and a text.',
    needs: { names: [PICTURE, PHOTO, FILM] },
    set: (setting) => {
      const files = [PICTURE, PHOTO, FILM].map((file) => filePart(fileId(setting), file))
      const subResources = [...files, textPart(fileId(setting))]
      const assetId = fileId(setting)
      addAsset(setting, { id: assetId, name: 'Launch kit', extension: 'res_group', subResources })
      return { assetId, subResourceIds: subResources.map(({ id }) => id) }
    },
  },

  'text-asset': {
    sentence: 'An asset is a text; its detail contains the text.',
    set: (setting) => addSingleAsset(setting),
  },
} as const satisfies Record<string, State>
