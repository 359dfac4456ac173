import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { isFocusLost } from '../../parts/focus.ts'
import { VirtualRows } from '../../parts/virtual-rows.tsx'
import { type CallFilter, openedSeq } from './call-filter.ts'
import type { CallList } from './call-list.ts'
import { CallRow, MarkRow } from './call-row.tsx'
import { words } from './calls-texts.ts'
import { firstSeq, keyOf, nextCall } from './row-list.ts'
import { ROW, useLiveRows } from './use-live-rows.ts'

/** How far a key moves, in rows. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', 10],
  ['PageUp', -10],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

/** The calls that pass a filter, newest first, with the changes between them. It follows new calls as long as its top is in view. */
export const CallRows = ({
  list,
  filter,
}: {
  readonly list: CallList
  readonly filter: CallFilter
}) => {
  const frame = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  const current = useSignal<number | undefined>(undefined)
  const scroller = () => frame.current?.querySelector('.virtual')
  const { rows, fresh, onScroll, showNewest } = useLiveRows(list, filter, scroller)
  const shown = rows.value
  const opened = openedSeq()
  const before = useRef(opened)
  const hasRows = shown.length > 0
  useEffect(() => {
    // A call that was opened by a link, or whose row the details cover, would be looked for in vain.
    const index = shown.findIndex((row) => 'call' in row && row.call.seq === opened)
    if (opened !== undefined && index !== -1) reveal(scroller(), index)
    const closed = frame.current?.querySelector<HTMLElement>(`[data-seq="${before.current}"]`)
    if (opened === undefined && isFocusLost()) closed?.focus({ preventScroll: true })
    before.current = opened
  }, [opened, hasRows])
  const tabSeq = current.value ?? opened ?? firstSeq(shown)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS.get(event.key)
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const index = nextCall(shown, tabSeq, step)
    const row = shown[index]
    if (!row || !('call' in row)) return
    wantsFocus.current = true
    current.value = row.call.seq
    reveal(scroller(), index)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys move between the links inside
    <div class="calls-list" ref={frame} onScrollCapture={onScroll} onKeyDown={onKeyDown}>
      <Headings />
      <VirtualRows
        count={shown.length}
        rowHeight={ROW}
        label={words().list}
        keyOf={(index) => keyOf(shown[index])}
        onEnd={() => list.readOlder()}
      >
        {(index) => {
          const row = shown[index]
          if (!row) return null
          if ('mark' in row) return <MarkRow mark={row.mark} />
          const { seq } = row.call
          return (
            <CallRow
              call={row.call}
              isOpen={seq === opened}
              isCurrent={seq === tabSeq}
              wantsFocus={wantsFocus}
            />
          )
        }}
      </VirtualRows>
      {fresh.value > 0 && (
        <button type="button" class="primary calls-fresh" onClick={showNewest}>
          ↑ {words().fresh(fresh.value)}
        </button>
      )}
    </div>
  )
}

const Headings = () => {
  const { time, operation, code, duration, actor, path, notes } = words()
  return (
    <div class="calls-row calls-headings" aria-hidden="true">
      {[time, operation, code, duration, actor, path, notes].map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  )
}

const reveal = (scroller: Element | null | undefined, index: number): void => {
  if (!scroller) return
  const { scrollTop, clientHeight } = scroller
  const top = index * ROW
  if (top < scrollTop) scroller.scrollTop = top
  else if (top + ROW > scrollTop + clientHeight) scroller.scrollTop = top + ROW - clientHeight
}
