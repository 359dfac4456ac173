import { Type } from '@sinclair/typebox'
import { invented } from '../contract/known-field.ts'
import { CollectionAddition } from '../contract/requests/collection-addition.ts'
import { addAssets } from '../domain/collections/add-assets.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** E22. Add assets to an asset collection. */
export default defineEndpoint({
  id: 'E22',
  summary: 'Add assets to an asset collection',
  description: 'Adds assets to a collection, all or none.',
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
  handle: (call) => addAssets(call, call.param),
})
