import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { assumption, assumptionIds } from '../../contract/assumptions/index.ts'
import type { Operation } from '../../contract/operation.ts'
import { answers, serverWide } from '../responses.ts'
import { RuleList } from './schema.ts'

/** What the server decided where the document is silent. */
const assumptions: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/assumptions',
    serverWide(
      answers(
        'List all assumptions: what the document leaves open, and what this server does',
        RuleList,
      ),
    ),
    async () => listRules(app.operations),
  )
}

const listRules = (operations: readonly Operation[]): RuleList => ({
  assumptions: assumptionIds().map((number) => {
    const { says, variants = {}, ...decision } = assumption(number)
    const resting = operations.filter(({ assumes }) => assumes.includes(number))
    const ids = resting.map(({ id }) => id)
    return { number, shown: says, ...decision, variants, operations: ids }
  }),
})

export default assumptions
