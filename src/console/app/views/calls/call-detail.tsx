import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ControlError } from '#src/client/errors.ts'
import { FINDINGS } from '#src/client/generated/constants.ts'
import type { Finding, JournalDetail } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readKnownRules } from '../../api/operations.ts'
import { linkTo } from '../../api/place.ts'
import { CopyButton } from '../../parts/action.tsx'
import { Facts, Notice, Shown } from '../../parts/panel.tsx'
import { asSentence, CodedText, LevelBadge } from '../../parts/text.tsx'
import { formatTime, formatTimeOfDay } from '../../texts/language.ts'
import { operationName, t } from '../../texts/words.ts'
import { curlOf, faultRuleOf } from './call-copies.ts'
import { isRefused, linkToCall, openCall } from './call-filter.ts'
import type { CallList } from './call-list.ts'
import { Outcome } from './call-rows.tsx'
import { CallSides } from './call-sides.tsx'

/** A call with request and answer, and all that explains the answer. Escape closes it. */
export const CallDetail = ({ seq, list }: { seq: number; list: CallList }) => {
  const title = useRef<HTMLHeadingElement>(null)
  // The numbers begin again when the journal is cleared.
  const loaded = useLoaded(
    (signal) => control<JournalDetail>('GET', `/journal/${seq}`, { signal }),
    [seq, list.generation.value],
    { isLive: false },
  )
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const isGone = loaded.error instanceof ControlError && loaded.error.status === 404
  const newest = list.calls.value.at(-1)?.seq ?? 0
  const call = loaded.data
  return (
    <section
      class="panel calls-detail"
      aria-labelledby="call-title"
      onKeyDown={({ key }) => key === 'Escape' && openCall(undefined)}
    >
      <header class="row">
        <h2 id="call-title" ref={title} tabIndex={-1}>
          {t('Call {1}', String(seq))}
        </h2>
        {call && (
          <>
            <strong>
              {call.operation ?? call.method} {operationName(call.operation)}
            </strong>
            <Outcome call={call} />
          </>
        )}
        <span class="row at-end">
          {seq < newest && <a href={linkToCall(seq + 1)}>{t('Newer')}</a>}
          {seq > 1 && <a href={linkToCall(seq - 1)}>{t('Older')}</a>}
          <a href={linkToCall(undefined)}>{t('Close')}</a>
        </span>
      </header>
      {isGone ? (
        <Notice>{t('The journal does not have this call any more.')}</Notice>
      ) : (
        <Shown loaded={loaded}>{opened}</Shown>
      )}
    </section>
  )
}

const opened = (call: JournalDetail) => <Opened call={call} />

const Opened = ({ call }: { call: JournalDetail }) => {
  const field = useSignal<string | undefined>(undefined)
  const rule = faultRuleOf(call)
  const assumptions = <Assumptions numbers={call.assumptions} />
  return (
    <>
      {call.message !== null && (
        <Notice tone={isRefused(call) ? 'error' : 'plain'}>{call.message}</Notice>
      )}
      <div class="row">
        <CopyButton label={t('Copy as curl')} text={() => curlOf(call)} />
        {rule && (
          <>
            <CopyButton
              label={t('Copy as fault rule')}
              text={() => JSON.stringify(rule, null, 2)}
            />
            <a class="button" href={linkTo('faults', 'new', JSON.stringify(rule))}>
              {t('New fault rule')}
            </a>
          </>
        )}
      </div>
      <CallFacts call={call} />
      <Findings findings={call.findings} field={field} />
      {/* What decided a refusal is looked for first; of a success it is the answer. */}
      {isRefused(call) && assumptions}
      <CallSides call={call} field={field.value} />
      {!isRefused(call) && assumptions}
    </>
  )
}

/** When a call was answered, to whom, and what acted on it. */
const CallFacts = ({ call }: { call: JournalDetail }) => {
  const { atMs, durationMs, actor, actorId, status, transport, variations, fault } = call
  const user = `${actor ?? t('unknown user')}${actorId === null ? '' : ` (${actorId})`}`
  return (
    <>
      <Facts
        class="facts-flowing"
        facts={[
          [t('Answered at'), <span title={formatTime(atMs)}>{formatTimeOfDay(atMs)}</span>],
          [t('Took'), `${durationMs.toFixed(1)} ms`],
          [t('Acting user'), user],
          status !== null && [t('HTTP status'), status],
          transport !== 'complete' && [t('Transport'), transport],
          variations.length > 0 && [t('Variation'), variations.join(', ')],
          fault !== null && [t('Fault'), <a href={linkTo('faults')}>{fault}</a>],
        ]}
      />
      {!call.isAttributed && (
        <p class="muted">{t('The call named no workspace; such calls are kept in default.')}</p>
      )}
    </>
  )
}

/** What was odd about a call, each with what it means and what to do instead; a field can be shown in the request. */
const Findings = ({
  findings,
  field: shown,
}: {
  findings: readonly Finding[]
  field: Signal<string | undefined>
}) => {
  const show = (field: string) => () => {
    shown.value = undefined
    shown.value = field
  }
  if (findings.length === 0) return null
  return (
    <section class="calls-findings" aria-labelledby="call-findings">
      <h3 id="call-findings">{t('Findings')}</h3>
      <ul class="plain-list calls-explained">
        {findings.map(({ code, level, field }) => (
          <li key={`${code} ${field}`}>
            <span class="row">
              <LevelBadge level={level} />
              <a href={linkTo('findings', code)}>{code}</a>
              {field !== undefined && (
                <button
                  type="button"
                  class="mono"
                  title={t('Show it in the request')}
                  onClick={show(field)}
                >
                  {field}
                </button>
              )}
            </span>
            <p>
              {asSentence(FINDINGS[code].means)} <strong>{t('Remedy')}:</strong>{' '}
              {FINDINGS[code].remedy}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The assumptions that an answer rests on: what the document says, and what this server does. */
const Assumptions = ({ numbers }: { numbers: readonly string[] }) => {
  const loaded = useLoaded(readKnownRules, [], { isLive: false })
  if (numbers.length === 0) return null
  return (
    <section aria-labelledby="call-assumptions">
      <h3 id="call-assumptions">{t('Assumptions that decided the answer')}</h3>
      <Shown loaded={loaded}>
        {(rules) => (
          <ul class="plain-list calls-explained">
            {rules
              .filter(({ number }) => numbers.includes(number))
              .map(({ number, does, shown }) => (
                <li key={number}>
                  <a href={linkTo('assumptions', number)}>{number}</a> <CodedText text={does} />
                  <div class="muted">
                    {t('Document')}: <CodedText text={shown} />
                  </div>
                </li>
              ))}
          </ul>
        )}
      </Shown>
    </section>
  )
}
