import { Type } from '@sinclair/typebox'
import { example, NOWHERE, withoutField } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { knownField } from '../contract/resources/known-values.ts'
import { CrowdMember } from '../contract/resources/marketing-shapes.ts'
import { field } from '../contract/resources/primitives.ts'
import { listMembers } from '../domain/crowds/crowd-packs.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E10',
  summary: 'List crowd members of a crowd pack',
  summaryInChinese: '查询人群包成员',
  tag: 'Marketing',
  description: 'Lists the members of a crowd pack in the order of insertion.',
  path: '/open-api/standard/v1/marketing/crowd/list',
  shape: 'nested',
  access: 'read',
  outcomes: { 'empty-list': 'answered with an empty list' },
  param: Type.Object({
    source: knownField.crowdSource(
      'Source of the pack, one of the three that name it; seen: `CDP_CROWD_PACK`.',
      'A-7-1',
    ),
    corpId: field.shortText('Id of the corporation that the pack belongs to.', 'A-7-1'),
    crowdPackId: field.id('Id of the pack.', 'A-7-1'),
    selfAgent: knownField.selfAgent('Any integer; it selects nothing.', 'A-7-4'),
  }),
  result: shown(Type.Array(CrowdMember), 'All members in order of insertion.', 'A-7-4', 'A-7-2'),
  refuses: ['unknownCrowdPack'],
  assumes: ['A-7-1', 'A-7-4', 'A-7-2'],
  sample: ({ crowdPack }) => ({
    source: crowdPack.source,
    corpId: crowdPack.corpId,
    crowdPackId: crowdPack.id,
    selfAgent: 0,
  }),
  examples: [
    example('success', 'All members'),
    example('unknownCrowdPack', 'A pack that does not exist', { crowdPackId: NOWHERE }),
    withoutField('corpId', 'Without the corporation'),
  ],
  handle: (call) => {
    const { crowdPackId: id, corpId, source } = call.param
    return listMembers(call, { id, corpId, source })
  },
})
