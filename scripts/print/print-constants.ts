import { FINDINGS } from '#src/contract/findings/finding.ts'
import { FINDING_LEVELS } from '#src/contract/findings/finding-kind.ts'
import type { Operation } from '#src/contract/operation.ts'
import { SUPPORTING_SUMMARIES } from '#src/contract/supporting-routes.ts'
import { Decision } from '#src/control/approvals.ts'
import { ClockMode } from '#src/control/clock.ts'
import { RECORD_KINDS } from '#src/control/records.ts'
import { RESET_PARTS } from '#src/control/reset.ts'
import { FAULT_PHASES } from '#src/instruments/faults/fault-schema.ts'
import { VARIATION_NAMES } from '#src/instruments/variation/variation-kinds.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { PRINTED } from './print-types.ts'

/** What the client knows of the server besides types: the operations, closed lists and bounds. */
export const printConstants = (operations: readonly Operation[]): string =>
  [
    PRINTED,
    constant(
      'OPERATIONS',
      'Path, surface and reply shape of every operation.',
      tableOf(operations),
    ),
    constant('SUMMARIES', 'What every operation is called.', summariesOf(operations)),
    constant(
      'SUPPORTING_SUMMARIES',
      'What every supporting route is called.',
      SUPPORTING_SUMMARIES,
    ),
    constant('FINDINGS', 'Level, meaning and remedy of every finding.', FINDINGS),
    constant('FINDING_LEVELS', 'The levels of findings, the most serious first.', FINDING_LEVELS),
    constant('CLOCK_MODES', 'The modes of a clock.', ClockMode.enum),
    constant('DECISIONS', 'The decisions of a task.', Decision.properties.decision.enum),
    constant('FAULT_PHASES', 'The phases of a call that a fault can act in.', FAULT_PHASES),
    constant('RESET_PARTS', 'The parts of a workspace that can be reset alone.', RESET_PARTS),
    constant('VARIATION_KINDS', 'The kinds of variation.', VARIATION_NAMES),
    constant('RECORD_KINDS', 'The kinds of records.', RECORD_KINDS),
    constant('MAX_WAIT_MS', 'The longest wait of one call for the journal.', LIMITS.waitMs.max),
  ].join('\n\n')

const tableOf = (operations: readonly Operation[]) =>
  Object.fromEntries(
    operations.map(({ id, path, surface, shape }) => [id, { path, surface, shape }]),
  )

const summariesOf = (operations: readonly Operation[]) =>
  Object.fromEntries(
    operations.map(({ id, summary, summaryInChinese = summary }) => [
      id,
      { en: summary, zh: summaryInChinese },
    ]),
  )

const constant = (name: string, comment: string, value: unknown): string =>
  `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value, null, 2)} as const\n`
