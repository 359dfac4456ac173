import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JournalEntry, JournalMark } from '#src/client/generated/control.ts'
import { type CallFilter, isFiltering, passes } from './call-filter.ts'
import type { CallList } from './call-list.ts'

/** Height of a row, px. */
export const ROW = 30

/** A row of the list. */
export type Row = { readonly call: JournalEntry } | { readonly mark: JournalMark }

/** Where the reader left the live end: nothing newer is shown until it is wanted. */
interface Place {
  readonly generation: number
  readonly seq: number
  readonly number: number
}

/** Calls and marks, newest first; with a place, only those that were there when the reader left. */
const rowsOf = (list: CallList, filter: CallFilter, place: Place | undefined): Row[] => {
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
const placeOf = ({ generation, calls, marks }: CallList): Place => ({
  generation: generation.value,
  seq: calls.value.at(-1)?.seq ?? 0,
  number: marks.value.at(-1)?.number ?? 0,
})

/** How many calls came since the reader left. */
const freshOf = ({ calls }: CallList, filter: CallFilter, place: Place): number => {
  const all = calls.value
  const first = place.seq + 1 - (all[0]?.seq ?? 0)
  return all.slice(Math.max(0, first)).filter((call) => passes(call, filter)).length
}

/** A name that stays with a row. */
export const keyOf = (row: Row | undefined): string => {
  if (!row) return ''
  return 'call' in row ? `call ${row.call.seq}` : `mark ${row.mark.number}`
}

/** The number of the call of a row, where it is one. */
export const seqOf = (row: Row | undefined): number | undefined =>
  row && 'call' in row ? row.call.seq : undefined

/** The index of the call that a key leads to; marks are stepped over. */
export const nextCall = (rows: readonly Row[], seq: number | undefined, step: number): number => {
  const isCall = (index: number): boolean => seqOf(rows[index]) !== undefined
  const from = rows.findIndex((row) => seqOf(row) === seq)
  let index = Math.max(0, Math.min(rows.length - 1, from + step))
  const way = step > 0 && index < rows.length - 1 ? 1 : -1
  while (index > 0 && index < rows.length - 1 && !isCall(index)) index += way
  return isCall(index) ? index : from
}

interface LiveRows {
  readonly rows: ReadonlySignal<readonly Row[]>
  /** Number of calls that came since the reader left the live end. */
  readonly fresh: ReadonlySignal<number>
  onScroll(): void
  showNewest(): void
}

/** The rows of a list, which follow new calls while their top is in view, and else stay where the reader is. */
export const useLiveRows = (
  list: CallList,
  filter: CallFilter,
  scroller: () => Element | null | undefined,
): LiveRows => {
  const left = useSignal<Place | undefined>(undefined)
  const wanted = useSignal(filter)
  const isFollowing = useComputed(() => left.value?.generation !== list.generation.value)
  const place = useComputed(() => (isFollowing.value ? undefined : left.value))
  const rows = useComputed(() => rowsOf(list, wanted.value, place.value))
  const fresh = useComputed(() => (place.value ? freshOf(list, wanted.value, place.value) : 0))
  const onScroll = (): void => {
    const isAway = (scroller()?.scrollTop ?? 0) > ROW / 2
    if (isAway === isFollowing.value) left.value = isAway ? placeOf(list) : undefined
  }
  const showNewest = (): void => {
    left.value = undefined
    scroller()?.scrollTo({ top: 0 })
  }
  useEffect(() => {
    wanted.value = filter
    showNewest()
  }, [JSON.stringify(filter)])
  return { rows, fresh, onScroll, showNewest }
}
