import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import type { CountedCall } from '#src/instruments/coverage/coverage-counter.ts'
import { CoverageCounter, CoverageCounters } from '#src/instruments/coverage/coverage-counter.ts'
import { describeCoverage } from '#src/instruments/coverage/describe-coverage.ts'
import { mergeCoverage } from '#src/instruments/coverage/summarise-coverage.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { MemoryAccount } from '#src/kernel/memory-account.ts'
import { covered, sumsOfCoverage } from '#test/kit/coverage.ts'
import { keptBytes } from '#test/kit/heap.ts'

const ROUTES = CATALOGUE.map((operation) => ({ name: operation.id, operation }))

const routeOf = (id: string) => {
  const found = ROUTES.find(({ name }) => name === id)
  if (!found) throw new Error(`operation ${id} does not exist`)
  return found
}

const callWith = (more: Partial<CountedCall> = {}): CountedCall => ({
  headers: {},
  sentBody: { token: 't', param: {} },
  assumptions: new Set(['A-8-1', 'A-8-2', 'A-auth-12']),
  code: '0',
  refusal: undefined,
  outcomes: new Set(),
  variants: {},
  ...more,
})

const unbounded = () => new MemoryAccount(Number.POSITIVE_INFINITY)

const FACTS = { operations: CATALOGUE, codes: new Map(), variants: {} }

const describeAll = (counter: CoverageCounter) =>
  describeCoverage(counter, { ...FACTS, workspaces: 1 })

const count = (counter: CoverageCounter, id: string, more?: Partial<CountedCall>, isLost = false) =>
  counter.count(routeOf(id), callWith(more), isLost)

/** Counts three outcomes of every operation. */
const countEverything = (counter: CoverageCounter): void => {
  for (const { name } of ROUTES)
    for (const code of ['0', '90020001', '90020002'])
      count(counter, name, { code, refusal: code === '0' ? undefined : code })
}

describe('a counter of calls', () => {
  test('moves a call that is lost after its answer from its outcome, and keeps what it used', () => {
    const counter = new CoverageCounter(unbounded())
    const call = callWith({ outcomes: new Set(['left-out'] as const) })
    const counts = counter.count(routeOf('E8'), call, false)
    counts.lose(call)
    const e8 = covered(describeAll(counter), 'E8')
    expect(e8.outcomes.filter(({ calls }) => calls > 0)).toMatchObject([
      { name: 'lost', code: null },
    ])
    expect(e8.successes).toMatchObject([{ name: 'left-out', calls: 0 }])
    expect(e8.variants).toContainEqual({ assumption: 'A-8-1', variant: 'left-out', calls: 1 })
    expect(e8.calls).toBe(1)
  })

  test('tells a bounded number of codes apart, and counts further ones together', () => {
    const counter = new CoverageCounter(unbounded())
    const { max } = LIMITS.coveredCodes
    for (let code = 1; code <= max + 5; code += 1)
      count(counter, 'E8', { code: `${code}`, refusal: `${code}` })
    const { outcomes, calls } = covered(describeAll(counter), 'E8')
    expect(calls).toBe(max + 5)
    expect(outcomes.find(({ name }) => name === 'further-codes')?.calls).toBe(5)
    expect(outcomes.filter(({ name }) => name === 'other')).toHaveLength(max)
  })

  test('reads refusals and fields from names that objects inherit as any other', () => {
    const counter = new CoverageCounter(unbounded())
    count(counter, 'E8', { code: 'constructor', refusal: 'constructor' })
    count(counter, 'E1', { sentBody: { param: { sortBy: 'constructor', keywordList: null } } })
    count(counter, 'E6', { sentBody: { filterConditionList: { 0: { type: 1 } } } })
    const coverage = describeAll(counter)
    expect(sumsOfCoverage(coverage)).toEqual({ 'E8 constructor': 1, 'E1 0': 1, 'E6 0': 1 })
    const used = ['E1', 'E6'].flatMap((id) =>
      covered(coverage, id).fields.filter(({ calls }) => calls),
    )
    expect(used.map(({ field }) => field)).toEqual(['param.sortBy', 'filterConditionList'])
  })

  test('merges with others to the sum of their calls, fields and variants, in any order', () => {
    const one = new CoverageCounter(unbounded())
    const other = new CoverageCounter(unbounded())
    for (let index = 0; index < 3; index += 1)
      count(one, 'E1', { sentBody: { param: { page: 1 } } })
    count(other, 'E1', {
      sentBody: { param: { page: 1, scope: 0 } },
      variants: { 'A-8-1': 'refused' },
    })
    count(other, 'E9', {}, true)
    const parts = [describeAll(one), describeAll(other)]
    const sum = new CoverageCounter(unbounded())
    sum.add(one)
    sum.add(other)
    const expected = describeCoverage(sum, { ...FACTS, workspaces: 2 })
    expect(mergeCoverage(parts)).toEqual(expected)
    expect(mergeCoverage(parts.toReversed())).toEqual(expected)
    expect(mergeCoverage([mergeCoverage(parts)])).toEqual(expected)
    expect(covered(expected, 'E1').fields).toContainEqual({ field: 'param.page', calls: 4 })
    expect(covered(expected, 'E1').variants).toContainEqual({
      assumption: 'A-8-1',
      variant: 'refused',
      calls: 1,
    })
    expect(sumsOfCoverage(expected)).toEqual({ 'E1 0': 4, 'E9 lost': 1 })
  })
})

describe('the counters of a server', () => {
  test('count no memory for a call that is lost after its workspace was removed', () => {
    const account = unbounded()
    const counters = new CoverageCounters(account)
    const counter = counters.open()
    const call = callWith()
    const counts = counter.count(routeOf('E8'), call, false)
    counters.remove(counter)
    const before = account.bytes
    counts.lose(call)
    expect(account.bytes).toBe(before)
  })

  test('take at least the memory that they count, and give it back', () => {
    const account = unbounded()
    const counters = new CoverageCounters(account)
    const before = keptBytes()
    const all = Array.from({ length: 200 }, () => counters.open())
    for (const counter of all) countEverything(counter)
    const taken = keptBytes() - before
    expect(account.bytes).toBeGreaterThanOrEqual(taken)
    expect(account.bytes).toBeLessThan(3 * taken)
    for (const counter of all) counter.clear()
    expect(account.bytes).toBe(0)
  })

  test('count for the whole server only when no memory is left, and say how many calls', async () => {
    const account = new MemoryAccount(60_000)
    const counters = new CoverageCounters(account)
    const all = Array.from({ length: 50 }, () => counters.open())
    for (const counter of all) for (const { name } of ROUTES) count(counter, name)
    const elsewhere = all.reduce((sum, counter) => sum + counter.elsewhere, 0)
    const own = all.map((counter) => describeAll(counter))
    const kept = own
      .flatMap(({ operations }) => operations)
      .reduce((sum, { calls }) => sum + calls, 0)
    expect(elsewhere).toBeGreaterThan(0)
    expect(kept).toBeGreaterThan(0)
    expect(kept + elsewhere).toBe(50 * ROUTES.length)
    expect(own.at(-1)?.uncounted).toBe(ROUTES.length)
    expect(account.bytes).toBeLessThan(120_000)
    const { counter, workspaces } = await counters.merged()
    expect(workspaces).toBe(50)
    expect(sumsOfCoverage(describeAll(counter))).toEqual(
      Object.fromEntries(ROUTES.map(({ name }) => [`${name} 0`, 50]).sort()),
    )
  })

  test('keep the calls of a removed workspace, including its last ones', async () => {
    const counters = new CoverageCounters(unbounded())
    const counter = counters.open()
    counters.open()
    count(counter, 'E8')
    counters.remove(counter)
    counters.remove(counter)
    count(counter, 'E8')
    const { counter: all, workspaces } = await counters.merged()
    expect(workspaces).toBe(1)
    expect(sumsOfCoverage(describeAll(all))).toEqual({ 'E8 0': 2 })
  })
})
