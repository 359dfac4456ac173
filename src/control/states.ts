import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { notFound } from '../contract/errors/problem.ts'
import {
  NonEmptyText,
  OneOf,
  OpenObject,
  Text as WantedText,
} from '../contract/resources/primitives.ts'
import {
  ByName,
  Described,
  Explained,
  Named,
  OpenShape,
  Part,
  Shape,
  Text,
} from '../contract/shapes.ts'
import { LIMITS } from '../kernel/limits.ts'
import { keepSeedFiles } from '../seeds/seed-files.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { seedFolderOf } from '../workspaces/templates.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { answers } from './responses.ts'
import { type State, StateSetting } from './states/named-state.ts'
import { STATE_NAMES, STATES, type StateName } from './states/state-catalogue.ts'

const Name = Named('StateName', 'The name of a named state', OneOf(STATE_NAMES))

/** An unknown name is refused with a suggestion. */
const StateParams = Type.Object({
  name: Described({ type: 'string', maxLength: LIMITS.text.max }, Name),
})

export const NamedState = Shape('NamedState', 'A state that a test can start from', {
  name: Name,
  sentence: Text('What is true in this state'),
})

const NamedStateList = Part('The named states', {
  states: Type.Array(NamedState, { description: 'The named states' }),
})

const held = {
  name: Name,
  ids: Type.Unsafe<object>(
    ByName(
      Type.Unknown(),
      'Ids for calls and other values that a test needs; they depend on the state',
    ),
  ),
}

const SetState = Shape('SetState', 'A named state that is now set', held)
type SetState = Static<typeof SetState>

/** A request of a Pact verifier; keys that it adds are ignored. */
const WantedProviderState = Type.Object({
  state: Explained(NonEmptyText, 'Name or sentence of a state'),
  consumer: Type.Optional(Explained(WantedText, 'Name of the consumer; ignored')),
  params: Type.Optional(Explained(OpenObject, 'Parameters of the state; ignored')),
  action: Type.Optional(
    Explained(
      OneOf(['setup', 'teardown']),
      '`setup`, the default, sets the state; `teardown` changes nothing',
    ),
  ),
})

const ProviderState = OpenShape(
  'ProviderState',
  'A named state that was set for a contract. The ids are also at the top level, where Pact looks for values',
  held,
)

const states: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/states', answers('List the named states', NamedStateList), async () => ({
    states: STATE_NAMES.map((name) => ({ name, sentence: STATES[name].sentence })),
  }))
  app.post(
    '/states/:name',
    answers('Set a named state and show the ids for calls', SetState, {
      description: 'Setting a state again creates new data with other ids.',
      params: StateParams,
    }),
    async ({ workspace, params }) => setState(app.sandbox, workspace, stateNamed(params.name)),
  )
  app.post(
    '/states',
    answers('Set a named state as a Pact provider state', ProviderState, {
      body: WantedProviderState,
    }),
    async ({ workspace, body: { state, action } }) => {
      // Contracts name their states by sentences.
      const name = stateNamed(
        state
          .trim()
          .toLowerCase()
          .replaceAll(/[\s_]+/g, '-'),
      )
      if (action === 'teardown') return { name, ids: {} }
      const { ids } = await setState(app.sandbox, workspace, name)
      return { ...ids, name, ids }
    },
  )
}

const stateNamed = (wanted: string): StateName => {
  const name = STATE_NAMES.find((known) => known === wanted)
  if (name) return name
  const hint = didYouMean(wanted, STATE_NAMES) || '; GET /_sandbox/states lists them'
  throw notFound(`Named state "${wanted.slice(0, 200)}" does not exist${hint}`)
}

const setState = (sandbox: Sandbox, workspace: Workspace, name: StateName): Promise<SetState> =>
  sandbox.files.whileHeld(async (held) => {
    const state: State = STATES[name]
    const folder = seedFolderOf(sandbox.options.folders, 'minimal')
    const needed = { names: [], uploads: [], ...state.needs }
    const files = await keepSeedFiles(needed, { folder }, held)
    const ids = workspace.store.transaction(() =>
      state.set(new StateSetting(sandbox, workspace, files)),
    )
    sandbox.sweeper.request()
    workspace.mark('state-set', name)
    return { name, ids }
  })

export default states
