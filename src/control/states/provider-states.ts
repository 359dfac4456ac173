import { badRequest, conflict } from '../../errors/problem.ts'
import { pieceFor } from '../../kernel/pieces.ts'
import type { StateName } from '../../states/state-catalogue.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { ProviderStates, SetState, WantedProviderState } from './schema.ts'
import { setState, stateNamed } from './service.ts'

/** Sets the states that a Pact verifier asks for; its teardown changes nothing. */
export const setProviderStates = async (
  sandbox: Sandbox,
  workspace: Workspace,
  { state, name, states = [], action }: WantedProviderState,
): Promise<ProviderStates> => {
  const wanted = [state ?? name ?? states].flat()
  if (wanted.length === 0) throw badRequest('state is missing; expected the name of a named state')
  const names = wanted.map(kebabCase).map(stateNamed)
  if (action === 'teardown') return { states: names.map((torn) => ({ name: torn, ids: {} })) }
  return withValues(await setAll(sandbox, workspace, names))
}

/** Sets states one by one, each in its own transaction; other work runs in between, as one may take 50 ms. */
const setAll = async (
  sandbox: Sandbox,
  workspace: Workspace,
  names: readonly StateName[],
): Promise<SetState[]> => {
  const set: SetState[] = []
  let databaseName: string | undefined
  for (const name of names) {
    await pieceFor(workspace)
    set.push(await setState(sandbox, workspace, name))
    databaseName ??= workspace.databaseName
    if (databaseName !== workspace.databaseName)
      throw conflict(
        'The data of the workspace were replaced while its states were set; set them again',
      )
  }
  return set
}

/** Contracts name their states by sentences. */
const kebabCase = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')

/** Pact takes values for its contracts from the top level of the answer. */
const withValues = (states: SetState[]): ProviderStates => {
  const [only] = states
  const values: object = Object.assign({}, ...states.map(({ ids }) => ids))
  return only && states.length === 1 ? { ...values, ...only } : { ...values, states }
}
