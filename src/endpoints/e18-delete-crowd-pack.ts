import { Type } from '@sinclair/typebox'
import { example, NOWHERE } from '../contract/example.ts'
import { knownField } from '../contract/resources/known-values.ts'
import { field } from '../contract/resources/primitives.ts'
import { deleteCrowdPack } from '../domain/crowds/crowd-packs.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E18',
  summary: 'Delete a crowd pack',
  summaryInChinese: '删除人群包',
  tag: 'Marketing',
  description: 'Deletes a crowd pack with its members.',
  path: '/open-api/standard/v1/marketing/crowd-pack/delete',
  shape: 'nested',
  access: 'write',
  param: Type.Object({
    corpId: field.shortText('Id of the corporation that the pack belongs to.', 'A-7-1'),
    id: field.id('Id of the pack.', 'A-7-1'),
    source: knownField.crowdSource(
      'Source of the pack, one of the three that name it; seen: `CDP_CROWD_PACK`.',
      'A-7-1',
    ),
  }),
  result: field.flag('true: the pack and its members are gone.', 'A-7-1'),
  refuses: ['unknownCrowdPack'],
  assumes: ['A-7-1'],
  sample: ({ crowdPack }) => ({
    corpId: crowdPack.corpId,
    id: crowdPack.id,
    source: crowdPack.source,
  }),
  examples: [
    example('success', 'A pack'),
    example('unknownCrowdPack', 'A pack that does not exist', { id: NOWHERE }),
  ],
  handle: (call) => {
    const { id, corpId, source } = call.param
    return deleteCrowdPack(call, { id, corpId, source })
  },
})
