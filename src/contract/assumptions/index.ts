import { approvalAssumptions } from './approval-assumptions.ts'
import { assetAssumptions } from './asset-assumptions.ts'
import type { Assumption, Variants } from './assumption.ts'
import { authAssumptions } from './auth-assumptions.ts'
import { collectionAssumptions } from './collection-assumptions.ts'
import { marketingAssumptions } from './marketing-assumptions.ts'
import { portalAssumptions } from './portal-assumptions.ts'
import { surfaceAssumptions } from './surface-assumptions.ts'
import { uploadAssumptions } from './upload-assumptions.ts'
import { userAssumptions } from './user-assumptions.ts'

/** Every decision about something that the document does not show, by number. */
const ASSUMPTIONS = {
  ...authAssumptions,
  ...surfaceAssumptions,
  ...collectionAssumptions,
  ...assetAssumptions,
  ...uploadAssumptions,
  ...approvalAssumptions,
  ...marketingAssumptions,
  ...userAssumptions,
  ...portalAssumptions,
} as const

type Assumptions = typeof ASSUMPTIONS

/** A number in the list of assumptions. */
export type AssumptionId = keyof Assumptions

type SwitchesOf<Entry> = Entry extends { switches: infer Switches }
  ? Switches
  : Record<never, never>

/** A switch of an assumption: its number, or its number and a name, such as `A-16-1.taken`. */
export type VariableId = {
  [Id in AssumptionId]:
    | (Assumptions[Id] extends { variants: object } ? Id : never)
    | `${Id}.${keyof SwitchesOf<Assumptions[Id]> & string}`
}[AssumptionId]

/** What a call can use: a number, or one of its switches. */
export type UsedId = AssumptionId | VariableId

/** The variants that a switch offers. */
export type VariantOf<Switch extends VariableId> = Switch extends keyof Assumptions
  ? Assumptions[Switch] extends { variants: infer V }
    ? keyof V & string
    : never
  : Switch extends `${infer Id extends AssumptionId}.${infer Name}`
    ? keyof SwitchesOf<Assumptions[Id]>[Name & keyof SwitchesOf<Assumptions[Id]>] & string
    : never

/** The variants that a workspace has chosen, by switch; what is absent has its default. */
export type ChosenVariants = Readonly<Record<string, string>>

/** An assumption of any number. */
export const assumption = (id: AssumptionId): Assumption => ASSUMPTIONS[id]

/** All numbers, in the order of the list. */
export const assumptionIds = (): AssumptionId[] => Object.keys(ASSUMPTIONS) as AssumptionId[]

/** The variants of every switch, in the order of the list; the first variant of each is its default. */
const SWITCHES: ReadonlyMap<string, Variants> = new Map(
  assumptionIds().flatMap((id) => {
    const { variants, switches = {} } = assumption(id)
    const named = Object.entries(switches).map(([name, of]): [string, Variants] => [
      `${id}.${name}`,
      of,
    ])
    return variants ? [[id, variants], ...named] : named
  }),
)

/** All switches, in the order of the list. */
export const variableIds = (): VariableId[] => [...SWITCHES.keys()] as VariableId[]

/** What each variant of a switch does, by its name. */
export const variantsOf = (id: VariableId): Variants => SWITCHES.get(id) ?? {}

/** Whether something that a call used is a switch. */
export const isSwitch = (id: UsedId): id is VariableId => SWITCHES.has(id)

/** The number of a switch. */
export const numberOf = (id: UsedId): AssumptionId => id.split('.')[0] as AssumptionId

const DEFAULTS = new Map([...SWITCHES].map(([id, variants]) => [id, Object.keys(variants)[0]]))

/** The variant that counts: the chosen one or the first of the switch. */
export const variantOf = <Id extends VariableId>(id: Id, chosen: ChosenVariants): VariantOf<Id> =>
  (chosen[id] ?? DEFAULTS.get(id)) as VariantOf<Id>

/** A hint for a text that is not known, or nothing. */
type Suggest = (text: string, known: readonly string[]) => string

/** Why a choice of variants cannot be taken, one sentence each; empty when all is well. */
export const problemsOfVariants = (chosen: ChosenVariants, suggest: Suggest = () => ''): string[] =>
  Object.entries(chosen).flatMap(([id, variant]) => {
    const known = Object.keys(SWITCHES.get(id) ?? {})
    if (known.includes(variant)) return []
    if (known.length > 0)
      return [
        `${id} has no variant "${variant}"; it has ${known.join(', ')}${suggest(variant, known)}`,
      ]
    if (Object.hasOwn(ASSUMPTIONS, id)) return [`${id} has no variants`]
    const all = variableIds()
    return [
      `unknown assumption ${id}; those with variants are ${all.join(', ')}${suggest(id, all)}`,
    ]
  })
