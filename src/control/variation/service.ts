import {
  formatVariation,
  kindsOf,
  NO_VARIATION,
  type VariationChoice,
} from '../../variation/variation-kinds.ts'
import type {
  VariationOrNull,
  VariationSetting,
  VariationState,
} from '../../variation/variation-schema.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'

/** The variation of a workspace; null for none. */
export const readVariation = ({ variation }: Workspace): VariationOrNull =>
  variation ? { seed: variation.seed, kinds: [...variation.kinds] } : null

/** A variation as text, in which its kinds have their order. */
export const variationText = ({ seed, kinds }: VariationSetting): string =>
  formatVariation({ seed, kinds: kindsOf(kinds) } satisfies VariationChoice)

/** Sets the variation of the calls that begin from now on, or ends it. */
export const setVariation = (
  sandbox: Sandbox,
  workspace: Workspace,
  setting: VariationSetting | undefined,
): VariationState => {
  const text = setting ? variationText(setting) : NO_VARIATION
  sandbox.registry.updateWorkspace(workspace.id, { variation: text })
  workspace.chooseVariation(text)
  workspace.mark('variation-set', text)
  return { variation: readVariation(workspace) }
}
