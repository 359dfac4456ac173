import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answers } from '../responses.ts'
import { ResetDone, WantedReset } from './schema.ts'
import { resetWorkspace } from './service.ts'

/** The reset of a workspace. */
const reset: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/reset',
    answers('Reset the workspace or parts of it', ResetDone, {
      description: 'Data and clock go back to their initial state; tokens stay valid.',
      body: WantedReset,
    }),
    async ({ workspace, body }) => resetWorkspace(app.sandbox, workspace, body.parts),
  )
}

export default reset
