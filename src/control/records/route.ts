import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { variantOf } from '../../contract/assumptions/index.ts'
import { zoneOffsetOf } from '../../domain/zone.ts'
import { defineList, type ListSource } from '../lists.ts'
import { answers } from '../responses.ts'
import { RECORDS, RecordParams, RecordQuery, Records } from './schema.ts'

const LISTS = new Map(
  Object.entries<ListSource<(typeof RECORDS)[keyof typeof RECORDS]['row']>>(RECORDS).map(
    ([kind, source]) => [kind, defineList(source)],
  ),
)

/** The records of a workspace: rows that operations write and no operation shows. */
const records: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/records/:kind',
    answers('List rows that operations have written, newest first', Records, {
      params: RecordParams,
      querystring: RecordQuery,
    }),
    async ({ workspace, params: { kind }, query }) => {
      const nowMs = workspace.clock.now()
      const zoneMs = zoneOffsetOf(variantOf('A-time-1', workspace.record.variants))
      const page = LISTS.get(kind)?.(workspace.store, query.limit, { nowMs, zoneMs })
      return { kind, total: page?.total, records: page?.rows } as Records
    },
  )
}

export default records
