import { LIMITS } from '../../kernel/limits.ts'
import type { FaultRules } from './fault-rules.ts'
import type { UnusedFault } from './fault-schema.ts'

/** Counts fault rules that have never acted, and describes the first of them. */
export class UnusedFaults {
  readonly rules: UnusedFault[]
  count: number

  constructor({ rules, count }: Pick<UnusedFaults, 'rules' | 'count'> = { rules: [], count: 0 }) {
    this.rules = [...rules]
    this.count = count
  }

  add(workspace: string, faults: FaultRules): void {
    for (const { id, match, effect, used } of faults.list()) {
      if (used > 0) continue
      this.count += 1
      if (this.rules.length >= LIMITS.unusedFaults.max) continue
      const rule = `${JSON.stringify(effect)} for ${JSON.stringify(match)}`
      this.rules.push({ workspace, id, rule: rule.slice(0, LIMITS.unusedFaultCharacters.max) })
    }
  }
}
