import { FINDINGS } from '#src/contract/findings/finding.ts'
import type { FindingKind } from '#src/contract/findings/finding-kind.ts'
import { code, table } from './markdown.ts'

const INTRO = `## Findings

A finding is something odd in a request that is no reason to refuse it. The journal has them, and the
response header \`x-sandbox-findings\` names them, each with the field by its wire name where there is one
(percent-encoded where needed). At most 20 are named, and the header ends after 2,000 characters.`

/** The section of `docs/errors.md` about what is odd and not refused. */
export const printFindings = (): string => {
  const rows = Object.entries<FindingKind>(FINDINGS).map(([name, { level, means, remedy }]) => [
    code(name),
    level,
    means,
    remedy,
  ])
  return `${INTRO}\n\n${table(['Finding', 'Level', 'What it says', 'Remedy'], rows)}`
}
