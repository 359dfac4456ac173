import { FINDINGS } from '#src/contract/findings/finding.ts'
import { FINDING_LEVELS } from '#src/contract/findings/finding-kind.ts'
import type { Operation } from '#src/contract/operation.ts'
import { Decision } from '#src/control/approvals/schema.ts'
import { ClockMode } from '#src/control/clock/schema.ts'
import { RECORD_KINDS } from '#src/control/records/schema.ts'
import { RESET_PARTS } from '#src/control/reset/schema.ts'
import { FAULT_PHASES } from '#src/faults/fault-schema.ts'
import { LIMITS } from '#src/limits.ts'
import { VARIATION_NAMES } from '#src/variation/variation-kinds.ts'
import { PRINTED } from './print-types.ts'

/** What the client knows of the server besides types: the operations, closed lists and bounds. */
export const printConstants = (operations: readonly Operation[]): string =>
  [
    PRINTED,
    operationTable(operations),
    summaryTable(operations),
    findingTable(),
    list('FINDING_LEVELS', 'The levels of findings, the most serious first.', FINDING_LEVELS),
    list('CLOCK_MODES', 'The modes of a clock.', ClockMode.enum),
    list('DECISIONS', 'The decisions of a task.', Decision.properties.decision.enum),
    list('FAULT_PHASES', 'The phases of a call that a fault can act in.', FAULT_PHASES),
    list('RESET_PARTS', 'The parts of a workspace that can be reset alone.', RESET_PARTS),
    list('VARIATION_KINDS', 'The kinds of variation.', VARIATION_NAMES),
    list('RECORD_KINDS', 'The kinds of records.', RECORD_KINDS),
    constant('MAX_WAIT_MS', 'The longest wait of one call for the journal.', LIMITS.waitMs.max),
  ].join('\n\n')

const operationTable = (operations: readonly Operation[]): string =>
  [
    '/** Path, surface and reply shape of every operation, by its number. */',
    'export const OPERATIONS = {',
    ...operations.map(
      ({ id, path, surface, shape }) =>
        `  ${id}: { path: '${path}', surface: '${surface}', shape: '${shape}' },`,
    ),
    '} as const',
  ].join('\n')

const summaryTable = (operations: readonly Operation[]): string =>
  [
    '/** What every operation is called, by its number. */',
    'export const SUMMARIES = {',
    ...operations.map(
      ({ id, summary, summaryInChinese }) =>
        `  ${id}: { en: ${JSON.stringify(summary)}, zh: '${summaryInChinese}' },`,
    ),
    '} as const',
  ].join('\n')

const findingTable = (): string =>
  [
    '/** Level, meaning and remedy of every finding, by its code. */',
    'export const FINDINGS = {',
    ...Object.entries(FINDINGS).flatMap(([name, { level, means, remedy }]) => [
      `  '${name}': {`,
      `    level: '${level}',`,
      `    means: ${JSON.stringify(means)},`,
      `    remedy: ${JSON.stringify(remedy)},`,
      '  },',
    ]),
    '} as const',
  ].join('\n')

const list = (name: string, comment: string, values: readonly string[]): string =>
  [
    `/** ${comment} */`,
    `export const ${name} = [`,
    ...values.map((value) => `  '${value}',`),
    '] as const',
  ].join('\n')

const constant = (name: string, comment: string, value: number): string =>
  `/** ${comment} */\nexport const ${name} = ${value}\n`
