import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import { KNOWN } from '../contract/assumptions/assumption.ts'
import { type AssumptionId, assumption, assumptionIds } from '../contract/assumptions/index.ts'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { badRequest } from '../contract/errors/problem.ts'
import { operationsConcernedBy } from '../contract/headers.ts'
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

const querystring = Type.Object({
  number: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description:
        'Only these numbers, separated by commas, as in the header `x-sandbox-assumptions`; default: all',
    }),
  ),
})

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
        { querystring },
      ),
      'own',
    ),
    async ({ query }) => ({
      assumptions: wantedNumbers(query.number).map((number) => {
        const { says, variants = {}, ...decision } = assumption(number)
        const operations = operationsConcernedBy(number, app.operations).map(({ id }) => id)
        return { number, shown: says, ...decision, variants, operations }
      }),
    }),
  )
}

/** The numbers in a comma-separated list; without a list, all numbers. */
const wantedNumbers = (list: string | undefined): AssumptionId[] => {
  const known = assumptionIds()
  if (list === undefined) return known
  return list.split(',').map((part) => {
    const wanted = part.trim()
    const number = known.find((one) => one === wanted)
    if (number !== undefined) return number
    const hint = didYouMean(wanted, known)
    throw badRequest(`number "${wanted.slice(0, 100)}" is not an assumption${hint}`)
  })
}

export default assumptions
