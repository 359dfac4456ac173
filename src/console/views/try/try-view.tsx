import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { JournalPage } from '#src/client/generated/control.ts'
import { explainFinding } from '#src/client/judge.ts'
import { isObject } from '#src/kernel/json.ts'
import { control } from '../../api/control.ts'
import { useOnce } from '../../api/loaded.ts'
import { type OperationAnswer, sendOperation } from '../../api/operations.ts'
import { goTo, linkTo, route } from '../../api/place.ts'
import { Action, Button, setTo } from '../../parts/action.tsx'
import { JsonField } from '../../parts/fields/json-field.tsx'
import { choice, field, type Json } from '../../parts/fields/schema.ts'
import { Form, held, isComplete, SchemaField } from '../../parts/form.tsx'
import { Notice, Page, Shown } from '../../parts/panel.tsx'
import { asSentence, Badge, JsonView } from '../../parts/text.tsx'
import { inChinese, withFindingText } from '../../texts/in-chinese.ts'
import { formatNumber } from '../../texts/language.ts'
import { operationName, t } from '../../texts/words.ts'
import { readTryData, type TriedOperation } from './try-document.ts'
import './try.css'

export default function TryView() {
  const [wanted, seq] = route.value.rest
  const loaded = useOnce((signal) => readTryData(seq, signal), [seq])
  return (
    <Page title="Try" lead="Call any operation as any user, as a client does.">
      <Shown loaded={loaded}>
        {({ operations, users, recorded }) => {
          const operation = operations.find(({ id }) => id === wanted) ?? operations[0]
          const own = recorded?.operation === operation?.id ? recorded?.example : undefined
          const ids = operations.map(({ id }) => id)
          return (
            operation && (
              <>
                <SchemaField
                  schema={choice('Operation', ids, (id) => `${id} · ${operationName(id)}`)}
                  value={operation.id}
                  onChange={(id) => goTo('try', String(id))}
                />
                {seq !== undefined && !own && (
                  <Notice>{t('The journal does not have this call, or only part of it.')}</Notice>
                )}
                <TriedCall
                  key={`${operation.id} ${own?.name}`}
                  operation={{ ...operation, examples: [own ?? [], operation.examples].flat() }}
                  users={users}
                />
              </>
            )
          )
        }}
      </Shown>
    </Page>
  )
}

interface TriedProps {
  readonly operation: TriedOperation
  readonly users: readonly string[]
}

interface CallDraft {
  readonly example: string
  readonly user: string
  readonly fault: string
  readonly param: Json
}

const TriedCall = ({ operation, users }: TriedProps) => {
  const { examples } = operation
  // Sent by name, since pages published elsewhere require the header.
  const [owner = ''] = users
  const startOf = (name: string) => {
    const chosen = examples.find((one) => one.name === name)
    return { example: name, user: chosen?.as ?? owner, param: chosen?.param ?? {} }
  }
  const draft = useSignal<CallDraft>({ ...startOf(examples[0]?.name ?? ''), fault: '' })
  const answer = useSignal<OperationAnswer | undefined>(undefined)
  const seq = useSignal<number | undefined>(undefined)
  const request = useRef<HTMLDivElement>(null)
  const { example, user, fault, param } = draft.value
  // Another example brings its own user and parameters.
  const chosen = held(
    () => draft.value,
    (changed) => {
      draft.value =
        changed.example === example ? changed : { ...changed, ...startOf(changed.example) }
    },
  )
  const send = async (): Promise<void> => {
    // The parameters lack what is not JSON.
    if (!isComplete(request.current)) return
    seq.value = undefined
    answer.value = await sendOperation(operation.id, param, {
      as: user.trim() || undefined,
      headers: fault.trim() === '' ? {} : { 'x-sandbox-fault': fault.trim() },
    })
    seq.value = await lastCallOf(operation.id, user.trim() || owner)
  }
  return (
    <div class="try">
      <div class="stack" ref={request}>
        <Description operation={operation} />
        <Form
          class="row"
          value={chosen}
          fields={{
            example: {
              title: t('Example'),
              oneOf: examples.map(({ name, summary }) => ({
                const: name,
                title: inChinese('examples', summary) ?? summary,
              })),
            },
            user: field('Acting user', {
              hint: t('If empty, the application owner is the acting user.'),
              suggestions: users,
            }),
            fault: field('Fault to request', {
              hint: t('Such as before:refuse=10134011 or after:reset'),
            }),
          }}
        />
        <ParamEditor
          key={example}
          // A recorded call may have fields for which the form has no place.
          startsAsJson={example.startsWith('call ')}
          operation={operation}
          param={param}
          onChange={(changed) => setTo(draft, { ...draft.value, param: changed })()}
        />
        <div class="row">
          <Action name="Send" tone="primary" run={send} submits isQuiet />
        </div>
      </div>
      <AnswerPanel answer={answer.value} seq={seq.value} />
    </div>
  )
}

const lastCallOf = async (operation: string, actor: string): Promise<number | undefined> => {
  const { entries } = await control<JournalPage>('GET', '/journal', { query: { last: 20 } })
  return entries.findLast(
    (call) => call.operation === operation && [null, actor].includes(call.actor),
  )?.seq
}

const ParamEditor = ({
  startsAsJson,
  operation: { param: schema },
  param,
  onChange,
}: {
  startsAsJson: boolean
  operation: TriedOperation
  param: Json
  onChange: (changed: Json) => void
}) => {
  const isJson = useSignal(startsAsJson)
  const given = { value: param, onChange: (changed: Json = {}) => onChange(changed) }
  return (
    <section class="stack">
      <div class="row">
        <h2>{t('Parameters')}</h2>
        {[false, true].map((json) => (
          <Button
            key={`${json}`}
            aria-pressed={isJson.value === json}
            onClick={setTo(isJson, json)}
          >
            {json ? 'JSON' : t('Form')}
          </Button>
        ))}
      </div>
      {isJson.value ? (
        <JsonField {...given} schema={{ title: 'JSON' }} rows={14} isOptional={false} />
      ) : (
        <SchemaField {...given} schema={schema} />
      )}
    </section>
  )
}

const Description = ({ operation }: { operation: TriedOperation }) => {
  const { id, lifecycle, description, refusals } = operation
  return (
    <div class="panel">
      <div class="row">
        <h2>
          {id} {operationName(id)}
        </h2>
        {lifecycle !== 'current' && <Badge tone="warning">{t(lifecycle)}</Badge>}
      </div>
      <p>{inChinese('operations', id) ?? description}</p>
      <details>
        <summary>
          {t('Refusals that it can return')} ({refusals.length})
        </summary>
        <ul class="try-refusals">
          {refusals.map(({ name, code }) => (
            <li key={name}>
              <code>{code}</code> {name}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

/** The remedy of a finding as the header names it: its code, and the field after it. */
const remedyOf = (finding: string): string => {
  const [code = ''] = finding.split(/[ (;]/)
  const known = explainFinding(code)
  if (!known) return ''
  const { means, remedy } = withFindingText({ code, ...known })
  return `${asSentence(means)} ${remedy}`
}

interface AnswerProps {
  readonly answer: OperationAnswer | undefined
  /** The number of the call in the journal; undefined as long as the page has not seen it there. */
  readonly seq: number | undefined
}

const AnswerPanel = ({ answer, seq }: AnswerProps) => {
  if (!answer)
    return (
      <section class="try-answer stack">
        <h2>{t('Answer')}</h2>
        <p class="muted">{t('The response appears here.')}</p>
      </section>
    )
  const { json, status, durationMs, headers, text } = answer
  const { code, message } = isObject(json) ? json : {}
  const listIn = (name: string): string[] => headers.get(name)?.split(', ') ?? []
  const findings = listIn('x-sandbox-findings')
  const reason = headers.get('x-sandbox-reason')
  return (
    <section class="try-answer stack" aria-live="polite">
      <div class="row">
        <h2>{t('Answer')}</h2>
        <Badge tone={code === '0' ? 'good' : 'bad'}>{String(code ?? `HTTP ${status}`)}</Badge>
        <span>{typeof message === 'string' ? message : ''}</span>
        <span class="muted">
          HTTP {status} · {durationMs.toFixed(1)} ms · {formatNumber(text.length)} {t('bytes')}
        </span>
        <a href={linkTo('calls', ...(seq === undefined ? [] : [seq]))}>{t('See the call')}</a>
      </div>
      {reason !== null && <p>{reason}</p>}
      {findings.length > 0 && (
        <ul aria-label={t('Findings')}>
          {findings.map((finding) => (
            <li key={finding}>
              <code>{finding}</code> {remedyOf(finding)}
            </li>
          ))}
        </ul>
      )}
      {listIn('x-sandbox-fault').map((fault) => (
        <p key={fault}>
          {t('Faults')}: <code>{fault}</code>
        </p>
      ))}
      <JsonView value={text} label={t('Answer')} />
      <p class="row">
        {listIn('x-sandbox-assumptions').map((id) => (
          <a key={id} href={linkTo('assumptions', id)}>
            {id}
          </a>
        ))}
      </p>
    </section>
  )
}
