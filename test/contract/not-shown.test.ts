import { describe, expect, test } from 'vitest'
import { type AssumptionId, assumption, assumptionIds } from '#src/contract/assumptions/index.ts'
import { NOT_SHOWN } from '#src/contract/assumptions/not-shown.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { answerCodes } from './answer-codes.ts'

/** How often the document says "not shown" or "do not distinguish", by section, in its order. */
const OCCURRENCES = [
  ['What the service does', 1],
  ['Resources and fields', 2],
  ['States and transitions', 3],
  ['Endpoints', 1],
  ['E1', 1],
  ['E4', 1],
  ['E5', 1],
  ['E6', 1],
  ['E12', 1],
  ['E22', 1],
  ['Authentication', 4],
  ['Events', 2],
  ['Errors', 2],
  ['Limits', 2],
  ['Versioning', 2],
] as const

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9-]{4,}/g) ?? []

const POINTS = NOT_SHOWN.flatMap(({ words, points }) =>
  points.map((point) => ({ words, ...point })),
)

describe('the list of what the document does not show', () => {
  test('has every occurrence, section by section', () => {
    const sections = NOT_SHOWN.map(({ section }) => section)
    const counted = [...new Set(sections)].map((section) => [
      section,
      sections.filter((each) => each === section).length,
    ])
    expect(counted).toEqual(OCCURRENCES)
    expect(NOT_SHOWN).toHaveLength(25)
  })

  test('quotes each occurrence by words of its own', () => {
    const quoted = NOT_SHOWN.map(({ words }) => words)
    expect(new Set(quoted).size).toBe(quoted.length)
  })

  test.each(POINTS)('has numbers for "$words": $about', ({ about, numbers }) => {
    expect(numbers.length).toBeGreaterThan(0)
    const known: readonly string[] = assumptionIds()
    expect(numbers.filter((id) => !known.includes(id))).toEqual([])
    const asked = wordsOf(about)
    const elsewhere = numbers.filter(
      (id) => !wordsOf(assumption(id).says).some((word) => asked.includes(word)),
    )
    expect(elsewhere, 'numbers whose text is about something else').toEqual([])
  })
})

const found = answerCodes(CATALOGUE)
const codes = found.map(({ path, name, numbers }) => [path, name, numbers] as const)

describe('every field of an answer that is named like a code', () => {
  test.each(codes)('cites numbers that speak of it: %s', (_path, name, numbers) => {
    const speaksOf = (id: AssumptionId): boolean => {
      const { says, does, variants = {} } = assumption(id)
      return [says, does, ...Object.values(variants)].some((text) => text.includes(name))
    }
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.filter((id) => !speaksOf(id))).toEqual([])
  })
})
