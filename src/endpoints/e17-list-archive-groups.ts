import { Type } from '@sinclair/typebox'
import { example } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { ArchiveGroup } from '../contract/resources/collection-shapes.ts'
import { ListOf, Text } from '../contract/resources/primitives.ts'
import { listGroups } from '../domain/archive/list-groups.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../kernel/limits.ts'

export default defineEndpoint({
  id: 'E17',
  summary: 'List non-root archive groups',
  summaryInChinese: '查询非根归档分组',
  tag: 'Archive',
  description:
    'Looks up archive groups by path; without paths, returns all groups below the roots.',
  path: '/open-api/standard/v1/material-archive/group/list',
  access: 'read',
  lifecycle: 'in development',
  hasUserHeader: true,
  outcomes: {
    'empty-list': 'answered with an empty list',
    'left-out': 'answered without one of the paths asked for',
  },
  param: Type.Object({
    groupPath: shown(
      Type.Optional(ListOf(Text, LIMITS.groupPaths)),
      'Slash-separated paths of group codes; all non-root groups when absent or empty.',
      'A-17-1',
      'A-17-3',
    ),
  }),
  result: shown(
    Type.Array(ArchiveGroup),
    'The groups in the order of the paths, each once; unknown paths and roots are left out.',
    'A-17-1',
    'A-visibility-1',
    'A-17-3',
  ),
  refuses: ['unknownArchiveGroup'],
  onlyWith: { unknownArchiveGroup: ['A-17-1=refused'], 'left-out': ['A-17-1=left-out'] },
  assumes: ['A-17-1', 'A-17-2', 'A-17-3', 'A-visibility-1'],
  sample: ({ archive }) => ({ groupPath: archive.groupPaths.slice(0, 2) }),
  examples: [
    example('success', 'Two groups'),
    example('left-out', 'A group, and a path that no group has', (_, { archive }) => ({
      groupPath: [archive.groupPaths[0], 'NO/SUCH-GROUP'],
    })),
    example('empty-list', 'No group has the path', { groupPath: ['NO/SUCH-GROUP'] }),
    example('wrongType', 'A text in place of a list', (_, { archive }) => ({
      groupPath: archive.groupPaths[0],
    })),
    {
      ...example('unknownActor', 'In the name of a user that does not exist'),
      as: () => 'nobody@example.com',
    },
  ],
  handle: (call) => listGroups(call, call.param.groupPath ?? []),
})
