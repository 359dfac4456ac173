import { takeIds } from '../db/sequences.ts'
import {
  assetOf,
  filePart,
  PICTURE,
  pictureAsset,
  takeAsset,
  textAsset,
  textPart,
  userOf,
} from './builders.ts'
import { defineState, type StateContext } from './named-state.ts'

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

const atomOf = ({ baseline, nowMs }: StateContext, id: number) => ({
  ...filePart(id, PICTURE),
  path: `upload/state-${id}-${PICTURE}`,
  createUser: baseline.owner.id,
  createdAtMs: nowMs,
})

/** States of the library: assets and the atoms that they are made of. */
export const libraryStates = {
  'empty-library': defineState({
    sentence:
      'No asset is in the library, in a collection or in a portal; users, rights of collections and atoms stay.',
    take: () => ({}),
    finish: ({ store }) => {
      for (const statement of EMPTYING) store.sqlite.exec(statement)
    },
  }),

  'asset-ingested': defineState({
    sentence: 'A picture has been ingested from an atom; the owner and the editor may download it.',
    needs: { names: [PICTURE] },
    take: ({ store }) => {
      const ids = takeAsset(store)
      // A file has one id through its life (A-id-1).
      return { ...ids, atomId: ids.subResourceId }
    },
    seed: (context, ids) => ({
      atoms: [{ ...atomOf(context, ids.atomId), assetId: ids.assetId }],
      assets: [pictureAsset(context, ids)],
    }),
  }),

  'asset-view-only': defineState({
    sentence: 'The viewer sees a picture and may not download it.',
    needs: { names: [PICTURE] },
    take: (context) => ({ ...takeAsset(context.store), ...userOf(context, 'viewer') }),
    seed: (context, ids) => ({ assets: [pictureAsset(context, ids)] }),
  }),

  'atom-not-ingested': defineState({
    sentence: 'An atom with a file has not been ingested yet.',
    needs: { names: [PICTURE] },
    take: ({ store }) => ({ atomId: takeIds(store, 'assetOrFile') }),
    seed: (context, { atomId }) => ({ atoms: [atomOf(context, atomId)] }),
  }),

  'composite-asset': defineState({
    sentence: 'One asset has four parts: two pictures, a film and a text.',
    needs: { names: [PICTURE, PHOTO, FILM] },
    take: ({ store }) => {
      const first = takeIds(store, 'assetOrFile', 4)
      const subResourceIds = [first, first + 1, first + 2, first + 3]
      return { assetId: takeIds(store, 'assetOrFile'), subResourceIds }
    },
    seed: (
      context,
      { assetId: id, subResourceIds: [first = 0, second = 0, third = 0, text = 0] },
    ) => {
      const files = [filePart(first, PICTURE), filePart(second, PHOTO), filePart(third, FILM)]
      const subResources = [...files, textPart(text)]
      return {
        assets: [
          assetOf(context, { id, name: 'Launch kit', extension: 'res_group', subResources }),
        ],
      }
    },
  }),

  'text-asset': defineState({
    sentence: 'One asset is a text, which its detail holds.',
    take: ({ store }) => takeAsset(store),
    seed: (context, ids) => ({ assets: [textAsset(context, ids)] }),
  }),
}
