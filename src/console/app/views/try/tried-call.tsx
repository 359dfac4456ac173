import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { onStreamEvent } from '../../api/journal-stream.ts'
import { type OperationAnswer, sendOperation } from '../../api/operations.ts'
import { Action } from '../../parts/action.tsx'
import { choices, Form, isComplete, type Json, JsonArea, SchemaField } from '../../parts/form.tsx'
import { Badge } from '../../parts/text.tsx'
import { operationName, t } from '../../texts/words.ts'
import { AnswerPanel, AnswerShape } from './answer.tsx'
import type { TriedOperation } from './try-document.ts'

interface TriedProps {
  readonly operation: TriedOperation
  readonly users: readonly string[]
}

/** What a person chooses for a call, beside its parameters. */
interface CallDraft {
  readonly example: string
  readonly user: string
  readonly otherUser: string
  readonly fault: string
}

/** The choice of a user whose address is written by hand. */
const OTHER_USER = 'other'

/** A call of an operation that a person makes: the request at one side, the answer and its shape at the other. */
export const TriedCall = ({ operation, users }: TriedProps) => {
  const { examples } = operation
  // Sent by name, since pages published elsewhere require the header.
  const [owner = ''] = users
  const startOf = (name: string) => {
    const chosen = examples.find((one) => one.name === name)
    return { example: name, user: chosen?.as ?? owner, param: chosen?.param ?? {} }
  }
  const first = startOf(examples[0]?.name ?? '')
  const draft = useSignal<CallDraft>({ ...first, otherUser: '', fault: '' })
  const param = useSignal<Json>(first.param)
  const answer = useSignal<OperationAnswer | undefined>(undefined)
  const seq = useSignal<number | undefined>(undefined)
  const request = useRef<HTMLDivElement>(null)
  const watching = useRef<() => void>(() => undefined)
  useEffect(() => () => watching.current(), [])
  const { example, user, otherUser, fault } = draft.value
  useEffect(() => {
    const taken = startOf(example)
    draft.value = { ...draft.value, ...taken }
    param.value = taken.param
  }, [example])
  const send = async (): Promise<void> => {
    // The parameters lack what is not JSON.
    if (!isComplete(request.current)) return
    const as = user === OTHER_USER ? otherUser.trim() : user
    seq.value = undefined
    watching.current()
    watching.current = onStreamEvent((event) => {
      if (!('entry' in event) || seq.value !== undefined) return
      const { entry } = event
      const isOurs = entry.operation === operation.id && [null, as || owner].includes(entry.actor)
      if (isOurs) seq.value = entry.seq
    })
    answer.value = await sendOperation(operation.id, param.value, {
      ...(as !== '' && { as }),
      ...(fault.trim() !== '' && { headers: { 'x-sandbox-fault': fault.trim() } }),
    })
  }
  return (
    <div class="try">
      <div class="stack" ref={request}>
        <Description operation={operation} />
        <Choices operation={operation} users={users} draft={draft} />
        <ParamEditor key={example} operation={operation} param={param} />
        <div class="row">
          <Action tone="primary" run={send}>
            {t('Send')}
          </Action>
        </div>
      </div>
      <div class="stack">
        <AnswerPanel answer={answer.value} seq={seq.value} />
        <AnswerShape schema={operation.answer} answer={answer.value?.json} />
      </div>
    </div>
  )
}

/** The example, the acting user and the fault of a call. */
const Choices = ({
  operation: { examples },
  users,
  draft,
}: TriedProps & { draft: { value: CallDraft } }) => {
  const names = new Map([
    ['', t('none: the owner acts')],
    [OTHER_USER, `${t('Other e-mail address')}…`],
  ])
  const isOther = draft.value.user === OTHER_USER
  return (
    <Form
      class="row"
      value={draft}
      fields={{
        example: {
          title: t('Example'),
          oneOf: examples.map(({ name, summary }) => ({ const: name, title: summary })),
        },
        user: {
          title: t('Acting user'),
          oneOf: choices(['', ...users, OTHER_USER], (one) => names.get(one) ?? one),
        },
        otherUser: isOther && { type: 'string', title: t('Other e-mail address') },
        fault: {
          type: 'string',
          title: t('Fault to ask for'),
          hint: t('Such as before:refuse=10134011 or after:reset'),
        },
      }}
    />
  )
}

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
