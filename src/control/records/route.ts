import { Type } from '@sinclair/typebox'
import { OneOf } from '../../contract/resources/primitives.ts'
import { LIMITS } from '../../limits.ts'
import { defineControl } from '../define-control.ts'
import { Records } from './schema.ts'
import { RECORD_KINDS, readRecords } from './service.ts'

/** `GET /_sandbox/records/{kind}`: what operations write and none shows, newest first. */
export default defineControl({
  method: 'GET',
  path: '/records/:kind',
  summary: 'Rows that operations have written, newest first',
  params: Type.Object({ kind: OneOf(RECORD_KINDS) }),
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: LIMITS.listedRecords.max, default: 1_000 }),
  }),
  result: Records,
  handle: ({ workspace, params, query }) => readRecords(workspace, params.kind, query.limit),
})
