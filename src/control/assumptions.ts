import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import { KNOWN } from '../contract/assumptions/assumption.ts'
import { assumption, assumptionIds } from '../contract/assumptions/index.ts'
import { ByName, Choice, Part, Shape, Text } from '../contract/shapes.ts'
import { answers, serverWide } from './responses.ts'

export const KnownRule = Shape(
  'KnownRule',
  'A decision about something that the document does not show',
  {
    number: Text('Number of the assumption'),
    shown: Text('What the document says, or that it is silent'),
    does: Text('What this server does'),
    why: Text('Why'),
    known: Choice(
      KNOWN,
      'Where it comes from: the interface document, other published pages, or this server',
    ),
    variants: ByName(Text(), 'What a workspace can choose, by name; the first is the default'),
    operations: Type.Array(Type.String(), {
      description:
        'Operations whose responses depend on it; empty if it concerns every call, or supporting routes',
    }),
  },
)

export const RuleList = Part('All assumptions', {
  assumptions: Type.Array(KnownRule, { description: 'The assumptions, by number' }),
})
export type RuleList = Static<typeof RuleList>

const assumptions: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/assumptions',
    serverWide(
      answers(
        'List all assumptions: what the document leaves open and what this server does',
        RuleList,
      ),
      'own',
    ),
    async () => ({
      assumptions: assumptionIds().map((number) => {
        const { says, variants = {}, ...decision } = assumption(number)
        const resting = app.operations.filter(({ assumes }) => assumes.includes(number))
        const operations = resting.map(({ id }) => id)
        return { number, shown: says, ...decision, variants, operations }
      }),
    }),
  )
}

export default assumptions
