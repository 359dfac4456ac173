import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { assumption, assumptionIds } from '../../contract/assumptions/index.ts'
import type { Operation } from '../../contract/operation.ts'
import { RuleList } from './schema.ts'

/** What the server decided where the document is silent. */
const assumptions: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/assumptions',
    {
      config: { isServerWide: true },
      schema: {
        summary: 'List all assumptions: what the document leaves open, and what this server does',
        response: { 200: RuleList },
      },
    },
    async () => listRules(app.operations),
  )
}

const listRules = (operations: readonly Operation[]): RuleList => ({
  assumptions: assumptionIds().map((number) => {
    const { shown, does, why, known, variants = {} } = assumption(number)
    const resting = operations.filter(({ assumes }) => assumes.includes(number))
    return { number, shown, does, why, known, variants, operations: resting.map(({ id }) => id) }
  }),
})

export default assumptions
