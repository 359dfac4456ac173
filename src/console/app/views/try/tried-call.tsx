import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Action } from '../../parts/action.tsx'
import { Badge } from '../../parts/badge.tsx'
import { SelectField, setterOf, TextField } from '../../parts/fields.tsx'
import { operationName } from '../../texts/operation-names.ts'
import { AnswerPanel } from './answer-panel.tsx'
import { AnswerShape } from './answer-shape.tsx'
import { ParamEditor } from './param-editor.tsx'
import type { TriedOperation } from './try-document.ts'
import { OTHER_USER, type TryState, useTryState } from './try-state.ts'
import { words } from './try-texts.ts'

/** A call of an operation that a person makes: the request at one side, the answer and its shape at the other. */
export const TriedCall = ({
  operation,
  users,
}: {
  readonly operation: TriedOperation
  readonly users: readonly string[]
}) => {
  const state = useTryState(operation, users)
  const { param, taken, answer, seq, send } = state
  const request = useRef<HTMLDivElement>(null)
  const sendShown = async (): Promise<void> => {
    // The parameters lack what is not JSON.
    const invalid = request.current?.querySelector<HTMLTextAreaElement>('textarea:invalid')
    if (invalid) invalid.focus()
    else await send()
  }
  return (
    <div class="try">
      <div class="try-request" ref={request}>
        <Description operation={operation} />
        <Choices operation={operation} users={users} state={state} />
        <ParamEditor
          key={taken.value}
          schema={operation.param}
          param={param.value}
          onChange={setterOf(param)}
        />
        <div class="row">
          <Action tone="primary" run={sendShown}>
            {words().send}
          </Action>
        </div>
      </div>
      <div class="try-reply">
        <AnswerPanel answer={answer.value} seq={seq.value} />
        <AnswerShape schema={operation.answer} answer={answer.value?.json} />
      </div>
    </div>
  )
}

const Choices = ({
  operation,
  users,
  state,
}: {
  readonly operation: TriedOperation
  readonly users: readonly string[]
  readonly state: TryState
}) => {
  const text = words()
  const { example, user, otherUser, fault, take } = state
  return (
    <div class="row">
      <SelectField
        label={text.example}
        value={example.value}
        options={operation.examples.map(({ name, summary }) => ({ value: name, text: summary }))}
        onChange={take}
      />
      <UserField user={user} users={users} />
      {user.value === OTHER_USER && (
        <TextField label={text.otherUser} value={otherUser.value} onInput={setterOf(otherUser)} />
      )}
      <TextField
        label={text.fault}
        hint={text.faultHint}
        value={fault.value}
        onInput={setterOf(fault)}
      />
    </div>
  )
}

const UserField = ({
  user,
  users,
}: {
  readonly user: Signal<string>
  readonly users: readonly string[]
}) => {
  const text = words()
  const known = ['', OTHER_USER, ...users].includes(user.value) ? users : [...users, user.value]
  return (
    <SelectField
      label={text.user}
      value={user.value}
      options={[
        { value: '', text: text.owner },
        ...known.map((email) => ({ value: email, text: email })),
        { value: OTHER_USER, text: `${text.otherUser}…` },
      ]}
      onChange={setterOf(user)}
    />
  )
}

const LIFECYCLES: ReadonlyMap<string, 'notRecommended' | 'inDevelopment' | 'upgraded'> = new Map([
  ['not recommended', 'notRecommended'],
  ['in development', 'inDevelopment'],
  ['upgraded', 'upgraded'],
])

const Description = ({ operation }: { readonly operation: TriedOperation }) => {
  const text = words()
  const mark = LIFECYCLES.get(operation.lifecycle)
  return (
    <div class="panel">
      <div class="row">
        <h2>
          {operation.id} {operationName(operation.id)}
        </h2>
        {mark && <Badge tone="warning">{text[mark]}</Badge>}
      </div>
      <p>{operation.description}</p>
      <details>
        <summary>
          {text.refusals} ({operation.refusals.length})
        </summary>
        <ul class="try-refusals">
          {operation.refusals.map(({ name, code }) => (
            <li key={name}>
              <code>{code}</code> {name}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
