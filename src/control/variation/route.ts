import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { VariationSetting, VariationState } from '../../variation/variation-schema.ts'
import { readVariation, setVariation } from './service.ts'

/** The variation of a workspace. */
const variation: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/variation',
    {
      schema: { summary: 'Show the variation of the workspace', response: { 200: VariationState } },
    },
    async ({ workspace }) => ({ variation: readVariation(workspace) }),
  )
  app.put(
    '/variation',
    {
      schema: {
        summary: 'Vary the answers of the workspace by a seed',
        description: 'From the next call on. A reset keeps it.',
        body: VariationSetting,
        response: { 200: VariationState },
      },
    },
    async ({ workspace, body }) => setVariation(app.sandbox, workspace, body),
  )
  app.delete(
    '/variation',
    {
      schema: {
        summary: 'End the variation of the workspace',
        response: { 200: VariationState },
      },
    },
    async ({ workspace }) => setVariation(app.sandbox, workspace, undefined),
  )
}

export default variation
