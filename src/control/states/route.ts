import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
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
  app.get(
    '/states',
    { schema: { summary: 'List the named states', response: { 200: NamedStateList } } },
    async () => ({ states: listStates() }),
  )
  app.post(
    '/states/:name',
    {
      schema: {
        summary: 'Set a named state, and show the ids to call with',
        description: 'A state can be set again; its ids stay the same.',
        params: StateParams,
        response: { 200: SetState },
      },
    },
    async ({ workspace, params }) => setState(app.sandbox, workspace, stateNamed(params.name)),
  )
  app.post(
    '/states',
    {
      schema: {
        summary: 'Set named states as Pact provider states',
        body: WantedProviderState,
        response: { 200: ProviderStates },
      },
    },
    async ({ workspace, body }) => setProviderStates(app.sandbox, workspace, body),
  )
}

export default states
