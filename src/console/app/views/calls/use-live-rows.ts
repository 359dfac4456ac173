import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CallFilter } from './call-filter.ts'
import type { CallList } from './call-list.ts'
import { freshOf, type Place, placeOf, type Row, rowsOf } from './row-list.ts'

/** Height of a row, px. */
export const ROW = 30

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
