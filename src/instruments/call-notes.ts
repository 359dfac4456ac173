import type { UsedId } from '../contract/assumptions/index.ts'
import { besideRefusal, type FindingCode, type KeptFinding } from '../contract/findings/finding.ts'
import type { OutcomeName } from '../contract/operation.ts'
import { LIMITS } from '../kernel/limits.ts'
import { ownCopy } from '../kernel/text.ts'

/** What a call leaves for its headers, journal and coverage: the assumptions that it used, findings and outcomes. */
export class CallNotes {
  readonly assumptions = new UsedAssumptions()
  readonly findings: KeptFinding[] = []
  outcomes: ReadonlySet<OutcomeName> = new Set()

  get hasRoomForFindings(): boolean {
    return this.findings.length < LIMITS.findings.max
  }

  /** Adds a finding. Field names come from the caller in any length, and the journal keeps findings. */
  warn(code: FindingCode, field?: string, expected?: string): void {
    if (!this.hasRoomForFindings) return
    const short = field === undefined ? field : ownCopy(field, LIMITS.findingCharacters.max)
    const isKnown = this.findings.some((known) => known.code === code && known.field === short)
    if (isKnown) return
    this.findings.push({
      code,
      ...(short !== undefined && { field: short }),
      ...(expected !== undefined && { expected: ownCopy(expected, LIMITS.findingCharacters.max) }),
    })
  }

  outcome(name: OutcomeName): void {
    if (!this.outcomes.has(name)) this.outcomes = new Set([...this.outcomes, name])
  }

  /** No finding of a refused call is an error. */
  markRefused(): void {
    for (const [index, finding] of this.findings.entries())
      this.findings[index] = besideRefusal(finding)
  }
}

/** The assumptions that a call has used, in the order in which it used them. */
class UsedAssumptions extends Set<UsedId> {
  #sorted: readonly UsedId[] = []

  /** In the order of their numbers. */
  get sorted(): readonly UsedId[] {
    if (this.#sorted.length !== this.size) this.#sorted = [...this].sort()
    return this.#sorted
  }

  get text(): string {
    return this.sorted.join(', ')
  }
}
