import { Type } from '@sinclair/typebox'
import { Id, Int, ListOf, Text, TextUpTo } from '../contract/resources/primitives.ts'
import { addMembers } from '../domain/crowds/crowd-packs.ts'
import { MEMBER_BODY } from '../http/body-limit.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../limits.ts'

/** E7. Add members to a crowd pack; those already in it stay once. */
export default defineEndpoint({
  id: 'E7',
  summary: 'Add members to a crowd pack',
  description: 'Adds members to a crowd pack; each member is kept once.',
  path: '/open-api/standard/v1/marketing/crowd/insert',
  shape: 'nested',
  access: 'write',
  bodyLimit: MEMBER_BODY,
  outcomes: { 'known-member': 'answered for a member that the crowd pack had already' },
  param: Type.Object({
    source: Text,
    corpId: Text,
    crowdPackId: Id,
    crowdList: ListOf(
      Type.Object({ crowdUniqueSign: TextUpTo(LIMITS.memberSign, { minLength: 1 }) }),
      LIMITS.crowdMembers,
    ),
    selfAgent: Type.Optional(Int),
    completeStatus: Type.Optional(Type.Boolean()),
  }),
  result: Type.Boolean(),
  assumes: ['A-7-1', 'A-7-2', 'A-7-3', 'A-7-4'],
  handle: (call) => {
    const { crowdPackId: id, corpId, source, crowdList, ...state } = call.param
    const signs = crowdList.map((member) => member.crowdUniqueSign)
    return addMembers(call, { id, corpId, source }, signs, state)
  },
})
