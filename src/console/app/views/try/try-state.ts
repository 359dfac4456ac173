import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Json } from '#src/viewer/page/openapi-parts.ts'
import { onStreamEvent } from '../../api/journal-stream.ts'
import { type OperationAnswer, sendOperation } from '../../api/operations.ts'
import type { TriedOperation } from './try-document.ts'

/** The choice of a user whose address is written by hand. */
export const OTHER_USER = 'other'

/** What a person has chosen for a call, and its answer. */
export interface TryState {
  readonly example: Signal<string>
  readonly param: Signal<Json>
  /** E-mail address of the acting user; without it, when empty, the owner acts. */
  readonly user: Signal<string>
  readonly otherUser: Signal<string>
  readonly fault: Signal<string>
  readonly answer: Signal<OperationAnswer | undefined>
  /** The number of the answered call in the journal, once it is there. */
  readonly seq: Signal<number | undefined>
  /** Counts the examples that were taken, each of which begins the form anew. */
  readonly taken: Signal<number>
  take(name: string): void
  send(): Promise<void>
}

/** The state of a call that begins with the first example of an operation. */
export const useTryState = (operation: TriedOperation, users: readonly string[]): TryState => {
  const [first] = operation.examples
  // Sent by name, since pages published elsewhere require the header.
  const [owner = ''] = users
  const state = {
    example: useSignal(first?.name ?? ''),
    param: useSignal<Json>(first?.param ?? {}),
    user: useSignal(first?.as ?? owner),
    otherUser: useSignal(''),
    fault: useSignal(''),
    answer: useSignal<OperationAnswer | undefined>(undefined),
    seq: useSignal<number | undefined>(undefined),
    taken: useSignal(0),
  }
  const watching = useRef<() => void>(() => undefined)
  useEffect(() => () => watching.current(), [])
  const take = (name: string): void => {
    const chosen = operation.examples.find((each) => each.name === name)
    if (!chosen) return
    state.example.value = name
    state.param.value = chosen.param
    state.user.value = chosen.as ?? owner
    state.taken.value += 1
  }
  const send = async (): Promise<void> => {
    const { user, otherUser, fault, param, answer, seq } = state
    const as = user.value === OTHER_USER ? otherUser.value.trim() : user.value
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
      ...(fault.value.trim() !== '' && { headers: { 'x-sandbox-fault': fault.value.trim() } }),
    })
  }
  return { ...state, take, send }
}
