import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { JournalEntry, JournalMark } from '#src/client/generated/control.ts'
import { Button, isFocusLost } from '../../parts/action.tsx'
import { type Column, LongList, listCells } from '../../parts/table.tsx'
import { Badge, isRefused, LevelBadge, Outcome } from '../../parts/text.tsx'
import { formatTime, formatTimeOfDay } from '../../texts/language.ts'
import { operationName, type Phrase, t } from '../../texts/words.ts'
import { type CallFilter, linkToCall, openedSeq } from './call-filter.ts'
import { type CallList, keyOf, ROW, type Row, seqOf, useLiveRows } from './call-list.ts'

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

const notesOf = ({ findings, fault, message }: JournalEntry) => (
  <>
    {fault !== null && <Badge tone="accent">{fault}</Badge>}
    {[...new Map(findings.map(({ code, level }) => [code, level]))].map(([code, level]) => (
      <LevelBadge key={code} level={level}>
        {code}
      </LevelBadge>
    ))}
    {message}
  </>
)

const columns = (): Column<JournalEntry>[] => [
  {
    name: t('Time'),
    class: 'mono muted',
    of: ({ atMs }) => formatTimeOfDay(atMs),
    title: ({ atMs }) => formatTime(atMs),
  },
  {
    name: t('Operation'),
    class: 'cut',
    of: targetOf,
    title: (call) => operationName(call.operation) || call.path,
  },
  { name: t('Outcome'), of: (call) => <Outcome call={call} /> },
  { name: t('ms'), class: 'number', of: ({ durationMs }) => durationMs.toFixed(1) },
  {
    name: t('Acting user'),
    class: 'cut',
    of: ({ actor }) => actor,
    title: ({ actor }) => actor ?? undefined,
  },
  {
    name: t('Path'),
    class: 'cut mono muted',
    of: ({ path }) => lastPartOf(path),
    title: ({ path }) => path,
  },
  {
    name: t('Notes'),
    class: 'cut',
    of: notesOf,
    title: ({ findings, message }) => [...findings.map(({ code }) => code), message].join('\n'),
  },
]

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
  const current = useSignal<number | undefined>(undefined)
  const scroller = () => frame.current?.querySelector('.virtual')
  const { rows, fresh, onScroll, showNewest } = useLiveRows(list, filter, scroller)
  const shown = rows.value
  const opened = openedSeq()
  const before = useRef(opened)
  const reveal = (seq: number): void => {
    const top = shown.findIndex((row) => seqOf(row) === seq) * ROW
    const view = scroller()
    if (!view || top < 0) return
    view.scrollTop = Math.min(top, Math.max(view.scrollTop, top + ROW - view.clientHeight))
  }
  const focus = (seq: number | undefined): void =>
    frame.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`)?.focus({ preventScroll: true })
  useEffect(() => {
    // A call that was opened by a link, or whose row the details cover, would be looked for in vain.
    if (opened !== undefined) reveal(opened)
    else if (isFocusLost()) focus(before.current)
    before.current = opened
  }, [opened, shown.length > 0])
  const seqs = shown.flatMap((row) => seqOf(row) ?? [])
  const tabSeq = current.value ?? opened ?? seqs[0]
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS.get(event.key)
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const index = seqs.indexOf(tabSeq ?? 0) + step
    const seq = seqs[Math.max(0, Math.min(seqs.length - 1, index))]
    if (seq === undefined) return
    current.value = seq
    reveal(seq)
    // The row is there once the list has been scrolled.
    requestAnimationFrame(() => requestAnimationFrame(() => focus(seq)))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys move between the links inside
    <div class="calls-list" ref={frame} onScrollCapture={onScroll} onKeyDown={onKeyDown}>
      <Rows shown={shown} tabSeq={tabSeq} />
      {fresh.value > 0 && (
        <Button class="primary calls-fresh" onClick={showNewest}>
          ↑ {t('{1} new', fresh.value)}
        </Button>
      )}
    </div>
  )
}

const Rows = ({ shown, tabSeq }: { shown: readonly Row[]; tabSeq: number | undefined }) => {
  const cells = columns()
  return (
    <>
      <div class="calls-row calls-headings" aria-hidden="true">
        {cells.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <LongList
        rows={shown}
        rowHeight={ROW}
        label={t('Calls and changes, newest first')}
        keyOf={keyOf}
      >
        {(row) => {
          if ('mark' in row) return <MarkRow mark={row.mark} />
          const { call } = row
          return (
            <a
              class={`calls-row${isRefused(call) ? ' refused' : ''}`}
              href={linkToCall(call.seq)}
              tabIndex={call.seq === tabSeq ? 0 : -1}
              aria-current={call.seq === openedSeq() ? 'true' : undefined}
              data-seq={call.seq}
            >
              {listCells(cells, call)}
            </a>
          )
        }}
      </LongList>
    </>
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
  'test-failed': 'Test failed',
  'approval-decided': 'Approval task decided',
  imported: 'Data imported',
  'variants-switched': 'Variants switched',
  'variation-set': 'Variation set',
  'journal-cleared': 'Journal cleared',
  test: 'Test',
}

const MarkRow = ({ mark: { atMs, kind, detail } }: { mark: JournalMark }) => (
  <div class="calls-row calls-mark">
    <span class="mono" title={formatTime(atMs)}>
      {formatTimeOfDay(atMs)}
    </span>
    <span class="cut" title={detail}>
      <strong>{t(MARKS[kind])}</strong> <span class="mono">{detail}</span>
    </span>
  </div>
)
