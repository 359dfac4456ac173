import { type Static, Type } from '@sinclair/typebox'
import { WantedLevel } from '../../contract/findings/finding.ts'

const all = Type.Boolean({
  default: false,
  description: 'The whole server in place of one workspace, with removed workspaces',
})

/** The query parameters of the report. */
export const FindingsQuery = Type.Object({
  all,
  level: Type.Optional(WantedLevel('Minimum level; without it all are listed')),
})
export type FindingsQuery = Static<typeof FindingsQuery>

/** The query parameters of the deletion. */
export const DeletedFindingsQuery = Type.Object({ all })
