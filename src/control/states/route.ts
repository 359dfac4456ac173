import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answers } from '../responses.ts'
import {
  NamedStateList,
  ProviderState,
  SetState,
  StateParams,
  WantedProviderState,
} from './schema.ts'
import { listStates, setState, stateNamed } from './service.ts'

/** The named states that a test can start from. */
const states: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/states', answers('List the named states', NamedStateList), async () => ({
    states: listStates(),
  }))
  app.post(
    '/states/:name',
    answers('Set a named state, and show the ids to call with', SetState, {
      description: 'A state can be set again; its ids stay the same.',
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

export default states
