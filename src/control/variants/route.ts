import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answers } from '../responses.ts'
import { VariantChanges, VariantList, VariantQuery } from './schema.ts'
import { listVariants, resetVariants, switchVariants } from './service.ts'

/** The variants of a workspace. */
const variants: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/variants',
    answers('List the assumptions with variants', VariantList, { querystring: VariantQuery }),
    async ({ workspace, query }) => listVariants(app.sandbox, workspace, query.all),
  )
  app.patch(
    '/variants',
    answers('Switch variants of the workspace', VariantList, {
      description: 'All of them or none, from the next call on. A reset keeps them.',
      body: VariantChanges,
    }),
    async ({ workspace, body }) => switchVariants(app.sandbox, workspace, body),
  )
  app.delete(
    '/variants',
    answers('Set all variants of the workspace to those that it began with', VariantList),
    async ({ workspace }) => resetVariants(app.sandbox, workspace),
  )
}

export default variants
