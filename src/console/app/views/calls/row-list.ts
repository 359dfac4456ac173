import type { JournalEntry, JournalMark } from '#src/client/generated/control.ts'
import { type CallFilter, isFiltering, passes } from './call-filter.ts'
import type { CallList } from './call-list.ts'

/** A row of the list. */
export type Row = { readonly call: JournalEntry } | { readonly mark: JournalMark }

/** Where the reader left the live end: nothing newer is shown until it is wanted. */
export interface Place {
  readonly generation: number
  readonly seq: number
  readonly number: number
}

/** Calls and marks, newest first; with a place, only those that were there when the reader left. */
export const rowsOf = (list: CallList, filter: CallFilter, place: Place | undefined): Row[] => {
  const calls = list.calls.value
  // Marks say why answers changed; among calls that were picked they say nothing.
  const marks = isFiltering(filter) ? [] : list.marks.value
  const oldest = calls[0]?.seq ?? 0
  const rows: Row[] = []
  let next = marks.length - 1
  const addMarks = (fromSeq: number): void => {
    for (let mark = marks[next]; mark && mark.afterSeq >= fromSeq; mark = marks[next]) {
      if (!place || mark.number <= place.number) rows.push({ mark })
      next -= 1
    }
  }
  for (let index = calls.length - 1; index >= 0; index -= 1) {
    const call = calls[index]
    if (!call) continue
    addMarks(call.seq)
    if ((!place || call.seq <= place.seq) && passes(call, filter)) rows.push({ call })
  }
  addMarks(list.hasOlder.value ? oldest - 1 : 0)
  return rows
}

/** The live end of a list as it is now. */
export const placeOf = ({ generation, calls, marks }: CallList): Place => ({
  generation: generation.value,
  seq: calls.value.at(-1)?.seq ?? 0,
  number: marks.value.at(-1)?.number ?? 0,
})

/** How many calls came since the reader left. */
export const freshOf = ({ calls }: CallList, filter: CallFilter, place: Place): number => {
  const all = calls.value
  const first = place.seq + 1 - (all[0]?.seq ?? 0)
  return all.slice(Math.max(0, first)).filter((call) => passes(call, filter)).length
}

/** A name that stays with a row. */
export const keyOf = (row: Row | undefined): string => {
  if (!row) return ''
  return 'call' in row ? `call ${row.call.seq}` : `mark ${row.mark.number}`
}

/** The number of the first call among rows. */
export const firstSeq = (rows: readonly Row[]): number | undefined => {
  for (const row of rows) if ('call' in row) return row.call.seq
  return undefined
}

/** The index of the call that a key leads to; marks are stepped over. */
export const nextCall = (rows: readonly Row[], seq: number | undefined, step: number): number => {
  const isCall = (index: number): boolean => 'call' in (rows[index] ?? {})
  const from = rows.findIndex((row) => 'call' in row && row.call.seq === seq)
  let index = Math.max(0, Math.min(rows.length - 1, from + step))
  const way = step > 0 && index < rows.length - 1 ? 1 : -1
  while (index > 0 && index < rows.length - 1 && !isCall(index)) index += way
  return isCall(index) ? index : from
}
