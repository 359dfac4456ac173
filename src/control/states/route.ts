import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answers } from '../responses.ts'
import { setProviderStates } from './provider-states.ts'
import {
  NamedStateList,
  ProviderStates,
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
    answers('Set named states as Pact provider states', ProviderStates, {
      body: WantedProviderState,
    }),
    async ({ workspace, body }) => setProviderStates(app.sandbox, workspace, body),
  )
}

export default states
