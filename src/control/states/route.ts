import { badRequest } from '../../errors/problem.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { defineControl } from '../define-control.ts'
import {
  NamedStateList,
  ProviderStates,
  SetState,
  StateParams,
  WantedProviderState,
} from './schema.ts'
import { listStates, setState, stateNamed } from './service.ts'

/** Moments that a test begins with, by name. */
export const namedStateRoutes = [
  defineControl({
    method: 'GET',
    path: '/states',
    summary: 'List the named states, each with the sentence that it makes true',
    result: NamedStateList,
    handle: () => ({ states: listStates() }),
  }),
  defineControl({
    method: 'POST',
    path: '/states/:name',
    summary: 'Make a named state hold, and answer the ids to call with; again, it holds again',
    params: StateParams,
    result: SetState,
    handle: ({ sandbox, workspace, params }) =>
      setState(sandbox, workspace, stateNamed(params.name)),
  }),
  defineControl({
    method: 'POST',
    path: '/states',
    summary: 'The same in the form in which Pact sets up provider states',
    body: WantedProviderState,
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
const asPact = (states: readonly SetState[]): ProviderStates => {
  const [only] = states
  const values: object = Object.assign({}, ...states.map(({ ids }) => ids))
  return only && states.length === 1 ? { ...values, ...only } : { ...values, states: [...states] }
}
