import { useSignal } from '@preact/signals'
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import './virtual-rows.css'

/** A long list of rows. */
export interface VirtualRowsProps {
  readonly count: number
  readonly rowHeight: number
  readonly label: string
  /** A name that stays with the row when others are added before it. */
  readonly keyOf: (index: number) => string | number
  readonly children: (index: number) => ComponentChildren
  /** Called when the last rows come into view, to read more. */
  readonly onEnd?: () => void
}

const OVERSCAN = 12

/** A scrolling list that renders only the rows in view, however many there are. All rows have the same height. */
export const VirtualRows = ({
  count,
  rowHeight,
  label,
  keyOf,
  children,
  onEnd,
}: VirtualRowsProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const renders = useSignal(0)
  const kept = useRef<Virtualizer<HTMLDivElement, HTMLDivElement>>(undefined)
  const options = {
    count,
    overscan: OVERSCAN,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    getScrollElement: () => frame.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => {
      renders.value += 1
    },
  }
  kept.current ??= new Virtualizer(options)
  const virtualizer = kept.current
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [])
  useLayoutEffect(() => virtualizer._willUpdate())
  void renders.value
  const rows = virtualizer.getVirtualItems()
  const last = rows.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= count - 1) onEnd?.()
  }, [last, count])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached with the keyboard
    <div class="virtual" ref={frame} tabIndex={0}>
      <ul aria-label={label} style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {rows.map(({ key, index, start }) => (
          <li
            key={key}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ height: `${rowHeight}px`, transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
