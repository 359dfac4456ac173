import type { Fault } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { linkTo } from '../../api/place.ts'
import { Action } from '../../parts/action.tsx'
import { Badge } from '../../parts/badge.tsx'
import { formatNumber } from '../../texts/language.ts'
import { describeEffect, describeMatch } from './fault-sentences.ts'
import { words } from './faults-texts.ts'

/** The last call that a rule acted on. */
export interface LastCall {
  readonly seq: number
  readonly operation: string
}

/** A rule, its use, and what can be done with it. */
export const FaultRow = ({
  fault,
  last,
}: {
  readonly fault: Fault
  readonly last: LastCall | undefined
}) => {
  const text = words()
  const { id, seen } = fault
  return (
    <tr>
      <th scope="row">
        <code>{id}</code>
      </th>
      <td class="faults-words">{describeMatch(fault)}</td>
      <td class="faults-words">{describeEffect(fault)}</td>
      <td class="number">{formatNumber(seen)}</td>
      <td>
        <FaultUse fault={fault} />
      </td>
      <td>
        {last && fault.used > 0 ? (
          <a href={linkTo('calls', last.seq)}>
            {last.operation} · {text.call(formatNumber(last.seq))}
          </a>
        ) : (
          <span class="muted">{text.never}</span>
        )}
      </td>
      <td>
        <span class="row faults-actions">
          <a
            class="button"
            href={linkTo('faults', 'new', templateOf(fault))}
            aria-label={text.copyOf(id)}
          >
            {text.copy}
          </a>
          <Action
            label={text.removeOf(id)}
            tone="danger"
            run={() => control('DELETE', `/faults/${encodeURIComponent(id)}`)}
            done={text.removed(id)}
          >
            {text.remove}
          </Action>
        </span>
      </td>
    </tr>
  )
}

const FaultUse = ({ fault: { used, times } }: { readonly fault: Fault }) => {
  const text = words()
  const count = text.usedOf(
    formatNumber(used),
    times === 'always' ? text.always : formatNumber(times),
  )
  return (
    <span class="row">
      <span class="faults-count">{count}</span>
      {used === 0 ? (
        <Badge>{text.waiting}</Badge>
      ) : used === times ? (
        <Badge tone="good">{text.spent}</Badge>
      ) : (
        <Badge tone="accent">{text.acting}</Badge>
      )}
    </span>
  )
}

/** The rule as it can be added again. */
const templateOf = ({ match, phase, effect, probability, times }: Fault): string =>
  JSON.stringify({
    match,
    phase,
    effect,
    ...(probability !== undefined && { probability }),
    ...(times !== 1 && { times }),
  })
