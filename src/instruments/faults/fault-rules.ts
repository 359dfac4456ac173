import { conflict } from '../../contract/errors/problem.ts'
import { readBodyPart } from '../../kernel/body-part.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { ComparisonBudget, matchBody } from '../../kernel/match-body.ts'
import { MemoryAccount } from '../../kernel/memory-account.ts'
import { streamValue } from '../../kernel/streams.ts'
import { type ActingFault, endingOf, type FaultMoment } from './fault.ts'
import type { Fault, PhasedRule } from './fault-schema.ts'

/** The hexadecimal digits that a number carries exactly. */
const DIGITS = 13

/**
 * The fault rules of a workspace, by which it also simulates rate limits (A-event-1). Each rule draws from a random stream of its own, so that its numbers do not depend
 * on the calls that other rules see.
 */
export class FaultRules {
  readonly #generatorSeed: number
  readonly #rules = new Map<string, Fault>()
  readonly #draws = new Map<string, number>()
  readonly #account: MemoryAccount
  #lastNumber = 0

  constructor(generatorSeed: number, account = new MemoryAccount(LIMITS.keptBytes.max)) {
    this.#generatorSeed = generatorSeed
    this.#account = account
  }

  get isEmpty(): boolean {
    return this.#rules.size === 0
  }

  list(): Fault[] {
    return [...this.#rules.values()]
  }

  find(id: string): Fault | undefined {
    return this.#rules.get(id)
  }

  add(wanted: PhasedRule): Fault {
    if (this.#rules.size >= LIMITS.faultRules.max)
      throw conflict(
        `A workspace has at most ${LIMITS.faultRules.max} fault rules; delete one first`,
      )
    const bytes = sizeOfRule(wanted)
    if (!this.#account.makeRoom(bytes))
      throw conflict(
        `The server keeps at most ${LIMITS.keptBytes.max} bytes of rules and counts for all workspaces; delete some rules first`,
      )
    this.#account.add(bytes)
    this.#lastNumber += 1
    const id = `f-${this.#lastNumber}`
    const rule = { id, ...wanted, times: wanted.times ?? 1, seen: 0, used: 0 }
    this.#rules.set(id, rule)
    return rule
  }

  remove(id: string): boolean {
    const rule = this.#rules.get(id)
    if (!rule) return false
    this.#account.give(sizeOfRule(rule))
    this.#draws.delete(id)
    return this.#rules.delete(id)
  }

  clear(): void {
    for (const id of [...this.#rules.keys()]) this.remove(id)
    this.#lastNumber = 0
  }

  /** The faults that act on a call in one of its phases, in the order of the rules, up to the first that ends it. */
  apply(moment: FaultMoment): ActingFault[] {
    const acting: ActingFault[] = []
    let hasEnded = false
    const budget = new ComparisonBudget(LIMITS.faultComparisons.max)
    for (const rule of this.#rules.values()) {
      if (!matches(rule, moment, budget)) continue
      rule.seen += 1
      if (hasEnded || !this.#isDue(rule)) continue
      rule.used += 1
      acting.push({ source: rule.id, effect: rule.effect })
      hasEnded = endingOf(rule.effect) !== undefined
    }
    return acting
  }

  #isDue({ id, match, times, probability, seen, used }: Fault): boolean {
    if (times !== 'always' && used >= times) return false
    if (match.nth !== undefined && seen < match.nth) return false
    return probability === undefined || this.#draw(id) < probability
  }

  #draw(id: string): number {
    const count = (this.#draws.get(id) ?? 0) + 1
    this.#draws.set(id, count)
    const value = streamValue(this.#generatorSeed, 'faults', `${id}.${count}`)
    return Number.parseInt(value.slice(0, DIGITS), 16) / 16 ** DIGITS
  }
}

const RULE_BYTES = 1_024

/** The estimated memory of a rule, which does not depend on its counters. */
const sizeOfRule = ({ match, phase, effect }: PhasedRule): number =>
  RULE_BYTES + 2 * JSON.stringify({ match, phase, effect }).length

const matches = ({ match, phase }: Fault, moment: FaultMoment, budget: ComparisonBudget): boolean =>
  phase === moment.phase &&
  (match.operation === moment.operation || (match.operation === '*' && moment.isOfDocument)) &&
  matchesOutcome(match.code, moment) &&
  (match.body === undefined ||
    matchBody(readBodyPart(match.body), moment.body, budget) === 'matches') &&
  (match.actor === undefined || moment.isActor(match.actor))

/** A rule of the phase after applies to calls that succeeded, unless it names another outcome. */
const matchesOutcome = (wanted: string | undefined, { phase, code }: FaultMoment): boolean => {
  if (wanted !== undefined) return wanted === code
  return phase !== 'after' || code === '0'
}
