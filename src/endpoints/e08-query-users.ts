import { Type } from '@sinclair/typebox'
import { example, NOWHERE, withoutField } from '../contract/example.ts'
import { STATED_MAX_ITEMS, shown } from '../contract/known-field.ts'
import { Id, ListOf } from '../contract/resources/primitives.ts'
import { UserSimpleInfo } from '../contract/resources/user-shapes.ts'
import { queryUsers } from '../domain/users/query-users.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../kernel/limits.ts'

export default defineEndpoint({
  id: 'E8',
  summary: 'Query users by id list',
  summaryInChinese: '按 ID 查询用户',
  tag: 'Users',
  description: 'Looks up users by id, in the requested order, up to 100 at a time.',
  path: '/open-api/standard/v1/query-user-simple-info-list',
  access: 'read',
  hasBodyToken: false,
  outcomes: { 'left-out': 'answered without one of the users asked for' },
  param: Type.Object({
    userIds: shown(
      ListOf(Id, LIMITS.bodyValues, { [STATED_MAX_ITEMS]: LIMITS.userIds.max }),
      'Ids of users, at most 100; larger sets are split into batches.',
      'A-8-1',
    ),
  }),
  result: shown(
    Type.Array(UserSimpleInfo),
    'The users in the order of the request, each once; unknown ids are left out.',
    'A-8-1',
  ),
  refuses: ['unknownUser', 'tooMany'],
  onlyWith: { unknownUser: ['A-8-1=refused'], 'left-out': ['A-8-1=left-out'] },
  assumes: ['A-8-1', 'A-8-2', 'A-auth-12', 'A-file-1', 'A-file-3'],
  sample: ({ users }) => ({ userIds: [users.owner.id, users.viewer.id] }),
  examples: [
    example('success', 'Two users'),
    example('left-out', 'Only a user that does not exist', { userIds: [NOWHERE] }),
    example('tooMany', '101 ids; larger sets are split into batches', {
      userIds: Array.from({ length: 101 }, (_, index) => index + 1),
    }),
    withoutField('userIds', 'Without the ids'),
  ],
  handle: (call) => queryUsers(call, call.param.userIds),
})
