import type { JournalDetail } from '#src/client/generated/control.ts'
import { linkTo } from '../../api/place.ts'
import { Facts } from '../../parts/facts.tsx'
import { formatNumber, formatTime, formatTimeOfDay } from '../../texts/language.ts'
import { detailWords } from './call-detail-texts.ts'

/** When a call was answered, to whom, and what acted on it. */
export const CallFacts = ({ call }: { readonly call: JournalDetail }) => {
  const text = detailWords()
  const { atMs, durationMs, heldMs, actor, actorId, status, transport, variations, fault } = call
  const user = `${actor ?? text.noActor}${actorId === null ? '' : ` (${actorId})`}`
  return (
    <>
      <Facts
        isFlowing
        facts={[
          [text.at, <span title={formatTime(atMs)}>{formatTimeOfDay(atMs)}</span>],
          [text.took, `${durationMs.toFixed(1)} ms`],
          heldMs !== null && [text.held, `${formatNumber(heldMs)} ms`],
          [text.by, user],
          status !== null && [text.status, status],
          transport !== 'complete' && [text.transport, transport],
          variations.length > 0 && [text.variations, variations.join(', ')],
          fault !== null && [text.fault, <a href={linkTo('faults')}>{fault}</a>],
        ]}
      />
      {!call.isAttributed && <p class="muted">{text.unattributed}</p>}
    </>
  )
}
