import { refuse } from '../../contract/errors/refusals.ts'
import { parseTimestamp } from '../../kernel/timestamps.ts'
import { insertInto } from '../../store/db/statements.ts'
import { trackingRecords } from '../../store/db/tables/workspace/reports.ts'
import type { ServiceContext } from '../call.ts'
import { keptJson } from '../kept-json.ts'

const WITH_MILLISECONDS = /\.\d{3}$/

const insertRecord = insertInto(trackingRecords)

/** Stores tracking records as they were sent, all or nothing (E3). */
export const saveRecords = (
  call: ServiceContext,
  records: readonly { event_time: string }[],
): true => {
  const { store, nowMs } = call
  if (records.length === 0) call.warn('empty-list', 'trackList')
  for (const [index, record] of records.entries()) {
    const field = `trackList[${index}]`
    mustBeTime(call, `${field}.event_time`, record.event_time)
    insertRecord(store, { receivedAtMs: nowMs, record: keptJson(field, record) })
  }
  return true
}

/** Reports another form than the document's, and refuses it by variant (A-3-3). */
const mustBeTime = (call: ServiceContext, field: string, time: string): void => {
  if (WITH_MILLISECONDS.test(time) && parseTimestamp(time, 0) !== undefined) return
  // Pages that send tracking records seldom read the answer, so that a refusal alone would not be seen.
  call.warn('unusual-form', field, 'YYYY-MM-DD HH:mm:ss.SSS')
  if (call.variant('A-3-3') === 'refused')
    throw refuse.wrongFormat(field, 'a time as YYYY-MM-DD HH:mm:ss.SSS', time)
}
