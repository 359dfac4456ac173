import type { ComponentChildren } from 'preact'
import type { JournalDetail } from '#src/client/generated/control.ts'
import { linkTo } from '../../api/place.ts'
import { formatNumber, formatTime, formatTimeOfDay } from '../../texts/language.ts'
import { detailWords } from './calls-texts.ts'

/** When a call was answered, to whom, and what acted on it. */
export const CallFacts = ({ call }: { readonly call: JournalDetail }) => {
  const words = detailWords()
  const { atMs, durationMs, heldMs, actor, actorId, status, transport, variations, fault } = call
  return (
    <>
      <dl class="calls-facts">
        <Fact name={words.at}>
          <span title={formatTime(atMs)}>{formatTimeOfDay(atMs)}</span>
        </Fact>
        <Fact name={words.took}>{durationMs.toFixed(1)} ms</Fact>
        {heldMs !== null && <Fact name={words.held}>{formatNumber(heldMs)} ms</Fact>}
        <Fact name={words.by}>
          {actor ?? words.noActor}
          {actorId !== null && ` (${actorId})`}
        </Fact>
        {status !== null && <Fact name={words.status}>{status}</Fact>}
        {transport !== 'complete' && <Fact name={words.transport}>{transport}</Fact>}
        {variations.length > 0 && <Fact name={words.variations}>{variations.join(', ')}</Fact>}
        {fault !== null && (
          <Fact name={words.fault}>
            <a href={linkTo('faults')}>{fault}</a>
          </Fact>
        )}
      </dl>
      {!call.isAttributed && <p class="muted">{words.unattributed}</p>}
    </>
  )
}

const Fact = ({
  name,
  children,
}: {
  readonly name: string
  readonly children: ComponentChildren
}) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
