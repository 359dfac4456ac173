import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { FINDINGS } from '#src/client/generated/constants.ts'
import type { JournalPage } from '#src/client/generated/control.ts'
import { isObject } from '#src/kernel/is-object.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { type OperationAnswer, sendOperation } from '../../api/operations.ts'
import { goTo, linkTo, route } from '../../api/place.ts'
import { Action } from '../../parts/action.tsx'
import {
  choices,
  Form,
  held,
  isComplete,
  type Json,
  JsonArea,
  SchemaField,
  SelectField,
} from '../../parts/form.tsx'
import { Page, Shown } from '../../parts/panel.tsx'
import { Badge, JsonView } from '../../parts/text.tsx'
import { formatNumber } from '../../texts/language.ts'
import { operationName, t } from '../../texts/words.ts'
import { readTryData, type TriedOperation } from './try-document.ts'
import './try.css'

/** The view Try: any operation with a form made of its schema, as any user. */
export default function TryView() {
  const loaded = useLoaded(readTryData, [], { isLive: false })
  const [wanted] = route.value.rest
  return (
    <Page title="Try" lead="Call any operation as any user, like any client.">
      <Shown loaded={loaded}>
        {({ operations, users }) => {
          const operation = operations.find(({ id }) => id === wanted) ?? operations[0]
          if (!operation) return null
          const ids = operations.map(({ id }) => id)
          return (
            <>
              <SelectField
                name={t('Operation')}
                schema={{ oneOf: choices(ids, (id) => `${id} · ${operationName(id)}`) }}
                value={operation.id}
                onChange={(id) => goTo('try', String(id))}
              />
              <TriedCall key={operation.id} operation={operation} users={users} />
            </>
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

/** What a person chooses for a call, beside its parameters. */
interface CallDraft {
  readonly example: string
  readonly user: string
  readonly fault: string
}

/** A call of an operation that a person makes: the request at one side, the answer at the other. */
const TriedCall = ({ operation, users }: TriedProps) => {
  const { examples } = operation
  // Sent by name, since pages published elsewhere require the header.
  const [owner = ''] = users
  const startOf = (name: string) => {
    const chosen = examples.find((one) => one.name === name)
    return { example: name, user: chosen?.as ?? owner, param: chosen?.param ?? {} }
  }
  const first = startOf(examples[0]?.name ?? '')
  const draft = useSignal<CallDraft>({ ...first, fault: '' })
  const param = useSignal<Json>(first.param)
  const answer = useSignal<OperationAnswer | undefined>(undefined)
  const seq = useSignal<number | undefined>(undefined)
  const request = useRef<HTMLDivElement>(null)
  const { example, user, fault } = draft.value
  // Another example brings its own user and parameters.
  const chosen = held(
    () => draft.value,
    (changed) => {
      const taken = changed.example === draft.value.example ? undefined : startOf(changed.example)
      draft.value = { ...changed, ...taken }
      if (taken) param.value = taken.param
    },
  )
  const send = async (): Promise<void> => {
    // The parameters lack what is not JSON.
    if (!isComplete(request.current)) return
    const as = user.trim()
    seq.value = undefined
    answer.value = await sendOperation(operation.id, param.value, {
      ...(as !== '' && { as }),
      ...(fault.trim() !== '' && { headers: { 'x-sandbox-fault': fault.trim() } }),
    })
    seq.value = await lastCallOf(operation.id, as || owner)
  }
  return (
    <div class="try">
      <div class="stack" ref={request}>
        <Description operation={operation} />
        <Choices operation={operation} users={users} draft={chosen} />
        <ParamEditor key={example} operation={operation} param={param} />
        <div class="row">
          <Action tone="primary" run={send}>
            {t('Send')}
          </Action>
        </div>
      </div>
      <AnswerPanel answer={answer.value} seq={seq.value} />
    </div>
  )
}

/** The number of the newest call of an operation by a user, where the journal has it. */
const lastCallOf = async (operation: string, actor: string): Promise<number | undefined> => {
  const { entries } = await control<JournalPage>('GET', '/journal', { query: { last: 20 } })
  return entries.findLast(
    (call) => call.operation === operation && [null, actor].includes(call.actor),
  )?.seq
}

/** The example, the acting user and the fault of a call. */
const Choices = ({
  operation: { examples },
  users,
  draft,
}: TriedProps & { draft: { value: CallDraft } }) => (
  <Form
    class="row"
    value={draft}
    fields={{
      example: {
        title: t('Example'),
        oneOf: examples.map(({ name, summary }) => ({ const: name, title: summary })),
      },
      user: {
        type: 'string',
        title: t('Acting user'),
        hint: t('The owner acts where it is empty.'),
        suggestions: users,
      },
      fault: {
        type: 'string',
        title: t('Fault to ask for'),
        hint: t('Such as before:refuse=10134011 or after:reset'),
      },
    }}
  />
)

/** Edits the parameters of a call, as a form or as JSON. */
const ParamEditor = ({
  operation: { param: schema },
  param,
}: {
  operation: TriedOperation
  param: { value: Json }
}) => {
  const isJson = useSignal(false)
  const change = (changed: Json | undefined): void => {
    param.value = changed ?? {}
  }
  const given = { schema, value: param.value, onChange: change }
  return (
    <section class="stack">
      <div class="row">
        <h2>{t('Parameters')}</h2>
        {[false, true].map((json) => (
          <button
            key={String(json)}
            type="button"
            aria-pressed={isJson.value === json}
            onClick={() => {
              isJson.value = json
            }}
          >
            {json ? t('JSON') : t('Form')}
          </button>
        ))}
      </div>
      {isJson.value ? (
        <JsonArea {...given} label={t('JSON')} rows={14} />
      ) : (
        <SchemaField {...given} name="" isRequired />
      )}
    </section>
  )
}

const Description = ({
  operation: { id, lifecycle, description, refusals },
}: {
  operation: TriedOperation
}) => {
  const marks = new Map([
    ['not recommended', t('not recommended')],
    ['in development', t('in development')],
    ['upgraded', t('upgraded')],
  ])
  const mark = marks.get(lifecycle)
  return (
    <div class="panel">
      <div class="row">
        <h2>
          {id} {operationName(id)}
        </h2>
        {mark && <Badge tone="warning">{mark}</Badge>}
      </div>
      <p>{description}</p>
      <details>
        <summary>
          {t('Refusals that it can give')} ({refusals.length})
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
  const known = Object.entries(FINDINGS).find(([one]) => one === code)?.[1]
  return known ? `${known.means}. ${known.remedy}` : ''
}

/** An answer: its code and sentence, what the server noted about the call, and the body. */
const AnswerPanel = ({
  answer,
  seq,
}: {
  answer: OperationAnswer | undefined
  /** The number of the call in the journal; undefined as long as the page has not seen it there. */
  seq: number | undefined
}) => {
  if (!answer)
    return (
      <section class="try-answer stack">
        <h2>{t('Answer')}</h2>
        <p class="muted">{t('The answer appears here.')}</p>
      </section>
    )
  const { json, status, durationMs } = answer
  const { code, message } = isObject(json) ? json : {}
  const listIn = (name: string): string[] => answer.headers.get(name)?.split(', ') ?? []
  const findings = listIn('x-sandbox-findings')
  const assumptions = listIn('x-sandbox-assumptions')
  const fault = answer.headers.get('x-sandbox-fault')
  return (
    <section class="try-answer stack" aria-live="polite">
      <div class="row">
        <h2>{t('Answer')}</h2>
        <Badge tone={code === '0' ? 'good' : 'bad'}>{String(code ?? `HTTP ${status}`)}</Badge>
        <span>{typeof message === 'string' ? message : ''}</span>
        <span class="muted">
          HTTP {status} · {durationMs.toFixed(1)} ms · {formatNumber(answer.text.length)}{' '}
          {t('bytes')}
        </span>
        <a href={seq === undefined ? linkTo('calls') : linkTo('calls', seq)}>{t('See the call')}</a>
      </div>
      {findings.length > 0 && (
        <div>
          <h3>{t('Findings')}</h3>
          <ul>
            {findings.map((finding) => (
              <li key={finding}>
                <code>{finding}</code> {remedyOf(finding)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {fault !== null && (
        <p>
          {t('Faults')}: <code>{fault}</code>
        </p>
      )}
      <JsonView value={answer.text} label={t('Answer')} />
      {assumptions.length > 0 && (
        <p class="row">
          <span class="muted">{t('Assumptions')}</span>
          {assumptions.map((id) => (
            <a key={id} href={linkTo('assumptions', id)}>
              {id}
            </a>
          ))}
        </p>
      )}
    </section>
  )
}
