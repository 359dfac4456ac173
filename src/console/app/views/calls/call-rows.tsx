import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { JournalEntry, JournalMark } from '#src/client/generated/control.ts'
import { isFocusLost } from '../../parts/action.tsx'
import { type Column, LongList, listCells } from '../../parts/table.tsx'
import { Badge, LevelBadge } from '../../parts/text.tsx'
import { formatTime, formatTimeOfDay } from '../../texts/language.ts'
import { operationName, type Phrase, t } from '../../texts/words.ts'
import type { CallList } from './call-list.ts'
import {
  type CallFilter,
  isRefused,
  keyOf,
  linkToCall,
  nextCall,
  openedSeq,
  ROW,
  seqOf,
  useLiveRows,
} from './call-list.ts'

/** The code of a call, or the HTTP status where its answer has none. */
export const Outcome = ({ call }: { call: JournalEntry }) => {
  const { code, status } = call
  return (
    <Badge tone={isRefused(call) ? 'bad' : 'good'}>
      {code ?? (status === null ? t('no answer') : `HTTP ${status}`)}
    </Badge>
  )
}

const targetOf = ({ operation, method, path }: JournalEntry) => (
  <>
    <strong>{operation ?? method}</strong>{' '}
    {operation === null ? <span class="mono">{path}</span> : operationName(operation)}
  </>
)

/** What a path ends with, without its query; paths may be of any length. */
const lastPartOf = (path: string): string => {
  const [end = ''] = path.split('?', 1)
  return end.split('/').at(-1) || path.slice(0, 200)
}

/** The fault that acted, findings by code, and why the call was refused. */
const notesOf = ({ findings, fault, message }: JournalEntry) => (
  <>
    {fault !== null && <Badge tone="accent">{fault}</Badge>}
    {[...new Map(findings.map(({ code, level }) => [code, level]))].map(([code, level]) => (
      <LevelBadge key={code} level={level}>
        {code}
      </LevelBadge>
    ))}
    {message !== null && <span title={message}>{message}</span>}
  </>
)

const columns = (): Column<JournalEntry>[] => {
  return [
    {
      name: t('Time'),
      class: 'mono muted',
      of: ({ atMs }) => formatTimeOfDay(atMs),
      title: ({ atMs }) => formatTime(atMs),
    },
    {
      name: t('Operation'),
      class: 'calls-cut',
      of: targetOf,
      title: (call) => operationName(call.operation) || call.path,
    },
    { name: t('Outcome'), of: (call) => <Outcome call={call} /> },
    { name: t('ms'), class: 'calls-number', of: ({ durationMs }) => durationMs.toFixed(1) },
    {
      name: t('Acting user'),
      class: 'calls-cut',
      of: (call) => call.actor,
      title: (call) => call.actor ?? undefined,
    },
    {
      name: t('Path'),
      class: 'calls-cut mono muted',
      of: (call) => lastPartOf(call.path),
      title: (call) => call.path,
    },
    { name: t('Notes'), class: 'calls-cut', of: notesOf },
  ]
}

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
export const CallRows = ({ list, filter }: { list: CallList; filter: CallFilter }) => {
  const frame = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  const current = useSignal<number | undefined>(undefined)
  const scroller = () => frame.current?.querySelector('.virtual')
  const { rows, fresh, onScroll, showNewest } = useLiveRows(list, filter, scroller)
  const shown = rows.value
  const opened = openedSeq()
  const before = useRef(opened)
  useEffect(() => {
    // A call that was opened by a link, or whose row the details cover, would be looked for in vain.
    const index = shown.findIndex((row) => seqOf(row) === opened)
    if (opened !== undefined && index !== -1) reveal(scroller(), index)
    const closed = frame.current?.querySelector<HTMLElement>(`[data-seq="${before.current}"]`)
    if (opened === undefined && isFocusLost()) closed?.focus({ preventScroll: true })
    before.current = opened
  }, [opened, shown.length > 0])
  const firstSeq = () => seqOf(shown.find((row) => 'call' in row))
  const tabSeq = current.value ?? opened ?? firstSeq()
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS.get(event.key)
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const index = nextCall(shown, tabSeq, step)
    const seq = seqOf(shown[index])
    if (seq === undefined) return
    wantsFocus.current = true
    current.value = seq
    reveal(scroller(), index)
  }
  const cells = columns()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys move between the links inside
    <div class="calls-list" ref={frame} onScrollCapture={onScroll} onKeyDown={onKeyDown}>
      <div class="calls-row calls-headings" aria-hidden="true">
        {cells.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <LongList
        count={shown.length}
        rowHeight={ROW}
        label={t('Calls and changes, newest first')}
        keyOf={(index) => keyOf(shown[index])}
        onEnd={() => list.readOlder()}
      >
        {(index) => {
          const row = shown[index]
          if (!row) return null
          if ('mark' in row) return <MarkRow mark={row.mark} />
          const isCurrent = row.call.seq === tabSeq
          return <CallRow call={row.call} {...{ cells, isCurrent, wantsFocus, opened }} />
        }}
      </LongList>
      {fresh.value > 0 && (
        <button type="button" class="primary calls-fresh" onClick={showNewest}>
          ↑ {t('{1} new', fresh.value)}
        </button>
      )}
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

interface CallRowProps {
  readonly call: JournalEntry
  readonly cells: readonly Column<JournalEntry>[]
  /** Whether it is the row that the keyboard is at. */
  readonly isCurrent: boolean
  /** Whether the current row takes the focus, once it is rendered. */
  readonly wantsFocus: { current: boolean }
  /** The number of the open call. */
  readonly opened: number | undefined
}

/** A call as a row, which is a link to it. */
const CallRow = ({ call, cells, isCurrent, wantsFocus, opened }: CallRowProps) => {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!isCurrent || !wantsFocus.current) return
    wantsFocus.current = false
    link.current?.focus({ preventScroll: true })
  }, [isCurrent])
  return (
    <a
      ref={link}
      class={`calls-row${isRefused(call) ? ' refused' : ''}`}
      href={linkToCall(call.seq)}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={call.seq === opened ? 'true' : undefined}
      data-seq={call.seq}
    >
      {listCells(cells, call)}
    </a>
  )
}

const MARKS: Readonly<Record<JournalMark['kind'], Phrase>> = {
  'clock-set': 'Clock moved',
  'fault-added': 'Fault rule added',
  'fault-removed': 'Fault rule removed',
  reset: 'Workspace reset',
  'snapshot-restored': 'Snapshot restored',
  'state-set': 'State set',
  'seed-added': 'Seed added',
  'approval-decided': 'Approval task decided',
  imported: 'Data imported',
  'variants-switched': 'Variants switched',
  'variation-set': 'Variation set',
  'journal-cleared': 'Journal cleared',
}

/** A change of the workspace between calls. */
const MarkRow = ({ mark: { atMs, kind, detail } }: { mark: JournalMark }) => (
  <div class="calls-row calls-mark">
    <span class="mono" title={formatTime(atMs)}>
      {formatTimeOfDay(atMs)}
    </span>
    <span class="calls-cut" title={detail}>
      <strong>{t(MARKS[kind])}</strong> <span class="mono">{detail}</span>
    </span>
  </div>
)
