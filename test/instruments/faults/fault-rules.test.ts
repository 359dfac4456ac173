import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findInBody, readHeader } from '#src/instruments/faults/asked-fault.ts'
import type { FaultMoment } from '#src/instruments/faults/fault.ts'
import { FaultRules } from '#src/instruments/faults/fault-rules.ts'
import type { FaultPhase, PhasedRule } from '#src/instruments/faults/fault-schema.ts'
import { problemsOfFault } from '#src/instruments/faults/judge-fault.ts'
import { problemOfOperation } from '#src/instruments/faults/known-operations.ts'

const rule = (wanted: Partial<PhasedRule> = {}): PhasedRule => ({
  match: { operation: 'E9' },
  phase: 'before',
  effect: { reset: true },
  ...wanted,
})

const moment = (given: Partial<FaultMoment> = {}): FaultMoment => ({
  phase: 'before',
  operation: 'E9',
  isOfDocument: true,
  body: undefined,
  isActor: () => true,
  ...given,
})

/** The rules that act on each of `calls` successive calls. */
const uses = (rules: FaultRules, calls: number, given?: Partial<FaultMoment>): string[] =>
  Array.from({ length: calls }, () =>
    rules
      .apply(moment(given))
      .map(({ source }) => source)
      .join('+'),
  )

describe('FaultRules', () => {
  test('applies a rule once, a given number of times or always', () => {
    const rules = new FaultRules(1)
    rules.add(rule())
    rules.add(rule({ match: { operation: 'E8' }, times: 2 }))
    rules.add(rule({ match: { operation: 'E1' }, times: 'always' }))
    expect(uses(rules, 3)).toEqual(['f-1', '', ''])
    expect(uses(rules, 3, { operation: 'E8' })).toEqual(['f-2', 'f-2', ''])
    expect(uses(rules, 3, { operation: 'E1' })).toEqual(['f-3', 'f-3', 'f-3'])
    expect(rules.list().map(({ seen, used }) => [seen, used])).toEqual([
      [3, 1],
      [3, 2],
      [3, 3],
    ])
  })

  test('applies a rule from the nth matching call on', () => {
    const rules = new FaultRules(1)
    rules.add(rule({ match: { operation: 'E9', nth: 3 }, times: 2 }))
    uses(rules, 5, { operation: 'E8' })
    expect(uses(rules, 6)).toEqual(['', '', 'f-1', 'f-1', '', ''])
  })

  test('applies * to every operation of the document and to no supporting route', () => {
    const rules = new FaultRules(1)
    rules.add(rule({ match: { operation: '*' }, times: 'always' }))
    expect(uses(rules, 1, { operation: 'E22' })).toEqual(['f-1'])
    expect(uses(rules, 1, { operation: 'get-token', isOfDocument: false })).toEqual([''])
  })

  test('adds up delays, and applies no rule after the first that ends the call', () => {
    const rules = new FaultRules(1)
    rules.add(rule({ effect: { delayMs: 1 } }))
    rules.add(rule({ effect: { delayMs: 2, code: '10134011' } }))
    rules.add(rule())
    expect(uses(rules, 2)).toEqual(['f-1+f-2', 'f-3'])
  })

  test('applies a rule after success only, unless it names another code', () => {
    const rules = new FaultRules(1)
    rules.add(rule({ phase: 'after', times: 'always' }))
    rules.add(rule({ phase: 'after', match: { operation: 'E9', code: '7' }, times: 'always' }))
    expect(uses(rules, 1, { phase: 'after', code: '0' })).toEqual(['f-1'])
    expect(uses(rules, 1, { phase: 'after', code: '7' })).toEqual(['f-2'])
    expect(uses(rules, 1, { phase: 'after', code: '8' })).toEqual([''])
  })

  test('matches the acting user', () => {
    const rules = new FaultRules(1)
    rules.add(rule({ match: { operation: 'E9', actor: 'a@example.com' }, times: 'always' }))
    const isActor = (email: string) => email === 'a@example.com'
    expect(uses(rules, 1, { isActor })).toEqual(['f-1'])
    expect(uses(rules, 1, { isActor: () => false })).toEqual([''])
  })

  test('draws the same chances for the same seed, independently of other rules', () => {
    const observe = (seed: number, isDisturbed: boolean): unknown => {
      const rules = new FaultRules(seed)
      rules.add(rule({ probability: 0.5, times: 'always' }))
      rules.add(rule({ match: { operation: 'E8' }, probability: 0.5, times: 'always' }))
      return Array.from({ length: 40 }, () => {
        if (isDisturbed) rules.apply(moment({ operation: 'E8' }))
        return rules.apply(moment()).length
      })
    }
    expect(observe(7, true)).toEqual(observe(7, false))
    expect(observe(8, false)).not.toEqual(observe(7, false))
  })

  test('restarts ids, counts and chances when it is cleared', () => {
    const rules = new FaultRules(3)
    const round = (): string[] => {
      rules.add(rule({ probability: 0.5, times: 'always' }))
      return uses(rules, 30)
    }
    const first = round()
    rules.clear()
    expect(rules.isEmpty).toBe(true)
    expect(round()).toEqual(first)
    expect(first).toContain('')
    expect(first).toContain('f-1')
  })

  test('does not reuse the ids of removed rules', () => {
    const rules = new FaultRules(1)
    rules.add(rule())
    rules.remove('f-1')
    expect(rules.add(rule()).id).toBe('f-2')
  })

  test('rejects more than a thousand rules', () => {
    const rules = new FaultRules(1)
    for (let count = 0; count < 1_000; count += 1) rules.add(rule())
    expect(() => rules.add(rule())).toThrow('at most 1000 fault rules')
  })
})

describe('problemsOfFault', () => {
  const REFUSED: readonly [string, Partial<PhasedRule>][] = [
    ['code and reset cannot be combined', { effect: { code: '1', reset: true } }],
    ['effect.truncate needs the phase during', { effect: { truncate: true }, phase: 'after' }],
    ['effect.malformed needs the phase during', { effect: { malformed: true } }],
    ['comes too late in the phase during', { effect: { status: 503 }, phase: 'during' }],
    ['effect.code must be', { effect: { code: '0' } }],
    ['effect.status must be from 201 to 599', { effect: { status: 204 } }],
    ['effect.status must be from 201 to 599', { effect: { status: 200 } }],
    ['needs the phase before', { ...e21(), effect: { failed: 1 }, phase: 'after' }],
    ['failed cannot be combined', { ...e21(), effect: { failed: 1, reset: true } }],
    ['match.body is longer', { match: { operation: 'E9', body: { a: 'x'.repeat(2_000) } } }],
  ]

  test.each(REFUSED)('reports "%s"', (words, wanted) => {
    expect(problemsOfFault(rule(wanted)).join('; ')).toContain(words)
  })

  test('allows a delay before a refusal and failed atoms of E21', () => {
    expect(problemsOfFault(rule({ effect: { delayMs: 0, code: '10134011' } }))).toEqual([])
    expect(problemsOfFault(rule({ ...e21(), effect: { failed: [700_001] } }))).toEqual([])
    expect(problemsOfFault(rule({ ...e21(), effect: { failed: 'all', delayMs: 5 } }))).toEqual([])
  })

  test('reports an unknown operation with suggestions and all known ones', () => {
    const problem = (name: string) => problemOfOperation(name) ?? ''
    expect(problem('e9')).toContain('did you mean "E9"?')
    expect(problem('get-tokens')).toContain('did you mean "get-token"?')
    expect(problem('no-such-route')).not.toContain('did you mean')
    expect(problem('no-such-route')).toContain(
      '"no-such-route" does not exist. Known operations: *, E1, E2',
    )
    for (const name of ['*', 'E1', 'download']) expect(problem(name)).toBe('')
    fc.assert(fc.property(fc.string(), (name) => typeof problem(name) === 'string'))
  })
})

describe('a requested fault', () => {
  const read = (text: string): unknown => {
    const asked = readHeader(text)
    return typeof asked === 'string' ? asked : [asked.phase, asked.effect]
  }

  test.each([
    ['before:refuse=10134011', 'before', { code: '10134011' }],
    ['arrival:refuse:7', 'arrival', { code: '7' }],
    ['after:delay=250', 'after', { delayMs: 250 }],
    ['during:delay=250', 'during', { delayMs: 250 }],
    ['after:reset', 'after', { reset: true }],
    ['during:truncate', 'during', { truncate: true }],
    ['during:malformed', 'during', { malformed: true }],
    ['before:status=503', 'before', { status: 503 }],
  ] as [string, FaultPhase, object][])('is read from the header %s', (text, phase, effect) => {
    expect(read(text)).toEqual([phase, effect])
  })

  test.each([
    ['', 'it must be a phase'],
    ['reset', 'it must be a phase'],
    ['before:', 'it must be a phase'],
    ['before:refuse=', 'it must be a phase'],
    ['before:reset=1', 'it must be a phase'],
    ['later:reset', 'it must be a phase'],
    ['before:reset, after:reset', 'it must be a phase'],
    ['before:truncate', 'effect.truncate needs the phase during'],
    ['during:refuse=7', 'too late'],
    ['before:delay=60001', 'at most 60000 ms'],
    ['before:status=204', 'effect.status must be'],
    ['before:refuse=0', 'effect.code must be'],
  ])('is rejected in the header "%s"', (text, words) => {
    expect(read(text)).toContain(words)
  })

  test('is read from the first matching field at any depth', () => {
    const asked = { source: 'field', phase: 'before', effect: { code: '10134011' } }
    expect(findInBody({ a: [1, { b: 'sandbox:refuse:10134011' }, 'sandbox:delay:5'] })).toEqual(
      asked,
    )
    expect(findInBody(['sandbox:delay:5'])).toMatchObject({ effect: { delayMs: 5 } })
    expect(findInBody(['sandbox:delay:99999'])).toContain('at most 60000 ms')
  })

  test('is not read from similar texts', () => {
    for (const text of ['sandbox:', 'sandbox:refuse:', ' sandbox:refuse:7', 'sandbox:reset', 'x'])
      expect(findInBody({ text }), text).toBeUndefined()
    expect(findInBody({ 'sandbox:refuse:7': 7 })).toBeUndefined()
    fc.assert(fc.property(fc.jsonValue(), (value) => findInBody(value) === undefined))
    fc.assert(fc.property(fc.string(), (text) => typeof readHeader(text) === 'string'))
  })
})

function e21(): Pick<PhasedRule, 'match'> {
  return { match: { operation: 'E21' } }
}
