import { Type } from '@sinclair/typebox'
import { shown } from '../contract/known-field.ts'
import { ArchiveGroup } from '../contract/resources/archive-group.ts'
import { ListOf, Text } from '../contract/resources/primitives.ts'
import { listGroups } from '../domain/archive/list-groups.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../limits.ts'

/** E17. Archive: list non-root groups by their paths; marked as in development. */
export default defineEndpoint({
  id: 'E17',
  summary: 'List non-root archive groups',
  description: 'Looks up archive groups by path; without paths, all below the roots.',
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
  assumes: ['A-17-1', 'A-17-2', 'A-17-3', 'A-visibility-1'],
  handle: (call) => listGroups(call, call.param.groupPath ?? []),
})
