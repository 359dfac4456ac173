import { describe, expect, test } from 'vitest'
import { assumption, assumptionIds, problemsOfVariants } from '#src/contract/assumptions/index.ts'
import { REFUSALS } from '#src/contract/errors/refusals.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

const NUMBER = /\bA-(?:[a-z]+|\d+)-\d+\b/g

/** Joined at run time, so that the search does not find it as cited. */
const UNKNOWN = ['A', 99, 1].join('-')

const citedIn = (files: readonly string[]): Set<string> =>
  new Set(files.flatMap((file) => readSource(file).match(NUMBER) ?? []))

const otherSources = sourceFiles('src').filter(
  (file) => !file.startsWith('src/contract/assumptions'),
)

describe('the table of assumptions', () => {
  test('has at most 100 numbers', () => {
    expect(assumptionIds().length).toBeLessThanOrEqual(100)
  })

  test('has every number that code, tests or documents cite', () => {
    const known: readonly string[] = assumptionIds()
    const cited = citedIn([...sourceFiles('src'), ...sourceFiles('test')])
    expect([...cited].filter((id) => !known.includes(id))).toEqual([])
  })

  test('has no number that only the table itself uses', () => {
    const cited = citedIn(otherSources)
    expect(assumptionIds().filter((id) => !cited.has(id))).toEqual([])
  })

  test('has a text for what is shown, what is done, and why', () => {
    for (const id of assumptionIds()) {
      const { says, does, why, variants } = assumption(id)
      for (const text of [says, does, why]) expect(text.length, id).toBeGreaterThan(4)
      if (variants) expect(Object.keys(variants).length, id).toBeGreaterThan(1)
    }
  })

  test('has every operation rest on decisions, each cited once', () => {
    for (const { id, assumes } of CATALOGUE) {
      expect(assumes.length, id).toBeGreaterThan(0)
      expect(new Set(assumes).size).toBe(assumes.length)
    }
  })

  test('rejects unknown numbers and variants and names the known ones', () => {
    expect(problemsOfVariants({ 'A-20-1': 'envelope' })).toEqual([])
    expect(problemsOfVariants({ 'A-20-1': 'other' })).toEqual([
      'A-20-1 has no variant "other"; it has bare, envelope',
    ])
    expect(problemsOfVariants({ 'A-file-1': 'any' })).toEqual(['A-file-1 has no variants'])
    expect(problemsOfVariants({ 'A-16-1.taken': 'refused' })).toEqual([])
    expect(problemsOfVariants({ 'A-16-1.other': 'refused' })[0]).toContain('A-16-1.taken')
    const [problem = ''] = problemsOfVariants({ [UNKNOWN]: 'x' })
    expect(problem).toContain(`unknown assumption ${UNKNOWN}`)
    expect(problem).toContain('A-auth-1')
  })
})

describe('the catalogue of refusals', () => {
  test('has unique codes of 9 and seven digits, except the one of the document', () => {
    const codes = Object.values(REFUSALS).map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => !/^9\d{7}$/.test(code))).toEqual(['10134011'])
  })

  test('has no kind that is never thrown', () => {
    const text = otherSources
      .map(readSource)
      .join('\n')
      .replaceAll(/\brefuse\s+\./g, 'refuse.')
    const unused = Object.keys(REFUSALS).filter((name) => !text.includes(`refuse.${name}`))
    expect(unused).toEqual([])
  })
})
