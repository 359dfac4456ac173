import type { TSchema } from '@sinclair/typebox'
import {
  type ChosenVariants,
  isSwitch,
  type UsedId,
  variantOf,
} from '../../contract/assumptions/index.ts'
import type { Operation, OperationName, OutcomeName } from '../../contract/operation.ts'
import { DeclaredUpload } from '../../contract/resources/upload-shapes.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { MemoryAccount } from '../../kernel/memory-account.ts'
import { inPieces } from '../../kernel/pieces.ts'

/** A call as coverage counts it; the state of a request is one. */
export interface CountedCall {
  readonly headers: Readonly<Record<string, unknown>>
  readonly sentBody: unknown
  readonly assumptions: Iterable<UsedId>
  /** `0` or the error code; undefined if the response has no code. */
  readonly code: string | undefined
  /** The code of the refusal before SANDBOX_CODES changes it. */
  readonly refusal: string | undefined
  readonly outcomes: ReadonlySet<OutcomeName>
  readonly variants: ChosenVariants
}

const NUMBER_BYTES = 192

/** More memory than one call can add. */
const STEP_BYTES = 16_384

export class OperationCounts {
  /**
   * Numbers of calls by what they had: an outcome (`code 0`, or `other lost`), `success failed-list`,
   * `field param.page` or `variant A-16-1=refused`.
   */
  readonly numbers = new Map<string, number>()
  readonly #onGrowth: (bytes: number) => void

  constructor(onGrowth: (bytes: number) => void) {
    this.#onGrowth = onGrowth
  }

  count(route: CountedRoute, call: CountedCall, isLost: boolean): void {
    const { sentBody, headers, assumptions, variants } = call
    for (const key of isLost ? ['other lost'] : this.#answerOf(call)) this.#increase(key, 1)
    for (const key of optionalFieldsOf(route).keysIn(sentBody, headers)) this.#increase(key, 1)
    for (const id of assumptions)
      if (isSwitch(id)) this.#increase(`variant ${id}=${variantOf(id, variants)}`, 1)
  }

  /** Counts a call as lost that was counted with its answer; what it used stays. */
  lose(call: CountedCall): void {
    for (const key of this.#answerOf(call)) this.#increase(key, -1)
    this.#increase('other lost', 1)
  }

  add(other: OperationCounts): void {
    for (const [key, number] of other.numbers)
      this.#increase(key.startsWith('code ') ? this.#bounded(key) : key, number)
  }

  #answerOf({ code, refusal = code, outcomes }: CountedCall): string[] {
    if (refusal === undefined) return ['other no-code']
    const successes = code === '0' ? [...outcomes].map((name) => `success ${name}`) : []
    return [this.#bounded(`code ${refusal}`), ...successes]
  }

  /** Faults can answer any code, so that the number of codes has a bound. */
  #bounded(key: string): string {
    if (this.numbers.has(key)) return key
    const codes = [...this.numbers.keys()].filter((known) => known.startsWith('code '))
    return codes.length < LIMITS.coveredCodes.max ? key : 'other further-codes'
  }

  #increase(key: string, by: number): void {
    const before = this.numbers.get(key)
    if (before === undefined) this.#onGrowth(NUMBER_BYTES)
    this.numbers.set(key, (before ?? 0) + by)
  }
}

export class CoverageCounter {
  readonly operations = new Map<OperationName, OperationCounts>()
  readonly #account: MemoryAccount
  /** Counts in the place of this one where no memory is left; absent for the counter that always counts. */
  readonly #rest: CoverageCounter | undefined
  #bytes = 0
  #elsewhere = 0
  #isClosed = false

  constructor(account: MemoryAccount, rest?: CoverageCounter) {
    this.#account = account
    this.#rest = rest
  }

  /** The number of calls that were counted for the whole server only, because no memory was left. */
  get elsewhere(): number {
    return this.#elsewhere
  }

  get isUsed(): boolean {
    return this.operations.size > 0 || this.#elsewhere > 0
  }

  /** Counts a call when its answer ends, and returns the counts that it is part of. */
  count(route: CountedRoute, call: CountedCall, isLost: boolean): OperationCounts {
    if (this.#rest && (this.#isClosed || !this.#account.makeRoom(STEP_BYTES))) {
      if (!this.#isClosed) this.#elsewhere += 1
      return this.#rest.count(route, call, isLost)
    }
    const counts = this.#of(route.name)
    counts.count(route, call, isLost)
    return counts
  }

  add(other: CoverageCounter): void {
    for (const [name, counts] of other.operations) this.#of(name).add(counts)
  }

  clear(): void {
    this.#release()
    this.#elsewhere = 0
    this.operations.clear()
  }

  /** Gives its memory back when the workspace is removed, and hands later calls on to the whole server. */
  close(): void {
    this.#isClosed = true
    this.#release()
  }

  #release(): void {
    this.#account.give(this.#bytes)
    this.#bytes = 0
  }

  #of(name: OperationName): OperationCounts {
    const known = this.operations.get(name)
    if (known) return known
    const made = new OperationCounts((bytes) => {
      // A call can be lost after its workspace was removed; nothing would give its memory back.
      if (this.#isClosed) return
      this.#bytes += bytes
      this.#account.add(bytes)
    })
    this.operations.set(name, made)
    return made
  }
}

/** The counters of all workspaces of a server, and the calls of those that were removed. */
export class CoverageCounters {
  readonly #account: MemoryAccount
  readonly #open = new Set<CoverageCounter>()
  readonly #rest: CoverageCounter
  #removedCount = 0

  constructor(account: MemoryAccount) {
    this.#account = account
    this.#rest = new CoverageCounter(account)
  }

  open(): CoverageCounter {
    const counter = new CoverageCounter(this.#account, this.#rest)
    this.#open.add(counter)
    return counter
  }

  remove(counter: CoverageCounter): void {
    if (!this.#open.delete(counter)) return
    if (counter.isUsed) this.#removedCount += 1
    counter.close()
    this.#rest.add(counter)
  }

  /** The calls of all workspaces, also of removed ones, and the number of workspaces that were called. */
  merged(): Promise<{ counter: CoverageCounter; workspaces: number }> {
    return inPieces(this.#merge(), this)
  }

  clear(): void {
    for (const counter of this.#open) counter.clear()
    this.#rest.clear()
    this.#removedCount = 0
  }

  /** Pauses after each workspace. One that is removed meanwhile keeps its counts and is read in its turn. */
  *#merge() {
    const counter = new CoverageCounter(new MemoryAccount(Number.POSITIVE_INFINITY))
    const open = [...this.#open].filter(({ isUsed }) => isUsed)
    const workspaces = open.length + this.#removedCount
    counter.add(this.#rest)
    for (const one of open) {
      yield
      counter.add(one)
    }
    return { counter, workspaces }
  }
}

/** What was called: an operation, or else a supporting route. */
export interface CountedRoute {
  readonly name: OperationName
  readonly operation: Operation | undefined
}

/** A field of a request, with those inside it that are looked for. */
interface Field {
  readonly key: string
  /** What it is counted as, such as `field param.sortBy.field`; undefined for a required one. */
  readonly counted: string | undefined
  readonly isList: boolean
  readonly inner: readonly Field[]
}

const USER_HEADER = 'x-open-api-user'
const COUNTED_USER = `field ${USER_HEADER}`

/** The optional fields of a request, in the order of its schema. */
export class OptionalFields {
  readonly names: readonly string[]
  readonly #fields: readonly Field[]
  readonly #hasUserHeader: boolean

  /** Every call on the server side may name its acting user in a header. */
  constructor(body: TSchema | undefined, hasUserHeader: boolean) {
    const names: string[] = []
    this.#fields = body ? fieldsOf(body, '', names) : []
    this.#hasUserHeader = hasUserHeader
    this.names = hasUserHeader ? [...names, USER_HEADER] : names
  }

  /** What the fields that a call has are counted as; null counts as absent. */
  keysIn(body: unknown, headers: Readonly<Record<string, unknown>>): ReadonlySet<string> {
    const found = new Set<string>()
    if (this.#hasUserHeader && headers['x-open-api-user']) found.add(COUNTED_USER)
    collect(this.#fields, body, found)
    return found
  }
}

const collect = (fields: readonly Field[], value: unknown, found: Set<string>): void => {
  if (typeof value !== 'object' || value === null) return
  for (const { key, counted, isList, inner } of fields) {
    // A key of the schema, which no object inherits.
    const part = (value as Record<string, unknown>)[key]
    if (part === undefined || part === null) continue
    if (counted !== undefined) found.add(counted)
    for (const element of isList ? elementsOf(part) : [part]) collect(inner, element, found)
  }
}

const elementsOf = (part: unknown): readonly unknown[] =>
  Array.isArray(part) ? part.slice(0, LIMITS.coveredElements.max) : []

/** The fields of a schema that are optional or have optional ones inside; their names are added. */
const fieldsOf = (schema: TSchema, prefix: string, names: string[]): Field[] => {
  const properties: Readonly<Record<string, TSchema>> = schema.properties ?? {}
  const required: readonly string[] = schema.required ?? []
  return Object.entries(properties).flatMap(([key, part]) => {
    const path = `${prefix}${key}`
    const name = required.includes(key) ? undefined : path
    if (name !== undefined) names.push(name)
    const isList = part.type === 'array'
    const inner = fieldsOf(isList ? part.items : part, `${path}${isList ? '[]' : ''}.`, names)
    const counted = name === undefined ? undefined : `field ${name}`
    return counted !== undefined || inner.length > 0 ? [{ key, counted, isList, inner }] : []
  })
}

const NONE = new OptionalFields(undefined, false)
const OF_UPLOAD = new OptionalFields(DeclaredUpload, false)

const byOperation = new WeakMap<Operation, OptionalFields>()

/** The optional fields of an operation or a supporting route, found once. */
export const optionalFieldsOf = ({ name, operation }: CountedRoute): OptionalFields => {
  if (!operation) return name === 'begin-upload' ? OF_UPLOAD : NONE
  const known = byOperation.get(operation)
  if (known) return known
  const fields = new OptionalFields(bodyOf(operation), operation.surface === 'server-side')
  byOperation.set(operation, fields)
  return fields
}

/** The body without a `token` that the document's request does not have. */
const bodyOf = ({ body, hasBodyToken }: Operation): TSchema => {
  if (hasBodyToken) return body
  const { token: _, ...properties } = body.properties
  return { ...body, properties }
}
