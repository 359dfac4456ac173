import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { prepared } from '../../db/store.ts'
import { LIMITS } from '../../limits.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { answers } from '../responses.ts'
import { counterOf } from '../rows.ts'
import { sourceOf } from './record-kinds.ts'
import { RECORD_KINDS, type RecordKind, RecordParams, RecordQuery, Records } from './schema.ts'

/** The records of a workspace: rows that operations write and no operation shows. */
const records: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/records/:kind',
    answers('List rows that operations have written, newest first', Records, {
      params: RecordParams,
      querystring: RecordQuery,
    }),
    async ({ workspace, params, query }) => readRecords(workspace, params.kind, query.limit),
  )
}

type Window = Record<string, number>

const statementsFor = (kind: RecordKind) => {
  const { from, order, json, parameters } = sourceOf(kind)
  return {
    parameters,
    count: counterOf(from),
    rows: prepared((store) =>
      store.sqlite
        .prepare<Window, string>(
          `SELECT ${json} FROM ${from} ORDER BY ${order}
           LIMIT (:limit + 0) OFFSET (:offset + 0)`,
        )
        .pluck(),
    ),
  }
}

const STATEMENTS = Object.fromEntries(
  RECORD_KINDS.map((kind) => [kind, statementsFor(kind)]),
) as Record<RecordKind, ReturnType<typeof statementsFor>>

/** Maximum size of one answer: records can be of any size. */
const MAX_ANSWER_LENGTH = LIMITS.recordsAnswerBytes.max

/** Rows are read in batches, of which the next is likely to fit. */
const MAX_ROWS_AT_A_TIME = 500

/** Reads the records of a kind: at most `limit`, fewer where they are large; `total` counts all. */
const readRecords = (workspace: Workspace, kind: RecordKind, limit: number): Records => {
  const { count, rows, parameters } = STATEMENTS[kind]
  const values = parameters?.(workspace)
  const { store } = workspace
  const texts: string[] = []
  let length = 0
  let wanted = 1
  while (texts.length < limit && length < MAX_ANSWER_LENGTH) {
    const window = { limit: Math.min(wanted, limit - texts.length), offset: texts.length }
    const found = rows(store).all({ ...values, ...window })
    texts.push(...found)
    length += found.join().length
    if (found.length < window.limit) break
    const usual = length / texts.length
    wanted = Math.min(MAX_ROWS_AT_A_TIME, 1 + Math.floor((MAX_ANSWER_LENGTH - length) / usual / 8))
  }
  return { kind, total: count(store), records: texts.map((text) => JSON.parse(text)) } as Records
}

export default records
