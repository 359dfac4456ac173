import { ControlError } from '#src/client/errors.ts'
import { FINDINGS } from '#src/client/generated/constants.ts'
import type {
  FaultRule,
  Finding,
  JournalBody,
  JournalDetail,
} from '#src/client/generated/control.ts'
import { parsedJson } from '#src/client/parsed-json.ts'
import { isObject } from '#src/kernel/json.ts'
import { useOnce } from '../../api/loaded.ts'
import { readKnownRules } from '../../api/operations.ts'
import { linkTo } from '../../api/place.ts'
import { Action, CopyButton } from '../../parts/action.tsx'
import { Facts, Notice, Panel, Shown } from '../../parts/panel.tsx'
import {
  asSentence,
  ChangeLink,
  CodedText,
  isRefused,
  JsonDetails,
  JsonView,
  LevelBadge,
  Outcome,
} from '../../parts/text.tsx'
import { withAssumptionText, withFindingText } from '../../texts/in-chinese.ts'
import { formatBytes, formatTime, formatTimeOfDay } from '../../texts/language.ts'
import { operationName, t } from '../../texts/words.ts'
import { linkToCall } from './call-filter.ts'
import type { CallList } from './call-list.ts'
import { curlOf, readCall, sendAgain } from './repeat-calls.ts'

export const CallDetail = ({ seq, list }: { seq: number; list: CallList }) => {
  // The numbers begin again when the journal is cleared.
  const loaded = useOnce((signal) => readCall(seq, signal), [seq, list.generation.value])
  const isGone = loaded.error instanceof ControlError && loaded.error.status === 404
  const newest = list.calls.value.at(-1)?.seq ?? 0
  const call = loaded.data
  return (
    <Panel
      class="calls-detail"
      title={t('Call {1}', String(seq))}
      close={linkToCall(undefined)}
      focusOn={seq}
      marks={
        <>
          {call && (
            <strong>
              {call.operation ?? call.method} {operationName(call.operation)}
            </strong>
          )}
          {call && <Outcome call={call} />}
          {seq < newest && <a href={linkToCall(seq + 1)}>{t('Newer')}</a>}
          {seq > 1 && <a href={linkToCall(seq - 1)}>{t('Older')}</a>}
        </>
      }
    >
      {isGone ? (
        <Notice>{t('The journal no longer has this call.')}</Notice>
      ) : (
        <Shown loaded={loaded}>{opened}</Shown>
      )}
    </Panel>
  )
}

const opened = (call: JournalDetail) => (
  <>
    <CallActions call={call} />
    <CallSides call={call} />
    {call.message !== null && (
      <Notice tone={isRefused(call) ? 'error' : 'plain'}>{call.message}</Notice>
    )}
    {call.reason !== null && <Notice>{call.reason}</Notice>}
    <Findings findings={call.findings} />
    <Assumptions numbers={call.assumptions} />
    <CallFacts call={call} />
  </>
)

const CallActions = ({ call }: { call: JournalDetail }) => {
  const { seq, operation } = call
  const rule = faultRuleOf(call)
  const again = async (): Promise<void> => {
    const sent = await sendAgain(call)
    if (sent !== undefined) location.hash = linkToCall(sent)
  }
  return (
    <div class="row">
      <Action name="Send again" run={again} isQuiet />
      {operation?.startsWith('E') && (
        <ChangeLink class="button" href={linkTo('try', operation, seq)}>
          {t('Open in Try')}
        </ChangeLink>
      )}
      <CopyButton label={t('Copy as curl')} text={() => curlOf(call)} />
      {rule && (
        <>
          <CopyButton label={t('Copy as fault rule')} text={() => JSON.stringify(rule, null, 2)} />
          <ChangeLink class="button" href={linkTo('faults', 'new', JSON.stringify(rule))}>
            {t('New fault rule')}
          </ChangeLink>
        </>
      )}
    </div>
  )
}

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
        <p class="muted">{t('The call named no workspace, so it is recorded in default.')}</p>
      )}
    </>
  )
}

const explained = (finding: Finding) => withFindingText({ ...FINDINGS[finding.code], ...finding })

const Findings = ({ findings }: { findings: readonly Finding[] }) =>
  findings.length === 0 ? null : (
    <section class="calls-findings" aria-label={t('Findings')}>
      <h3>{t('Findings')}</h3>
      <ul class="plain-list calls-explained">
        {findings.map(explained).map(({ code, level, field, expected, means, remedy }) => (
          <li key={`${code} ${field}`}>
            <span class="row">
              <LevelBadge level={level} />
              <a href={linkTo('findings', code)}>{code}</a>
              <code>{field}</code>
              {expected !== undefined && <code>→ {expected}</code>}
            </span>
            <p>
              {asSentence(means)} <strong>{t('Remedy')}:</strong> {remedy}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )

const Assumptions = ({ numbers }: { numbers: readonly string[] }) => {
  const loaded = useOnce(readKnownRules)
  if (numbers.length === 0) return null
  return (
    <section aria-label={t('Assumptions')}>
      <h3>{t('Assumptions that influenced the response')}</h3>
      <Shown loaded={loaded}>
        {(rules) => (
          <ul class="plain-list calls-explained">
            {rules
              .filter(({ number }) => numbers.includes(number))
              .map(withAssumptionText)
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

/** A body that is larger would hide what a rule is about. */
const MAX_PART = 2_000

/** The rule that refuses the next call like this one as it was refused, or as unavailable; none for unknown paths. */
const faultRuleOf = (call: JournalDetail): FaultRule | undefined => {
  const { operation, actor, code, request } = call
  if (operation === null) return undefined
  const body = partOf(request.body?.text ?? '')
  return {
    match: {
      operation: operation as FaultRule['match']['operation'],
      ...(actor !== null && !actor.includes('***') && { actor }),
      ...(body && { body }),
    },
    phase: 'before',
    effect: code !== null && code !== '0' ? { code } : { status: 503 },
  }
}

/** What identifies the body of a call: all of it but the token. */
const partOf = (text: string): Record<string, unknown> | undefined => {
  const body = text.length > MAX_PART ? undefined : parsedJson(text)
  if (!isObject(body)) return undefined
  const { token, ...part } = body
  const isEmpty = Object.keys(part).length === 0
  return isEmpty || JSON.stringify(part).includes('***') ? undefined : part
}

const CallSides = ({ call: { method, path, request, answer } }: { call: JournalDetail }) => (
  <div class="calls-sides">
    <section class="calls-side" aria-label={t('Request')}>
      <h3>{t('Request')}</h3>
      <pre>
        {method} {path}
      </pre>
      <Body body={request.body} label={`${t('Request')}: ${t('Body')}`} />
      <JsonDetails label={t('Headers')} value={request.headers} />
    </section>
    <section class="calls-side" aria-label={t('Answer')}>
      <h3>{t('Answer')}</h3>
      {answer.mediaType !== null && (
        <p>
          {t('Media type')}: <code>{answer.mediaType}</code>
        </p>
      )}
      <Body body={answer.body} label={`${t('Answer')}: ${t('Body')}`} />
    </section>
  </div>
)

const Body = ({ body, label }: { body: JournalBody | null; label: string }) => {
  if (body === null || body.sizeBytes === 0) return <p class="muted">{t('No body.')}</p>
  const { text, sizeBytes, isTruncated } = body
  return (
    <>
      <p class="muted">
        {t('Body')}: {formatBytes(sizeBytes)}.{' '}
        {text === undefined && t('Only JSON bodies are recorded.')}{' '}
        {isTruncated && t('Only the start is recorded.')}
      </p>
      {text !== undefined && <JsonView value={text} label={label} />}
    </>
  )
}
