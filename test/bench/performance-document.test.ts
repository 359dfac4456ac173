import { describe, expect, test } from 'vitest'
import { benchModule } from '#test/kit/bench-module.ts'
import { keptParts } from '#test/kit/bench-parts.ts'

interface Goal {
  readonly goal: string
  readonly text: string
  readonly isMet: boolean
}

const { resultsOf, missingOf } = await benchModule<{
  resultsOf: (parts: object) => object
  missingOf: (results: object) => string[]
}>('sections.mjs')
const { documentOf, chartsOf } = await benchModule<{
  documentOf: (results: object) => string
  chartsOf: (results: object) => Record<string, string>
}>('performance-document.mjs')
const { goalsOf } = await benchModule<{ goalsOf: (results: object) => Goal[] }>('goals.mjs')
const { afterWriteRows, costsOf } = await benchModule<{
  costsOf: (samples: object) => object
  afterWriteRows: (result: object) => Record<string, string>[]
}>('after-writes-summary.mjs')
const { memoryTrend } = await benchModule<{
  memoryTrend: (samples: object[]) => { isFlat: boolean; mibPerMillion: number }
}>('soak/summary.mjs')

const results = resultsOf(keptParts())
const goal = (start: string): Goal | undefined =>
  goalsOf(results).find((one) => one.goal.startsWith(start))

describe('the document about performance', () => {
  test('shows the median of the rounds as a ratio to bare Fastify, with lowest and highest', () => {
    expect(documentOf(results)).toContain('| 0.40 (0.30 to 0.50) |')
  })

  test('names the operation that is the lowest and says that its goal is missed', () => {
    expect(goal('Requests a second / bare Fastify, lowest')).toMatchObject({
      text: '0.20 (E9)',
      isMet: false,
    })
    expect(documentOf(results)).toMatch(
      /lowest of the operations\s+\| at least 0\.25\s+\| 0\.20 \(E9\)\s+\| \*\*missed\*\*/,
    )
  })

  test('judges the goal against WireMock with its journal and without, and shows what each keeps', () => {
    expect(goal('Requests a second / wiremock,')).toMatchObject({ text: '4.00', isMet: true })
    expect(goal('Requests a second / wiremock without journal')).toMatchObject({
      text: '1.60',
      isMet: false,
    })
    expect(documentOf(results)).toMatch(/\| wiremock 3\.13\.2\s+\|.*\| every call/)
    expect(documentOf(results)).toMatch(/\| wiremock without journal 3\.13\.2\s+\|.*\| nothing/)
  })

  test('shows what a read costs after a write beside the same read repeated', () => {
    const round = (after: number) => ({ repeated: 50, write: 70, pair: 70 + after, fastify: 25 })
    const calls = costsOf({ E1: [100, 200, 400].map(round), E8: [50, 50, 50].map(round) })
    const [first, , middle] = afterWriteRows({ calls })
    expect(first).toEqual({
      Operation: 'E1',
      'CPU µs, repeated': '50',
      'CPU µs, after a write': '200',
      'After / repeated': '4.00 (2.00 to 8.00)',
      'CPU / Fastify, repeated': '0.50 (0.50 to 0.50)',
      'CPU / Fastify, after a write': '0.13 (0.06 to 0.25)',
    })
    expect(middle).toMatchObject({ Operation: 'median', 'CPU / Fastify, repeated': '0.50' })
    expect(documentOf(results)).toMatch(/\| E1 +\| 50 +\| 200 +\| 4\.00/)
    expect(documentOf(results)).toContain('until something is written to the workspace')
  })

  test('has a section for each part that was measured, and none for one that was not', () => {
    const sections = (text: string) => [...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name)
    expect(sections(documentOf(results))).toEqual([
      'Goals',
      'Operations',
      'Reads after a write',
      'Where the processor time goes',
      'Peers',
      'Start and memory at rest',
      'Workspaces and library',
      'Files',
      'Growth',
      'Soak',
    ])
    const { control } = keptParts()
    expect(sections(documentOf(resultsOf({ control })))).toEqual([
      'Goals',
      'Workspaces and library',
    ])
  })

  test('is made of numbers only: no value is missing', () => {
    expect(documentOf(results)).not.toMatch(/undefined|NaN|null|\[object/)
    expect(Object.values(chartsOf(results)).join('')).not.toMatch(/undefined|NaN|null/)
  })

  test('is the same for the same results, with its charts', () => {
    const again = resultsOf(keptParts())
    expect(documentOf(again)).toBe(documentOf(results))
    expect(chartsOf(again)).toEqual(chartsOf(results))
  })

  test('names the charts that are written beside it', () => {
    for (const name of Object.keys(chartsOf(results)))
      expect(documentOf(results)).toContain(`](images/${name})`)
    expect(Object.keys(chartsOf(results))).toHaveLength(2)
  })

  test('calls itself a draft while parts of a complete run are missing', () => {
    expect(documentOf(results)).toContain('a draft that lacks every operation with three rounds,')
    expect(documentOf(results)).not.toContain('in a complete run')
  })

  test('lists what a complete run lacks', () => {
    expect(missingOf(results)).toEqual([
      'every operation with three rounds',
      'every peer',
      'growth with 1,000,000 rows',
      'soak of 2,000,000 calls and its two other phases',
    ])
  })
})

describe('the judgement of memory over a soak', () => {
  const samples = (memory: (index: number) => number) =>
    Array.from({ length: 100 }, (_, index) => ({
      calls: (index + 1) * 10_000,
      residentMiB: memory(index),
    }))

  test('calls memory flat that rises and falls with the garbage collector', () => {
    expect(memoryTrend(samples((index) => 200 + (index % 10) * 5)).isFlat).toBe(true)
  })

  test('leaves out the first fifth, in which the journal fills', () => {
    const filling = samples((index) => (index < 20 ? 100 + index * 5 : 200))
    expect(memoryTrend(filling)).toMatchObject({ isFlat: true, mibPerMillion: 0 })
  })

  test('calls memory rising that grows by 40 bytes with every call', () => {
    const leaking = samples((index) => 200 + (index + 1) * 0.4)
    expect(memoryTrend(leaking)).toMatchObject({ isFlat: false })
    expect(memoryTrend(leaking).mibPerMillion).toBeCloseTo(40)
  })
})
