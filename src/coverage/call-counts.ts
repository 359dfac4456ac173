import {
  type ChosenVariants,
  isSwitch,
  type UsedId,
  variantOf,
} from '../contract/assumptions/index.ts'
import type { Operation, OperationName, OutcomeName } from '../contract/operation.ts'
import { ownCopy } from '../kernel/text.ts'
import { LIMITS } from '../limits.ts'
import { type OptionalFields, optionalFieldsOf } from './optional-fields.ts'

/** A call as coverage counts it; the state of a request is one. */
export interface CountedCall {
  readonly sentBody: unknown
  readonly assumptions: Iterable<UsedId>
  /** `0` or the code of the refusal; undefined where the answer has none. */
  readonly code: string | undefined
  /** The code of the refusal before SANDBOX_CODES changes it. */
  readonly refusal: string | undefined
  readonly outcomes: ReadonlySet<OutcomeName>
  readonly variants: ChosenVariants
}

/** What was called: an operation, or else a supporting route. */
export interface CountedRoute {
  readonly name: OperationName
  readonly operation: Operation | undefined
}

/** The headers of a call by their names. */
export type Headers = Readonly<Record<string, unknown>>

/** Numbers of calls by what they had. */
type Tally = Map<string, number>

/** The calls of one outcome. */
export interface OutcomeCounts {
  calls: number
  /** By the names of optional fields. */
  readonly fields: Tally
  /** By switch and variant, such as `A-16-1=refused`. */
  readonly variants: Tally
}

/** Outcomes beside codes: the answer did not arrive, it has no code, or too many codes were counted. */
export type OtherOutcome = 'lost' | 'no-code' | 'further-codes'

/** The approximate memory of an outcome, and of a field or a variant in it. */
const OUTCOME_BYTES = 512
const TALLY_BYTES = 128

/** Listens to growing memory, in bytes. */
type OnGrowth = (bytes: number) => void

/** The calls of one operation or supporting route. */
export class OperationCounts {
  readonly route: CountedRoute
  readonly #optional: OptionalFields
  /** By the code of the answer, before SANDBOX_CODES changes it. */
  readonly answered = new Map<string, OutcomeCounts>()
  readonly others = new Map<OtherOutcome, OutcomeCounts>()
  /** Successes that the operation tells apart; they are answered with `0`, too. */
  readonly successes = new Map<OutcomeName, OutcomeCounts>()
  readonly #onGrowth: OnGrowth

  constructor(route: CountedRoute, onGrowth: OnGrowth) {
    this.route = route
    this.#optional = optionalFieldsOf(route.name, route.operation)
    this.#onGrowth = onGrowth
  }

  count(call: CountedCall, headers: Headers, isLost: boolean): void {
    const counted = [isLost ? this.#other('lost') : this.#answer(call)]
    if (!isLost && call.code === '0') counted.push(...this.#successesOf(call))
    const fields = this.#optional.in(call.sentBody, headers)
    const variants = variantsOf(call)
    for (const counts of counted) {
      counts.calls += 1
      for (const field of fields) this.#increase(counts.fields, field, 1)
      for (const variant of variants) this.#increase(counts.variants, variant, 1)
    }
  }

  /** Counts a call as lost that was counted with its answer; what it used stays with the answer. */
  lose(call: CountedCall): void {
    this.#answer(call).calls -= 1
    this.#other('lost').calls += 1
    if (call.code === '0') for (const counts of this.#successesOf(call)) counts.calls -= 1
  }

  /** Adds the calls that another one counted. */
  add(other: OperationCounts): void {
    for (const [code, counts] of other.answered) this.#merge(this.#coded(code), counts)
    for (const [name, counts] of other.others) this.#merge(this.#other(name), counts)
    for (const [name, counts] of other.successes)
      this.#merge(this.#in(this.successes, name), counts)
  }

  #merge(counts: OutcomeCounts, { calls, fields, variants }: OutcomeCounts): void {
    counts.calls += calls
    for (const [field, count] of fields) this.#increase(counts.fields, field, count)
    for (const [variant, count] of variants) this.#increase(counts.variants, variant, count)
  }

  #increase(tally: Tally, key: string, by: number): void {
    const before = tally.get(key)
    if (before === undefined) this.#onGrowth(TALLY_BYTES)
    tally.set(key, (before ?? 0) + by)
  }

  #answer({ code, refusal }: CountedCall): OutcomeCounts {
    const key = refusal ?? code
    return key === undefined ? this.#other('no-code') : this.#coded(key)
  }

  /** Faults can answer any code, so that the number of codes has a bound. */
  #coded(code: string): OutcomeCounts {
    const isFull = this.answered.size >= LIMITS.coveredCodes.max && !this.answered.has(code)
    return isFull ? this.#other('further-codes') : this.#in(this.answered, ownCopy(code))
  }

  #other(name: OtherOutcome): OutcomeCounts {
    return this.#in(this.others, name)
  }

  #successesOf({ outcomes }: CountedCall): OutcomeCounts[] {
    return [...outcomes].map((name) => this.#in(this.successes, name))
  }

  #in<Key>(among: Map<Key, OutcomeCounts>, key: Key): OutcomeCounts {
    const known = among.get(key)
    if (known) return known
    const made = { calls: 0, fields: new Map(), variants: new Map() }
    among.set(key, made)
    this.#onGrowth(OUTCOME_BYTES)
    return made
  }
}

/** What counted of the assumptions that have variants. */
const variantsOf = ({ assumptions, variants }: CountedCall): string[] =>
  [...assumptions].filter(isSwitch).map((id) => `${id}=${variantOf(id, variants)}`)
