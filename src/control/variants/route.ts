import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  assumption,
  type ChosenVariants,
  numberOf,
  problemsOfVariants,
  type VariableId,
  variableIds,
  variantOf,
  variantsOf,
} from '../../contract/assumptions/index.ts'
import { didYouMean } from '../../errors/did-you-mean.ts'
import { badRequest } from '../../errors/problem.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { answers } from '../responses.ts'
import { VariantChanges, VariantList, VariantQuery } from './schema.ts'

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

/** All assumptions with variants, and those that count for a workspace. */
const listVariants = (
  sandbox: Sandbox,
  { record, touched }: Workspace,
  isOfServer = false,
): VariantList => ({
  assumptions: variableIds().map((number) => {
    return {
      number,
      shown: assumption(numberOf(number)).says,
      variants: variantsOf(number),
      default: variantOf(number, record.initialVariants),
      chosen: variantOf(number, record.variants),
      isTouched: isOfServer ? sandbox.touched.has(number) : touched.has(number),
    }
  }),
})

/** Switches variants from the next call on, all or none; null goes back to the default. */
const switchVariants = (
  sandbox: Sandbox,
  workspace: Workspace,
  changes: VariantChanges,
): VariantList => {
  refuseUnknown(changes)
  const choices = { ...workspace.record.variantChoices, ...changes }
  const chosen = Object.entries(choices).filter(([, variant]) => variant !== null)
  const named = Object.keys(changes) as VariableId[]
  return keepChoices(sandbox, workspace, named, Object.fromEntries(chosen) as ChosenVariants)
}

/** Sets all variants to those that the workspace began with. */
const resetVariants = (sandbox: Sandbox, workspace: Workspace): VariantList => {
  const named = Object.keys(workspace.record.variantChoices) as VariableId[]
  return keepChoices(sandbox, workspace, named, {})
}

const keepChoices = (
  sandbox: Sandbox,
  workspace: Workspace,
  named: readonly VariableId[],
  choices: ChosenVariants,
): VariantList => {
  sandbox.registry.updateWorkspace(workspace.id, { variantChoices: choices })
  workspace.chooseVariants(choices)
  const switched = named.map(
    (number) => `${number}=${variantOf(number, workspace.record.variants)}`,
  )
  if (named.length > 0) workspace.mark('variants-switched', switched.join(', '))
  return listVariants(sandbox, workspace)
}

const refuseUnknown = (changes: VariantChanges): void => {
  // The default of an assumption exists if the assumption has variants.
  const named = Object.entries(changes).map(([id, variant]) => [id, variant ?? defaultOf(id)])
  const problems = problemsOfVariants(Object.fromEntries(named), didYouMean)
  if (problems.length > 0) throw badRequest(problems.join('; '))
}

const defaultOf = (id: string): string => {
  const known = variableIds().find((number) => number === id)
  return known === undefined ? '' : variantOf(known, {})
}

export default variants
