import { assumption, assumptionIds } from '../../contract/assumptions/index.ts'
import { NOT_SHOWN } from '../../contract/assumptions/not-shown.ts'
import { SECTION_OF_RULE } from '../../contract/sections.ts'
import type { Provenance } from '../../control/provenance/schema.ts'

/** Something that cites assumptions, with the section of the document that it belongs to. */
interface Citing {
  readonly section: string | null
  readonly assumptions: readonly string[]
}

/** Every assumption, with the sections of what cites it. */
export const listRules = (citing: readonly Citing[]): Provenance['rules'] => {
  const sections = sectionsByNumber([...openPoints(), ...otherRules(), ...citing])
  return assumptionIds().map((number) => {
    const { shown, does, why, known, variants = {} } = assumption(number)
    return {
      number,
      shown,
      does,
      why,
      known,
      sections: [...(sections.get(number) ?? [])],
      variants,
    }
  })
}

/** The sentences of the document that leave something open. */
const openPoints = (): Citing[] =>
  NOT_SHOWN.flatMap(({ section, points }) =>
    points.map(({ numbers }) => ({ section, assumptions: numbers })),
  )

const otherRules = (): Citing[] =>
  Object.entries(SECTION_OF_RULE).map(([number, section]) => ({ section, assumptions: [number] }))

const sectionsByNumber = (citing: readonly Citing[]): Map<string, Set<string>> => {
  const sections = new Map<string, Set<string>>()
  for (const { section, assumptions } of citing)
    for (const number of section === null ? [] : assumptions)
      sections.set(number, (sections.get(number) ?? new Set()).add(section as string))
  return sections
}
