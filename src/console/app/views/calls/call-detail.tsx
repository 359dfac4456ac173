import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { formatCurl } from '#src/client/curl.ts'
import { ControlError } from '#src/client/errors.ts'
import { FINDINGS } from '#src/client/generated/constants.ts'
import type {
  FaultRule,
  Finding,
  JournalBody,
  JournalDetail,
} from '#src/client/generated/control.ts'
import { indentedJson, parsedJson } from '#src/client/parsed-json.ts'
import { type OwnCredentials, repeatedCall } from '#src/client/repeated-call.ts'
import { isObject } from '#src/kernel/is-object.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readFixtures, readKnownRules, signatureHeaders } from '../../api/operations.ts'
import { BASE, linkTo } from '../../api/place.ts'
import { CopyButton } from '../../parts/action.tsx'
import { Facts, Notice, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { asSentence, CodedText, JsonView, LevelBadge } from '../../parts/text.tsx'
import { formatBytes, formatTime, formatTimeOfDay } from '../../texts/language.ts'
import { operationName, t } from '../../texts/words.ts'
import { type CallList, isRefused, linkToCall, openCall } from './call-list.ts'
import { Outcome } from './call-rows.tsx'

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
        <p class="muted">{t('It named no workspace, so it is kept in default.')}</p>
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

/** A call as a curl command that repeats it, after what is different about it in comments of the shell. */
const curlOf = async (call: JournalDetail): Promise<string> => {
  const own = await ownCredentials(call.workspace)
  const { request, notes } = await repeatedCall(call, {
    serverUrl: location.origin + BASE,
    own,
    sign: (token, body) => signatureHeaders(own?.portalApp, token, body),
  })
  return [...notes.map((note) => `# ${note}`), formatCurl(request)].join('\n')
}

/** A workspace without a client has no credentials. */
const ownCredentials = async (workspace: string): Promise<OwnCredentials | undefined> => {
  const { app, portalApp } = await readFixtures(workspace).catch(() => ({
    app: undefined,
    portalApp: undefined,
  }))
  return app && { accessToken: app.accessToken ?? '', clientKey: app.clientKey, portalApp }
}

/** A body that is larger would hide what a rule is about. */
const MAX_PART = 2_000

/** The rule that refuses the next call like this one as it was refused, or as unavailable; none for unknown paths. */
const faultRuleOf = (call: JournalDetail): FaultRule | undefined => {
  const { operation, actor, code, request } = call
  if (operation === null) return undefined
  const part = partOf(request.body?.text ?? '')
  const wanted = code !== null && code !== '0' ? { code } : { status: 503 }
  return {
    match: {
      operation: operation as FaultRule['match']['operation'],
      ...(actor !== null && !actor.includes('***') && { actor }),
      ...(part && { body: part }),
    },
    phase: 'before',
    effect: wanted,
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

/** Request and answer of a call, side by side; a field of the request is marked. */
const CallSides = ({
  call: { method, path, request, answer },
  field,
}: {
  call: JournalDetail
  field: string | undefined
}) => {
  return (
    <div class="calls-sides">
      <section class="calls-side" aria-labelledby="call-request">
        <h3 id="call-request">{t('Request')}</h3>
        <pre>
          {method} {path}
        </pre>
        <Headers headers={request.headers} field={field} />
        <Body body={request.body} label={`${t('Request')}: ${t('Body')}`} field={field} />
      </section>
      <section class="calls-side" aria-labelledby="call-answer">
        <h3 id="call-answer">{t('Answer')}</h3>
        {answer.mediaType !== null && (
          <p>
            {t('Media type')}: <code>{answer.mediaType}</code>
          </p>
        )}
        <Body body={answer.body} label={`${t('Answer')}: ${t('Body')}`} />
      </section>
    </div>
  )
}

const Headers = ({
  headers,
  field,
}: {
  headers: Readonly<Record<string, string>>
  field: string | undefined
}) => {
  const all = Object.entries(headers)
  const isMarked = ([name]: [string, string]): boolean => name === field?.toLowerCase()
  const classOf = (header: [string, string]) => (isMarked(header) ? 'mono marked' : 'mono')
  return (
    <details open={all.some(isMarked) || undefined}>
      <summary>
        {t('Headers')} ({all.length})
      </summary>
      <Table
        rows={all}
        keyOf={([name]) => name}
        columns={[
          { name: t('Header'), isHead: true, class: classOf, of: ([name]) => name },
          { name: t('Value'), class: classOf, of: ([, value]) => value },
        ]}
      />
    </details>
  )
}

const Body = ({
  body,
  label,
  field,
}: {
  body: JournalBody | null
  label: string
  field?: string | undefined
}) => {
  if (body === null) return <p class="muted">{t('No body.')}</p>
  const { text, sizeBytes, isTruncated } = body
  if (text === undefined)
    return (
      <p class="muted">
        {formatBytes(sizeBytes)}.{' '}
        {sizeBytes === 0 ? t('No body.') : t('Only JSON bodies are kept.')}
      </p>
    )
  return (
    <>
      <p class="muted">
        {t('Body')}: {formatBytes(sizeBytes)}. {isTruncated && t('Only the beginning is kept.')}
      </p>
      {field === undefined ? (
        <JsonView value={text} label={label} />
      ) : (
        <MarkedBody text={text} field={field} label={label} />
      )}
    </>
  )
}

/** A body as indented JSON in which one field is marked and scrolled into view. */
const MarkedBody = ({ text, field, label }: { text: string; field: string; label: string }) => {
  const marked = useRef<HTMLElement>(null)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    ;(marked.current ?? region.current)?.scrollIntoView({ block: 'nearest' })
    region.current?.focus({ preventScroll: true })
  }, [field])
  const [from, to] = linesOf(text, field) ?? [0, 0]
  const lines = (indentedJson(text) ?? text).split('\n').map((line) => `${line}\n`)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
    <section class="json" tabIndex={0} aria-label={label} ref={region}>
      <pre>
        {lines.slice(0, from).join('')}
        {to > from && <mark ref={marked}>{lines.slice(from, to).join('').trimEnd()}</mark>}
        {to > from && '\n'}
        {lines.slice(to).join('')}
      </pre>
    </section>
  )
}

/** The lines of indented JSON that a field such as `param.userIds[0]` takes, from the first to before the last; undefined when it is not there. */
const linesOf = (text: string, field: string): [number, number] | undefined => {
  let value = parsedJson(text)
  let line = 0
  for (const step of field.match(/[^.[\]]+/g) ?? []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    line += 1
    for (const [key, one] of Object.entries(value)) {
      if (key === step) break
      line += heightOf(one)
    }
    value = (value as Record<string, unknown>)[step]
  }
  return [line, line + heightOf(value)]
}

/** How many lines a value takes. */
const heightOf = (value: unknown): number => JSON.stringify(value, null, 2).split('\n').length
