import { useEffect, useRef } from 'preact/hooks'
import type { FindingCall, FindingSummary } from '#src/client/generated/control.ts'
import { linkIn, linkTo } from '../../api/place.ts'
import { asSentence } from '../../parts/as-sentence.ts'
import { Badge } from '../../parts/badge.tsx'
import { LevelBadge } from '../../parts/level-badge.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { formatTime } from '../../texts/language.ts'
import { operationName } from '../../texts/operation-names.ts'
import { words } from './findings-texts.ts'

/** All findings of one code: what was odd, what to do, and the calls that had it. */
export const FindingPanel = ({
  finding: { code, level, means, remedy, count, pending, lastAtMs, calls },
  isChosen,
}: {
  readonly finding: FindingSummary
  /** Whether it is the one that a link led to. */
  readonly isChosen: boolean
}) => {
  const text = words()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isChosen) title.current?.focus()
  }, [isChosen])
  const fields = [...new Set(calls.flatMap(({ field }) => (field === undefined ? [] : [field])))]
  return (
    <section class="panel" aria-labelledby={`finding-${code}`}>
      <div class="row">
        <LevelBadge level={level} />
        <h2 id={`finding-${code}`} class="mono" ref={title} tabIndex={-1}>
          {code}
        </h2>
        <strong>{text.count(count)}</strong>
        <span class="muted">
          {text.last} {formatTime(lastAtMs)}
        </span>
        {pending > 0 && <Badge tone="accent">{text.pending(pending)}</Badge>}
      </div>
      <p>{asSentence(means)}</p>
      <p>
        <strong>{text.remedy}:</strong> {remedy}
      </p>
      {fields.length > 0 && (
        <p class="row">
          {text.fields}:
          {fields.map((field) => (
            <code key={field} class="findings-field">
              {field}
            </code>
          ))}
        </p>
      )}
      <details open>
        <summary>
          {text.calls} ({calls.length})
        </summary>
        <Calls calls={calls} />
      </details>
      <p>
        <a href={linkTo('calls', 'list', `finding=${code}`)}>{text.allCalls}</a>
      </p>
    </section>
  )
}

const Calls = ({ calls }: { readonly calls: readonly FindingCall[] }) => {
  const text = words()
  return (
    <table>
      <TableHead columns={[text.call, text.operation, text.field, text.time]} />
      <tbody>
        {calls.map((call, index) => (
          <tr key={`${call.seq} ${call.field} ${index}`}>
            <th scope="row">
              <CallLink call={call} />
            </th>
            <td class="findings-field">
              {call.operation === null
                ? `${call.method} ${call.path}`
                : `${call.operation} ${operationName(call.operation)}`}
            </td>
            <td class="mono findings-field">{call.field}</td>
            <td>{formatTime(call.atMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const CallLink = ({ call: { workspace, seq, isKept } }: { readonly call: FindingCall }) => {
  const { inFlight, notKept } = words()
  if (seq === null) return <span class="muted">{inFlight}</span>
  if (isKept) return <a href={linkIn(workspace, 'calls', seq)}>#{seq}</a>
  return (
    <span class="muted">
      #{seq} · {notKept}
    </span>
  )
}
