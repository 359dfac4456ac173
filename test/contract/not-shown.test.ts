import type { TSchema } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import { type AssumptionId, assumption, assumptionIds } from '#src/contract/assumptions/index.ts'
import { NOT_SHOWN } from '#src/contract/assumptions/not-shown.ts'
import { SHOWN_CODES } from '#src/contract/assumptions/shown-codes.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'

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
      (id) => !wordsOf(assumption(id).shown).some((word) => asked.includes(word)),
    )
    expect(elsewhere, 'numbers whose text is about something else').toEqual([])
  })
})

/** Names of fields whose values are codes, kinds or states. */
const CODE_LIKE =
  /status|type|code|level|visib|category|^is[A-Z]|role(?!Id|Name)|editable|importance|stickTop|dummy|belong|collected|publicRead|verifyEmail|extension|(pic|video|text)Num|keyName|^key$|thunders|^portalId$/i

/** The fields of a shape below its nearest title, such as `AssetDetail` and `materialOrigin.status`. */
const fieldsOf = (schema: TSchema, title: string, path: readonly string[]): [string, string][] => {
  const here = schema.title ?? title
  const below = schema.title ? [] : path
  const alternatives: TSchema[] = schema.anyOf ?? []
  if (alternatives.length > 0) return alternatives.flatMap((each) => fieldsOf(each, here, below))
  if (schema.type === 'array') return fieldsOf(schema.items, here, below)
  if (schema.type !== 'object') return [[here, below.join('.')]]
  const properties: [string, TSchema][] = Object.entries(schema.properties ?? {})
  return properties.flatMap(([name, field]) => fieldsOf(field, here, [...below, name]))
}

const codesInAnswers = (): string[] => {
  const fields = CATALOGUE.flatMap(({ id, result }) => fieldsOf(result, id, []))
  const codes = fields.filter(([, path]) => CODE_LIKE.test(path.split('.').at(-1) ?? ''))
  return [...new Set(codes.map(([title, path]) => `${title} ${path}`))].sort()
}

const listed = Object.entries(SHOWN_CODES).flatMap(([shape, codes]) =>
  Object.entries(codes).map(([field, numbers]) => [`${shape} ${field}`, field, numbers] as const),
)

describe('the list of codes in answers', () => {
  test('has every field of every answer that is named like a code, and no other', () => {
    expect(listed.map(([name]) => name).sort()).toEqual(codesInAnswers())
  })

  test.each(listed)('has numbers that speak of %s', (_name, field, numbers) => {
    const name = field.split('.').at(-1) ?? field
    const speaksOf = (id: AssumptionId): boolean => {
      const { shown, does, variants = {} } = assumption(id)
      return [shown, does, ...Object.values(variants)].some((text) => text.includes(name))
    }
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.filter((id) => !speaksOf(id))).toEqual([])
  })
})
