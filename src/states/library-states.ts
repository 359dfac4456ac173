import { takeIds } from '../db/sequences.ts'
import { type AssetIds, assetOf, filePart, takeAsset, textAsset, textPart } from './builders.ts'
import { defineState, type StateContext } from './named-state.ts'

const PICTURE = 'serum-packshot.png'
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

const atomOf = (context: StateContext, id: number, file: string) => ({
  id,
  path: `upload/state-${id}-${file}`,
  name: file,
  extension: file.split('.').at(-1) ?? '',
  file,
  createUser: context.baseline.owner.id,
  createdAtMs: context.nowMs,
})

/** A file has one id through its life (A-id-1). */
const withAtom = (ids: AssetIds): AssetIds & { atomId: number } => ({
  ...ids,
  atomId: ids.subResourceId,
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
    take: ({ store }) => withAtom(takeAsset(store)),
    seed: (context, { assetId, subResourceId, atomId }) => ({
      atoms: [{ ...atomOf(context, atomId, PICTURE), assetId }],
      assets: [
        assetOf(context, {
          id: assetId,
          name: PICTURE,
          extension: 'png',
          subResources: [filePart(subResourceId, PICTURE)],
        }),
      ],
    }),
  }),

  'asset-view-only': defineState({
    sentence: 'The viewer sees a picture and may not download it.',
    needs: { names: [PICTURE] },
    take: ({ store, baseline }) => ({
      ...takeAsset(store),
      userId: baseline.viewer.id,
      userEmail: baseline.viewer.email,
    }),
    seed: (context, { assetId, subResourceId }) => ({
      assets: [
        assetOf(context, {
          id: assetId,
          name: PICTURE,
          extension: 'png',
          subResources: [filePart(subResourceId, PICTURE)],
        }),
      ],
    }),
  }),

  'atom-not-ingested': defineState({
    sentence: 'An atom with a file has not been ingested yet.',
    needs: { names: [PICTURE] },
    take: ({ store }) => ({ atomId: takeIds(store, 'assetOrFile') }),
    seed: (context, { atomId }) => ({ atoms: [atomOf(context, atomId, PICTURE)] }),
  }),

  'composite-asset': defineState({
    sentence: 'One asset has four parts: two pictures, a film and a text.',
    needs: { names: [PICTURE, PHOTO, FILM] },
    take: ({ store }) => {
      const first = takeIds(store, 'assetOrFile', 4)
      return {
        assetId: takeIds(store, 'assetOrFile'),
        subResourceIds: [first, first + 1, first + 2, first + 3],
      }
    },
    seed: (
      context,
      { assetId, subResourceIds: [first = 0, second = 0, third = 0, fourth = 0] },
    ) => ({
      assets: [
        assetOf(context, {
          id: assetId,
          name: 'Launch kit',
          extension: 'res_group',
          subResources: [
            filePart(first, PICTURE),
            filePart(second, PHOTO),
            filePart(third, FILM),
            textPart(fourth),
          ],
        }),
      ],
    }),
  }),

  'text-asset': defineState({
    sentence: 'One asset is a text, which its detail holds.',
    take: ({ store }) => takeAsset(store),
    seed: (context, ids) => ({ assets: [textAsset(context, ids)] }),
  }),
}
