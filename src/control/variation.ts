import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { formatVariation, kindsOf, NO_VARIATION } from '../instruments/variation/variation-kinds.ts'
import {
  type VariationOrNull,
  VariationSetting,
  VariationState,
} from '../instruments/variation/variation-schema.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { answers } from './responses.ts'

export const readVariation = ({ variation }: Pick<Workspace, 'variation'>): VariationOrNull =>
  variation ? { seed: variation.seed, kinds: [...variation.kinds] } : null

/** A variation as text, in which its kinds have their order. */
export const variationText = ({ seed, kinds }: VariationSetting): string =>
  formatVariation({ seed, kinds: kindsOf(kinds) })

const variation: FastifyPluginAsyncTypebox = async (app) => {
  /** For the calls that begin from now on. */
  const setVariation = (workspace: Workspace, text: string): VariationState => {
    app.sandbox.registry.updateWorkspace(workspace.id, { variation: text })
    workspace.chooseVariation(text)
    workspace.mark('variation-set', text)
    return { variation: readVariation(workspace) }
  }
  app.get(
    '/variation',
    answers('Show the variation of the workspace', VariationState),
    async ({ workspace }) => ({ variation: readVariation(workspace) }),
  )
  app.put(
    '/variation',
    answers('Vary the responses of the workspace by a seed', VariationState, {
      description: 'Takes effect with the next call. A reset keeps it.',
      body: VariationSetting,
    }),
    async ({ workspace, body }) => setVariation(workspace, variationText(body)),
  )
  app.delete(
    '/variation',
    answers('End the variation of the workspace', VariationState),
    async ({ workspace }) => setVariation(workspace, NO_VARIATION),
  )
}

export default variation
