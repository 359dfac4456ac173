import { MemoryAccount } from '../../kernel/memory-accounts.ts'
import { LIMITS } from '../../limits.ts'
import type { ObservedCall } from '../observed-call.ts'
import { Dependents } from './dependents.ts'
import { LostWrites } from './lost-writes.ts'
import { OpenUploads } from './open-uploads.ts'
import { Retries } from './retries.ts'
import { SingleLookups } from './single-lookups.ts'
import { TokenUse } from './token-use.ts'
import type { CallEnd, PendingFinding, TrafficRule } from './traffic-rule.ts'

interface Rules {
  readonly all: readonly TrafficRule[]
  readonly judging: readonly Required<Pick<TrafficRule, 'judge'>>[]
  readonly learning: readonly Required<Pick<TrafficRule, 'learn'>>[]
  readonly uploads: OpenUploads
}

const NOTHING: readonly never[] = []

/** What the rules remember of the calls of one workspace; made by its first call. */
export class Traffic {
  readonly #account: MemoryAccount
  #rules: Rules | undefined

  constructor(account = new MemoryAccount(LIMITS.findingBytes.max)) {
    this.#account = account
  }

  /** Judges a call before its headers are sent; findings go to the call. */
  judge(call: ObservedCall): void {
    this.#rules ??= makeRules(this.#account)
    for (const rule of this.#rules.judging) rule.judge(call)
  }

  /** Remembers how a call ended. */
  learn(call: ObservedCall, end: CallEnd): void {
    this.#rules ??= makeRules(this.#account)
    for (const rule of this.#rules.learning) rule.learn(call, end)
  }

  /** Findings about calls that are missing so far. */
  pending(): readonly PendingFinding[] {
    return this.#rules?.uploads.pending() ?? NOTHING
  }

  /** Drops all calls, when the data of the workspace is replaced or its findings are deleted. */
  clear(): void {
    for (const rule of this.#rules?.all ?? NOTHING) rule.clear?.()
    this.#rules = undefined
  }
}

const makeRules = (account: MemoryAccount): Rules => {
  const retries = new Retries()
  const lostWrites = new LostWrites()
  const dependents = new Dependents(account)
  const tokenUse = new TokenUse()
  const lookups = new SingleLookups()
  const uploads = new OpenUploads(account)
  return {
    all: [retries, lostWrites, dependents, tokenUse, lookups, uploads],
    judging: [retries, lostWrites, dependents, tokenUse, lookups],
    learning: [retries, lostWrites, dependents, uploads],
    uploads,
  }
}
