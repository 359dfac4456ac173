import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import {
  assumption,
  type ChosenVariants,
  numberOf,
  problemsOfVariants,
  type UsedId,
  type VariableId,
  variableIds,
  variantOf,
  variantsOf,
} from '../contract/assumptions/index.ts'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { badRequest } from '../contract/errors/problem.ts'
import { MapOf, TextOrNull } from '../contract/resources/primitives.ts'
import { ByName, Flag, Part, Shape, Text } from '../contract/shapes.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { answers } from './responses.ts'

export const ChangeableAssumption = Shape(
  'ChangeableAssumption',
  'A decision about something that the document does not show; each workspace can choose a variant',
  {
    number: Text('Number of the assumption, such as A-20-1'),
    shown: Text('What the document says, or that it is silent'),
    variants: ByName(Text(), 'What each variant does, by name; the first is the default'),
    default: Text('Variant that results from the server settings and the options of the workspace'),
    chosen: Text('Variant in effect'),
    isTouched: Flag('Whether a call has used it since the server started'),
  },
)
const VariantList = Part('The assumptions with variants', {
  assumptions: Type.Array(ChangeableAssumption, { description: 'The assumptions, by number' }),
})
type VariantList = Static<typeof VariantList>

const VariantChanges = MapOf(TextOrNull, LIMITS.freeKeys, {
  title: 'VariantChanges',
  description:
    "Variants by the numbers of assumptions, such as `{ 'A-20-1': 'envelope' }`; null for the default",
})

const variants: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/variants',
    answers('List the assumptions with variants', VariantList, {
      querystring: Type.Object({
        all: Type.Boolean({
          default: false,
          description: 'Whether `isTouched` covers calls to all workspaces, including deleted ones',
        }),
      }),
    }),
    async ({ workspace, query }) =>
      listVariants(workspace, query.all ? app.sandbox.touched : workspace.touched),
  )
  app.patch(
    '/variants',
    answers('Set variants of the workspace', VariantList, {
      description: 'All or nothing, from the next call on. A reset keeps them.',
      body: VariantChanges,
    }),
    async ({ workspace, body }) => {
      // The default of an assumption exists if the assumption has variants.
      const named = Object.entries(body).map(([id, variant]) => [
        id,
        variant ?? variantOf(id as VariableId, {}),
      ])
      requireVariants(Object.fromEntries(named))
      const choices = Object.entries({ ...workspace.record.variantChoices, ...body })
      const chosen = choices.filter(([, variant]) => variant !== null)
      return keepChoices(app.sandbox, workspace, body, Object.fromEntries(chosen) as ChosenVariants)
    },
  )
  app.delete(
    '/variants',
    answers('Set all variants of the workspace back to their initial values', VariantList),
    async ({ workspace }) =>
      keepChoices(app.sandbox, workspace, workspace.record.variantChoices, {}),
  )
}

const listVariants = (
  { record, variants }: Workspace,
  touched: ReadonlySet<UsedId>,
): VariantList => ({
  assumptions: variableIds().map((number) => ({
    number,
    shown: assumption(numberOf(number)).says,
    variants: variantsOf(number),
    default: variantOf(number, record.variants),
    chosen: variantOf(number, variants),
    isTouched: touched.has(number),
  })),
})

const keepChoices = (
  sandbox: Sandbox,
  workspace: Workspace,
  changes: object,
  choices: ChosenVariants,
): VariantList => {
  sandbox.registry.updateWorkspace(workspace.id, { variantChoices: choices })
  workspace.chooseVariants(choices)
  const named = Object.keys(changes) as VariableId[]
  const switched = named.map((id) => `${id}=${variantOf(id, workspace.variants)}`)
  if (named.length > 0) workspace.mark('variants-switched', switched.join(', '))
  return listVariants(workspace, workspace.touched)
}

export const requireVariants = (chosen: ChosenVariants): void => {
  const problems = problemsOfVariants(chosen, didYouMean)
  if (problems.length > 0) throw badRequest(problems.join('; '))
}

export default variants
