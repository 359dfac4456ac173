import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { didYouMean } from '../../errors/did-you-mean.ts'
import { notFound } from '../../errors/problem.ts'
import { keepSeedFiles, type NeededSeedFiles } from '../../seeds/seed-files.ts'
import { type NeededFiles, type State, StateSetting } from '../../states/named-state.ts'
import { STATE_NAMES, STATES, type StateName } from '../../states/state-catalogue.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { seedFolderOf } from '../../workspaces/templates.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { answers } from '../responses.ts'
import {
  type NamedState,
  NamedStateList,
  ProviderState,
  SetState,
  StateParams,
  WantedProviderState,
} from './schema.ts'

/** The named states that a test can start from. */
const states: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/states', answers('List the named states', NamedStateList), async () => ({
    states: listStates(),
  }))
  app.post(
    '/states/:name',
    answers('Set a named state, and show the ids to call with', SetState, {
      description: 'A state that is set again is made anew, with other ids.',
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
      const name = stateNamed(kebabCase(state))
      if (action === 'teardown') return { name, ids: {} }
      const { ids } = await setState(app.sandbox, workspace, name)
      return { ...ids, name, ids }
    },
  )
}

/** Contracts name their states by sentences. */
const kebabCase = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')

/** All named states, with the sentences that they make true. */
const listStates = (): NamedState[] =>
  STATE_NAMES.map((name) => ({ name, sentence: STATES[name].sentence }))

/** The state of a name; an unknown name is refused with a suggestion. */
const stateNamed = (wanted: string): StateName => {
  const name = STATE_NAMES.find((known) => known === wanted)
  if (name) return name
  const hint = didYouMean(wanted, STATE_NAMES) || '; GET /_sandbox/states lists them'
  throw notFound(`There is no named state "${wanted.slice(0, 200)}"${hint}`)
}

const setState = (sandbox: Sandbox, workspace: Workspace, name: StateName): Promise<SetState> =>
  sandbox.files.whileHeld(async (held) => {
    const state: State = STATES[name]
    const folder = seedFolderOf(sandbox.options.folders, 'minimal')
    const files = await keepSeedFiles(filesOf(state.needs ?? {}), { folder }, held)
    const { store } = workspace
    const ids = store.transaction(() => {
      const parts = files.partsOf.get(PARTS) ?? []
      return state.set(new StateSetting(sandbox, workspace, { files, parts }))
    })
    sandbox.sweeper.request()
    workspace.mark('state-set', name)
    return { name, ids }
  })

/** The name of the parts of the one upload, whose id is not known yet. */
const PARTS = 'parts'

/** A cut that makes three parts of the file that is uploaded. */
const PART_BYTES = 102_400

const filesOf = ({ names = [], uploaded }: NeededFiles): NeededSeedFiles => ({
  names: uploaded === undefined ? names : [...names, uploaded],
  uploads: uploaded === undefined ? [] : [{ id: PARTS, file: uploaded, partSizeBytes: PART_BYTES }],
})

export default states
