import { Type } from '@sinclair/typebox'
import { again, example, NOWHERE } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { knownField } from '../contract/resources/known-values.ts'
import { field, ListOf, optional, TextUpTo } from '../contract/resources/primitives.ts'
import { addMembers } from '../domain/crowds/crowd-packs.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { MEMBER_BODY } from '../http/request.ts'
import { LIMITS } from '../kernel/limits.ts'

export default defineEndpoint({
  id: 'E7',
  summary: 'Add members to a crowd pack',
  summaryInChinese: '向人群包添加成员',
  tag: 'Marketing',
  description: 'Adds members to a crowd pack; each member is stored once.',
  path: '/open-api/standard/v1/marketing/crowd/insert',
  shape: 'nested',
  access: 'write',
  bodyLimit: MEMBER_BODY,
  outcomes: { 'known-member': 'answered for a member that the crowd pack had already' },
  param: Type.Object({
    source: knownField.crowdSource(
      'Source of the pack, one of the three that name it; seen: `CDP_CROWD_PACK`.',
      'A-7-1',
    ),
    corpId: field.shortText('Id of the corporation that the pack belongs to.', 'A-7-1'),
    crowdPackId: field.id('Id of the pack.', 'A-7-1'),
    crowdList: shown(
      ListOf(
        Type.Object(
          {
            crowdUniqueSign: shown(
              TextUpTo(LIMITS.memberSign, { minLength: 1 }),
              'Sign of the member, unique in its pack.',
              'A-7-2',
            ),
          },
          { description: 'A member to add.' },
        ),
        LIMITS.crowdMembers,
      ),
      'Members to add, each once.',
      'A-7-2',
    ),
    selfAgent: knownField.selfAgent(
      'Any integer, kept with the pack; 0 in the sample. Unchanged when absent.',
      'A-7-4',
    ),
    completeStatus: optional.flag(
      'Whether the pack is complete, kept with it; unchanged when absent.',
      'A-7-4',
    ),
  }),
  result: field.flag('true: the members are in the pack.'),
  refuses: ['unknownCrowdPack'],
  assumes: ['A-7-1', 'A-7-2', 'A-7-4'],
  sample: ({ crowdPack }) => ({
    source: crowdPack.source,
    corpId: crowdPack.corpId,
    crowdPackId: crowdPack.id,
    crowdList: [{ crowdUniqueSign: 'sign-1' }, { crowdUniqueSign: 'sign-2' }],
    selfAgent: 0,
    completeStatus: true,
  }),
  examples: [
    example('success', 'Two members'),
    again('E7', 'known-member'),
    example('unknownCrowdPack', 'A pack that does not exist', { crowdPackId: NOWHERE }),
  ],
  handle: (call) => {
    const { crowdPackId: id, corpId, source, crowdList, ...state } = call.param
    const signs = crowdList.map((member) => member.crowdUniqueSign)
    return addMembers(call, { id, corpId, source }, signs, state)
  },
})
