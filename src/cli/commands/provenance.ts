import { type Command, Option } from 'commander'
import { KNOWN } from '../../client/generated/constants.ts'
import type { Provenance } from '../../client/generated/control.ts'
import { clientCommand, textOf } from '../client-command.ts'
import { readOneOf } from '../pairs.ts'
import { columns } from '../terminal.ts'

/** `provenance`: how operations, fields, headers, rules and codes are known. */
export const addProvenanceCommand = (program: Command): void => {
  const command = program
    .command('provenance')
    .summary('Show how operations, fields, headers, rules and codes are known.')
    .description(
      'Show how operations, fields, headers, rules and codes are known: from the interface document, published ' +
        'elsewhere, or invented. Without options only the counts are printed.',
    )
    .addOption(
      new Option('--known <how>', 'only what is known this way')
        .choices(KNOWN)
        .argParser(readOneOf(KNOWN)),
    )
    .option('--operation <number or name>', 'only one operation or supporting route')
  clientCommand(
    command,
    ['provenance', 'provenance --operation E22 --known invented'],
    async ({ connection, terminal }, _args, options) => {
      const query = { known: textOf(options.known), operation: textOf(options.operation) }
      const isFiltered = query.known !== undefined || query.operation !== undefined
      const found = await connection.json<Provenance>('GET', '/provenance', { query })
      terminal.answer(found, isFiltered ? formatEntries : formatCounts)
    },
  )
}

const formatCounts = ({ counts }: Provenance): string[] =>
  columns(
    ['', ...KNOWN],
    Object.entries(counts).map(([list, known]) => [list, ...KNOWN.map((kind) => known[kind])]),
  )

const HEADS = ['WHAT', 'NAME', 'KNOWN', 'SECTION', 'ASSUMPTIONS']

const formatEntries = ({ operations, fields, headers, rules, codes }: Provenance): string[] =>
  columns(HEADS, [
    ...operations.map((entry) => ['operation', entry.operation, ...marksOf(entry)]),
    ...headers.map((entry) => ['header', `${entry.operation} ${entry.name}`, ...marksOf(entry)]),
    ...fields.map((entry) => [entry.in, `${entry.operation} ${entry.path}`, ...marksOf(entry)]),
    ...codes.map((entry) => [entry.kind, `${entry.code} ${entry.name}`, ...marksOf(entry)]),
    ...rules.map(({ number, known, sections }) => ['rule', number, known, sections.join(', '), '']),
  ])

interface Marks {
  readonly known: string
  readonly section: string | null
  readonly assumptions: readonly string[]
}

const marksOf = ({ known, section, assumptions }: Marks): (string | null)[] => [
  known,
  section,
  assumptions.join(', '),
]
