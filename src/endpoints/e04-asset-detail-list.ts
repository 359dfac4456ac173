import { Type } from '@sinclair/typebox'
import { example, NOWHERE, withoutField } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { AssetDetail } from '../contract/resources/asset-shapes.ts'
import { ClosedObject, Id, ListOf } from '../contract/resources/primitives.ts'
import { assetDetails } from '../domain/assets/asset-details.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../kernel/limits.ts'

export default defineEndpoint({
  id: 'E4',
  summary: 'Asset detail list',
  summaryInChinese: '素材详情列表',
  tag: 'Assets',
  description:
    'Lists the details of assets: origin, rights, collections, and every part with signed URLs.',
  path: '/open-api/standard/v2/asset/detail-list',
  access: 'read',
  hasUserHeader: true,
  outcomes: { 'left-out': 'answered without one of the assets asked for' },
  param: Type.Object({
    assetIdList: shown(
      ListOf(Id, LIMITS.assetIds),
      'Ids of assets, each answered once.',
      'A-4-1',
      'A-id-1',
    ),
  }),
  result: shown(
    ClosedObject({
      detail: shown(
        Type.Array(AssetDetail),
        'Details in the order of the request, without ids that do not exist or that the acting user cannot see.',
        'A-4-1',
        'A-event-1',
        'A-visibility-1',
      ),
    }),
    'The details found.',
  ),
  refuses: ['unknownAsset', 'fileForAsset', 'atomForAsset'],
  onlyWith: {
    unknownAsset: ['A-4-1=refused'],
    fileForAsset: ['A-4-1=refused'],
    atomForAsset: ['A-4-1=refused'],
  },
  assumes: [
    'A-4-1',
    'A-4-2',
    'A-4-3',
    'A-event-1',
    'A-4-5',
    'A-4-6',
    'A-4-7',
    'A-4-11',
    'A-9-5',
    'A-16-2',
    'A-file-1',
    'A-file-3',
    'A-id-1',
    'A-17-2',
    'A-visibility-1',
  ],
  // The only ways to the bytes of a file: without them no client could download it.
  variation: { kept: ['downloadUrl', 'originalUrl', 'url', 'urlWithParam'] },
  sample: ({ assets }) => ({ assetIdList: assets.ids.slice(0, 3) }),
  examples: [
    example('success', 'One asset', (_, { assets }) => ({ assetIdList: assets.ids.slice(0, 1) })),
    example('left-out', 'Only an asset that does not exist', { assetIdList: [NOWHERE] }),
    withoutField('assetIdList', 'Without the ids'),
    example('wrongType', 'Ids as texts', { assetIdList: ['100001'] }),
  ],
  handle: (call) => assetDetails(call, call.param.assetIdList),
})
