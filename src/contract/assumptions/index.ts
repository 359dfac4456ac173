import type { Assumption, Switch, Variants } from './assumption.ts'
import { distributionAssumptions } from './distribution-assumptions.ts'
import { libraryAssumptions } from './library-assumptions.ts'
import { surfaceAssumptions } from './surface-assumptions.ts'

/** Every decision about something that the document does not show, by number, and its further switches. */
const ENTRIES = {
  ...surfaceAssumptions,
  ...libraryAssumptions,
  ...distributionAssumptions,
} as const

type Entries = typeof ENTRIES

/** What a call can use: a number, or one of its switches. */
export type UsedId = keyof Entries

export type AssumptionId = Exclude<UsedId, `${string}.${string}`>

/** A switch of an assumption: its number, or its number and a name, such as `A-16-1.taken`. */
export type VariableId = {
  [Id in UsedId]: Entries[Id] extends Switch ? Id : never
}[UsedId]

export type VariantOf<Id extends VariableId> = keyof Entries[Id]['variants'] & string

/** The variants that a workspace has chosen, by switch; what is absent has its default. */
export type ChosenVariants = Readonly<Record<string, string>>

const IDS = Object.keys(ENTRIES) as UsedId[]

export const assumption = (id: AssumptionId): Required<Pick<Assumption, 'known'>> & Assumption => ({
  known: 'invented',
  ...ENTRIES[id],
})

export const assumptionIds = (): AssumptionId[] =>
  IDS.filter((id): id is AssumptionId => !id.includes('.'))

/** The variants of every switch, in the order of the list; the first variant of each is its default. */
const SWITCHES: ReadonlyMap<string, Variants> = new Map(
  IDS.flatMap((id) => {
    const { variants }: Assumption | Switch = ENTRIES[id]
    return variants ? [[id, variants]] : []
  }),
)

export const variableIds = (): VariableId[] => [...SWITCHES.keys()] as VariableId[]

export const variantsOf = (id: VariableId): Variants => SWITCHES.get(id) ?? {}

export const isSwitch = (id: UsedId): id is VariableId => SWITCHES.has(id)

export const numberOf = (id: UsedId): AssumptionId => id.split('.')[0] as AssumptionId

const DEFAULTS = new Map([...SWITCHES].map(([id, variants]) => [id, Object.keys(variants)[0]]))

/** The variant that counts: the chosen one or the first of the switch. */
export const variantOf = <Id extends VariableId>(id: Id, chosen: ChosenVariants): VariantOf<Id> =>
  (chosen[id] ?? DEFAULTS.get(id)) as VariantOf<Id>

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
    if (Object.hasOwn(ENTRIES, id)) return [`${id} has no variants`]
    const all = variableIds()
    return [
      `unknown assumption ${id}; assumptions with variants are ${all.join(', ')}${suggest(id, all)}`,
    ]
  })
