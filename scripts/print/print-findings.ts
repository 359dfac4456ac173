import { FINDINGS } from '#src/contract/findings/finding.ts'
import type { FindingKind } from '#src/contract/findings/finding-kind.ts'
import { code, table } from './markdown.ts'

/** The catalogue of findings. */
export const printFindings = (): string => {
  const rows = Object.entries<FindingKind>(FINDINGS).map(([name, { level, means, remedy }]) => [
    code(name),
    level,
    means,
    remedy,
  ])
  return table(['Finding', 'Level', 'What it says', 'Remedy'], rows)
}
