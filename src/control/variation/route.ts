import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { VariationSetting, VariationState } from '../../variation/variation-schema.ts'
import { answers } from '../responses.ts'
import { readVariation, setVariation } from './service.ts'

/** The variation of a workspace. */
const variation: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/variation',
    answers('Show the variation of the workspace', VariationState),
    async ({ workspace }) => ({ variation: readVariation(workspace) }),
  )
  app.put(
    '/variation',
    answers('Vary the answers of the workspace by a seed', VariationState, {
      description: 'From the next call on. A reset keeps it.',
      body: VariationSetting,
    }),
    async ({ workspace, body }) => setVariation(app.sandbox, workspace, body),
  )
  app.delete(
    '/variation',
    answers('End the variation of the workspace', VariationState),
    async ({ workspace }) => setVariation(app.sandbox, workspace, undefined),
  )
}

export default variation
