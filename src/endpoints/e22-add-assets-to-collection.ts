import { Type } from '@sinclair/typebox'
import { again, example, NOWHERE } from '../contract/example.ts'
import { invented } from '../contract/known-field.ts'
import { CollectionAddition } from '../contract/resources/collection-shapes.ts'
import { addAssets } from '../domain/collections/add-assets.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E22',
  summary: 'Add assets to an asset collection',
  summaryInChinese: '向素材集添加素材',
  tag: 'Asset collections',
  description: 'Adds assets to a collection, all or nothing.',
  path: '/open-api/standard/v1/asset/collection/add-asset',
  access: 'write',
  hasUserHeader: true,
  outcomes: { 'known-asset': 'answered for an asset that was in the collection already' },
  param: CollectionAddition,
  result: invented(
    Type.Union([Type.Literal(true), Type.Null()]),
    'true: the assets are in the collection; null by a variant of A-22-1.',
    'A-22-1',
  ),
  refuses: ['noPermission', 'unknownCollection', 'unknownAsset', 'fileForAsset', 'atomForAsset'],
  assumes: ['A-22-1', 'A-22-2', 'A-22-3', 'A-id-1', 'A-22-4', 'A-visibility-1', 'A-17-2'],
  sample: ({ collections, assets }) => ({
    collectionId: collections.editable.id,
    assetIds: assets.ids.slice(0, 2),
  }),
  examples: [
    example('success', 'Two assets'),
    again('E22', 'known-asset'),
    {
      ...example(
        'noPermission',
        'A collection that the acting user may not add to; the only refusal that the document shows',
        (param, { collections }) => ({ ...param, collectionId: collections.forbidden.id }),
      ),
      as: ({ collections }) => collections.forbidden.user,
    },
    example('unknownCollection', 'A collection that does not exist', { collectionId: NOWHERE }),
    example('unknownAsset', 'An asset that does not exist', { assetIds: [NOWHERE] }),
    example('atomForAsset', 'An atom, of which E21 makes an asset', (param, { atoms }) => ({
      ...param,
      assetIds: atoms.ids.slice(2, 3),
    })),
  ],
  handle: (call) => addAssets(call, call.param),
})
