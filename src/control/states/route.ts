import { type Static, Type } from '@sinclair/typebox'
import {
  ClosedObject,
  ListOf,
  OneOf,
  OpenObject,
  Text,
} from '../../contract/resources/primitives.ts'
import { badRequest } from '../../errors/problem.ts'
import { LIMITS } from '../../limits.ts'
import { STATE_NAMES } from '../../states/state-catalogue.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { defineControl } from '../define-control.ts'
import { Described } from '../schema-types.ts'
import { SetState as Held, NamedState, ProviderStates } from './schema.ts'
import { listStates, type SetState, setState, stateNamed } from './service.ts'

const Names = ListOf(Text, LIMITS.stateNames)

/** Another name is refused with the one that it is most like. */
const StateWord = Described<string>(
  { type: 'string', maxLength: LIMITS.text.max },
  { type: 'string', enum: STATE_NAMES },
)

/** As Pact's verifiers send it; what else they send is not looked at. */
const ProviderStateBody = Type.Object({
  state: Type.Optional(Text),
  name: Type.Optional(Text),
  states: Type.Optional(Names),
  consumer: Type.Optional(Text),
  params: Type.Optional(OpenObject),
  action: Type.Optional(OneOf(['setup', 'teardown'])),
})

/** Moments that a test begins with, by name. */
export const namedStateRoutes = [
  defineControl({
    method: 'GET',
    path: '/states',
    summary: 'List the named states, each with the sentence that it makes true',
    result: ClosedObject({ states: Type.Array(NamedState) }),
    handle: () => ({ states: listStates() }),
  }),
  defineControl({
    method: 'POST',
    path: '/states/:name',
    summary: 'Make a named state hold, and answer the ids to call with; again, it holds again',
    params: Type.Object({ name: StateWord }),
    result: Held,
    handle: ({ sandbox, workspace, params }) =>
      setState(sandbox, workspace, stateNamed(params.name)),
  }),
  defineControl({
    method: 'POST',
    path: '/states',
    summary: 'The same in the form in which Pact sets up provider states',
    body: ProviderStateBody,
    result: ProviderStates,
    handle: async ({ sandbox, workspace, body }) => {
      const wanted = [body.state ?? body.name ?? body.states ?? []].flat()
      if (wanted.length === 0) throw badRequest('state is missing; expected the name of a state')
      const names = wanted.map(plainName).map(stateNamed)
      if (body.action === 'teardown') return { states: names.map((name) => ({ name, ids: {} })) }
      return asPact(await setAll(sandbox, workspace, names))
    },
  }),
]

/** Sentences in contracts have blanks and capitals. */
const plainName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')

const setAll = async (
  sandbox: Sandbox,
  workspace: Workspace,
  names: readonly SetState['name'][],
): Promise<SetState[]> => {
  const states: SetState[] = []
  for (const name of names) states.push(await setState(sandbox, workspace, name))
  return states
}

/** Pact takes values for its contracts from the top level of the answer. */
const asPact = (states: readonly SetState[]): Static<typeof ProviderStates> => {
  const [only] = states
  const values: object = Object.assign({}, ...states.map(({ ids }) => ids))
  return only && states.length === 1 ? { ...values, ...only } : { ...values, states: [...states] }
}
