import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { VariantChanges, VariantList, VariantQuery } from './schema.ts'
import { listVariants, resetVariants, switchVariants } from './service.ts'

/** The variants of a workspace. */
const variants: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/variants',
    {
      schema: {
        summary: 'List the assumptions with variants',
        querystring: VariantQuery,
        response: { 200: VariantList },
      },
    },
    async ({ workspace, query }) => listVariants(app.sandbox, workspace, query.all),
  )
  app.patch(
    '/variants',
    {
      schema: {
        summary: 'Switch variants of the workspace',
        description: 'All of them or none, from the next call on. A reset keeps them.',
        body: VariantChanges,
        response: { 200: VariantList },
      },
    },
    async ({ workspace, body }) => switchVariants(app.sandbox, workspace, body),
  )
  app.delete(
    '/variants',
    {
      schema: {
        summary: 'Set all variants of the workspace to those that it began with',
        response: { 200: VariantList },
      },
    },
    async ({ workspace }) => resetVariants(app.sandbox, workspace),
  )
}

export default variants
