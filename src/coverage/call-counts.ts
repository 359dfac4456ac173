import type { AssumptionId, ChosenVariants } from '../contract/assumptions/index.ts'
import type { Operation, OperationName, OutcomeName } from '../contract/operation.ts'
import { ownCopy } from '../kernel/text.ts'
import { LIMITS } from '../limits.ts'
import { type OptionalFields, optionalFieldsOf } from './optional-fields.ts'
import { keyOfVariant } from './used-variants.ts'

/** A call as coverage counts it; the state of a request is one. */
export interface CountedCall {
  readonly sentBody: unknown
  readonly assumptions: Iterable<AssumptionId>
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

/** The calls of one outcome. */
export interface OutcomeCounts {
  calls: number
  /** Calls by the places of optional fields. */
  readonly fields: number[]
  /** Calls by the keys of variants. */
  readonly variants: Map<number, number>
}

/** Outcomes beside codes: the answer did not arrive, it has no code, or too many codes were counted. */
export type OtherOutcome = 'lost' | 'no-code' | 'further-codes'

/** The memory of the calls of one outcome with its map, of an optional field in it, and of a variant in it. */
const OUTCOME_BYTES = 512
const FIELD_BYTES = 16
const VARIANT_BYTES = 64

/** Listens to growing memory: bytes, and new outcomes. */
type OnGrowth = (bytes: number, outcomes: number) => void

/** The calls of one operation or supporting route. */
export class OperationCounts {
  readonly route: CountedRoute
  readonly optional: OptionalFields
  /** By the code of the answer, before SANDBOX_CODES changes it. */
  readonly answered = new Map<string, OutcomeCounts>()
  readonly others = new Map<OtherOutcome, OutcomeCounts>()
  /** Successes that the operation tells apart; they are answered with `0`, too. */
  readonly successes = new Map<OutcomeName, OutcomeCounts>()
  readonly #onGrowth: OnGrowth

  constructor(route: CountedRoute, onGrowth: OnGrowth) {
    this.route = route
    this.optional = optionalFieldsOf(route.name, route.operation)
    this.#onGrowth = onGrowth
  }

  count(call: CountedCall, headers: Headers, isLost: boolean): void {
    this.#add(isLost ? this.#other('lost') : this.#answer(call), call, headers)
    if (isLost || call.code !== '0' || call.outcomes.size === 0) return
    for (const name of call.outcomes) this.#add(this.#success(name), call, headers)
  }

  /** Counts a call as lost that was counted with its answer; what it used stays with the answer. */
  lose(call: CountedCall): void {
    this.#answer(call).calls -= 1
    this.#other('lost').calls += 1
    if (call.code === '0') for (const name of call.outcomes) this.#success(name).calls -= 1
  }

  /** Adds the calls that another one counted. */
  add(other: OperationCounts): void {
    for (const [code, counts] of other.answered) this.#merge(this.#coded(code), counts)
    for (const [name, counts] of other.others) this.#merge(this.#other(name), counts)
    for (const [name, counts] of other.successes) this.#merge(this.#success(name), counts)
  }

  #add(counts: OutcomeCounts, call: CountedCall, headers: Headers): void {
    counts.calls += 1
    this.optional.count(counts.fields, call.sentBody, headers)
    for (const id of call.assumptions) {
      const key = keyOfVariant(id, call.variants)
      if (key !== undefined) this.#addVariant(counts, key, 1)
    }
  }

  #addVariant(counts: OutcomeCounts, key: number, calls: number): void {
    const before = counts.variants.get(key)
    if (before === undefined) this.#onGrowth(VARIANT_BYTES, 0)
    counts.variants.set(key, (before ?? 0) + calls)
  }

  #merge(counts: OutcomeCounts, other: OutcomeCounts): void {
    counts.calls += other.calls
    for (const [index, calls] of other.fields.entries())
      counts.fields[index] = (counts.fields[index] ?? 0) + calls
    for (const [key, calls] of other.variants) this.#addVariant(counts, key, calls)
  }

  #answer({ code, refusal }: CountedCall): OutcomeCounts {
    const key = refusal ?? code
    return key === undefined ? this.#other('no-code') : this.#coded(key)
  }

  /** Faults can answer any code, so that the number of codes has a bound. */
  #coded(code: string): OutcomeCounts {
    const known = this.answered.get(code)
    if (known) return known
    if (this.answered.size >= LIMITS.coveredCodes.max) return this.#other('further-codes')
    return this.#keep(this.answered, ownCopy(code))
  }

  #other(name: OtherOutcome): OutcomeCounts {
    return this.others.get(name) ?? this.#keep(this.others, name)
  }

  #success(name: OutcomeName): OutcomeCounts {
    return this.successes.get(name) ?? this.#keep(this.successes, name)
  }

  #keep<Key>(among: Map<Key, OutcomeCounts>, key: Key): OutcomeCounts {
    const fields = this.optional.names.map(() => 0)
    const counts = { calls: 0, fields, variants: new Map<number, number>() }
    among.set(key, counts)
    this.#onGrowth(OUTCOME_BYTES + FIELD_BYTES * fields.length, 1)
    return counts
  }
}
