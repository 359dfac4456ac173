import { useEffect, useRef } from 'preact/hooks'
import type { Finding, JournalEntry, JournalMark } from '#src/client/generated/control.ts'
import { Badge } from '../../parts/badge.tsx'
import { LevelBadge } from '../../parts/level-badge.tsx'
import { formatTime, formatTimeOfDay } from '../../texts/language.ts'
import { operationName } from '../../texts/operation-names.ts'
import { isRefused, linkToCall } from './call-filter.ts'
import { markNames, words } from './calls-texts.ts'

/** A call as a row, which is a link to it. */
export const CallRow = ({
  call,
  isOpen,
  isCurrent,
  wantsFocus,
}: {
  readonly call: JournalEntry
  readonly isOpen: boolean
  /** Whether it is the row that the keyboard is at. */
  readonly isCurrent: boolean
  /** Whether the current row takes the focus, once it is rendered. */
  readonly wantsFocus: { current: boolean }
}) => {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!isCurrent || !wantsFocus.current) return
    wantsFocus.current = false
    link.current?.focus({ preventScroll: true })
  }, [isCurrent])
  const { seq, atMs, operation, method, path, actor, durationMs } = call
  return (
    <a
      ref={link}
      class={`calls-row${isRefused(call) ? ' refused' : ''}`}
      href={linkToCall(seq)}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isOpen ? 'true' : undefined}
      data-seq={seq}
    >
      <span class="mono muted" title={formatTime(atMs)}>
        {formatTimeOfDay(atMs)}
      </span>
      <span class="calls-cut" title={operationName(operation) || path}>
        {operation === null ? (
          <>
            <strong>{method}</strong> <span class="mono">{path}</span>
          </>
        ) : (
          <>
            <strong>{operation}</strong> {operationName(operation)}
          </>
        )}
      </span>
      <Outcome call={call} />
      <span class="calls-number">{durationMs.toFixed(1)}</span>
      <span class="calls-cut" title={actor ?? undefined}>
        {actor}
      </span>
      <span class="calls-cut mono muted" title={path}>
        {lastPartOf(path)}
      </span>
      <Notes call={call} />
    </a>
  )
}

/** The code of a call, or the HTTP status where its answer has none. */
export const Outcome = ({ call }: { readonly call: JournalEntry }) => {
  const { code, status } = call
  return (
    <span>
      <Badge tone={isRefused(call) ? 'bad' : 'good'}>
        {code ?? (status === null ? words().noAnswer : `HTTP ${status}`)}
      </Badge>
    </span>
  )
}

/** Findings by code, the fault that acted, and why the call was refused. */
const Notes = ({ call: { findings, fault, message } }: { readonly call: JournalEntry }) => (
  <span class="calls-cut">
    {fault !== null && <Badge tone="accent">{fault}</Badge>}
    {oncePerCode(findings).map(({ code, level }) => (
      <LevelBadge key={code} level={level}>
        {code}
      </LevelBadge>
    ))}
    {message !== null && <span title={message}>{message}</span>}
  </span>
)

const oncePerCode = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [finding.code, finding])).values(),
]

/** What a path ends with, without its query; paths may be of any length. */
const lastPartOf = (path: string): string => {
  const [end = ''] = path.split('?', 1)
  return end.split('/').at(-1) || path.slice(0, 200)
}

/** A change of the workspace between calls. */
export const MarkRow = ({ mark: { atMs, kind, detail } }: { readonly mark: JournalMark }) => (
  <div class="calls-row calls-mark">
    <span class="mono" title={formatTime(atMs)}>
      {formatTimeOfDay(atMs)}
    </span>
    <span class="calls-cut" title={detail}>
      <strong>{markNames()[kind]}</strong> <span class="mono">{detail}</span>
    </span>
  </div>
)
