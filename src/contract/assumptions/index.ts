import { approvalAssumptions } from './approval-assumptions.ts'
import { assetAssumptions } from './asset-assumptions.ts'
import type { Assumption, VariantName } from './assumption.ts'
import { authAssumptions } from './auth-assumptions.ts'
import { collectionAssumptions } from './collection-assumptions.ts'
import { limitAssumptions } from './limit-assumptions.ts'
import { marketingAssumptions } from './marketing-assumptions.ts'
import { portalAssumptions } from './portal-assumptions.ts'
import { serviceAssumptions } from './service-assumptions.ts'
import { surfaceAssumptions } from './surface-assumptions.ts'
import { uploadAssumptions } from './upload-assumptions.ts'
import { userAssumptions } from './user-assumptions.ts'

/** Every decision about something that the document does not show, by number. */
export const ASSUMPTIONS = {
  ...authAssumptions,
  ...surfaceAssumptions,
  ...serviceAssumptions,
  ...limitAssumptions,
  ...collectionAssumptions,
  ...assetAssumptions,
  ...uploadAssumptions,
  ...approvalAssumptions,
  ...marketingAssumptions,
  ...userAssumptions,
  ...portalAssumptions,
} as const

/** A number in the list of assumptions. */
export type AssumptionId = keyof typeof ASSUMPTIONS

/** A number whose entry offers variants. */
export type VariableId = {
  [Id in AssumptionId]: (typeof ASSUMPTIONS)[Id] extends { variants: object } ? Id : never
}[AssumptionId]

/** The variants that an entry offers. */
export type VariantOf<Id extends VariableId> = VariantName<(typeof ASSUMPTIONS)[Id]>

/** The variants that a workspace has chosen; what is absent has its default. */
export type ChosenVariants = Readonly<Record<string, string>>

/** An assumption of any number. */
export const assumption = (id: AssumptionId): Assumption => ASSUMPTIONS[id]

/** All numbers, in the list of assumptions's order. */
export const assumptionIds = (): AssumptionId[] => Object.keys(ASSUMPTIONS) as AssumptionId[]

/** The first variant of each entry; found once, because every call reads some. */
const DEFAULTS = new Map<string, string | undefined>(
  assumptionIds().map((id) => [id, Object.keys(assumption(id).variants ?? {})[0]]),
)

/** The variant that counts: the chosen one or the entry's first. */
export const variantOf = <Id extends VariableId>(id: Id, chosen: ChosenVariants): VariantOf<Id> =>
  (chosen[id] ?? DEFAULTS.get(id)) as VariantOf<Id>

/** A hint for a text that is not known, or nothing. */
type Suggest = (text: string, known: readonly string[]) => string

/** Why a choice of variants cannot be taken, one sentence each; empty when all is well. */
export const problemsOfVariants = (chosen: ChosenVariants, suggest: Suggest = () => ''): string[] =>
  Object.entries(chosen).flatMap(([id, variant]) => {
    if (!Object.hasOwn(ASSUMPTIONS, id)) {
      const all = variableIds()
      return [
        `unknown assumption ${id}; those with variants are ${all.join(', ')}${suggest(id, all)}`,
      ]
    }
    const known = Object.keys(assumption(id as AssumptionId).variants ?? {})
    if (known.includes(variant)) return []
    return known.length === 0
      ? [`${id} has no variants`]
      : [`${id} has no variant "${variant}"; it has ${known.join(', ')}${suggest(variant, known)}`]
  })

/** The numbers whose entries offer variants, in the list of assumptions's order. */
export const variableIds = (): VariableId[] =>
  assumptionIds().filter((id): id is VariableId => assumption(id).variants !== undefined)
