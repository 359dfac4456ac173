import type { Operation } from '#src/contract/operation.ts'
import { code, printedFrom, table } from './markdown.ts'
import {
  ANSWERED,
  CALLERS,
  HEADER_COLUMNS,
  OLD_RIGHTS,
  outcomeOf,
  type RightsColumn,
} from './rights-matrix.ts'

const INTRO = `# Rights

${printedFrom('src/endpoints/', 'scripts/print/rights-matrix.ts')}

A user has a role, \`viewer\`, \`editor\` or \`administrator\` (\`role\` of \`users\` in [seeds](seeds.md)), and an
account that is active, disabled or logged out. The acting user of a call is the one that \`x-open-api-user\` names, else
the application's owner, who is an administrator in the built-in seeds, where \`viewer@example.com\` is a viewer and
everybody else an editor. A viewer reads, and calls E3, E13 and E19; every other operation that writes answers
${code('10134011')}. The decisions are [A-auth-2](assumptions.md#a-auth-2), [A-auth-3](assumptions.md#a-auth-3),
[A-auth-11](assumptions.md#a-auth-11), [A-auth-12](assumptions.md#a-auth-12) and [A-reply-3](assumptions.md#a-reply-3).

## Users and operations

Each cell has the code of the answer to a valid call, ${code(ANSWERED)} for a success ([codes](errors.md)). Where a cell has
two, the second is the one under \`SANDBOX_ASSUME=${formatVariants(OLD_RIGHTS)}\`. E22 also needs
the right to add to its collection, which administrators have everywhere. What a read answers depends on what its acting user sees.`

const HEADER_INTRO = `## Variants of the header

The same for calls without \`x-open-api-user\`, and with one that names nobody, where a variant of A-auth-3 or A-auth-2
answers them in another way. A user that \`create\` makes is an editor.`

/** `docs/rights.md`: what each operation answers to each kind of user. */
export const printRights = (operations: readonly Operation[]): string =>
  [
    INTRO,
    matrix(
      operations,
      CALLERS.map((caller) => ({
        head: caller,
        columns: [
          { caller, variants: {} },
          { caller, variants: OLD_RIGHTS },
        ],
      })),
    ),
    HEADER_INTRO,
    matrix(
      operations,
      HEADER_COLUMNS.map((column) => ({
        head: `${column.caller}, ${code(formatVariants(column.variants))}`,
        columns: [column],
      })),
    ),
  ]
    .join('\n\n')
    .concat('\n')

/** A column of a printed table; its cells have the outcome of each of `columns`, equal ones once. */
interface PrintedColumn {
  readonly head: string
  readonly columns: readonly RightsColumn[]
}

const matrix = (operations: readonly Operation[], printed: readonly PrintedColumn[]): string =>
  table(
    ['Operation', 'Access', ...printed.map(({ head }) => head)],
    operations.map((operation) => [
      `${operation.id} ${operation.summary}`,
      operation.access,
      ...printed.map(({ columns }) => cell(operation, columns)),
    ]),
  )

const cell = (operation: Operation, columns: readonly RightsColumn[]): string =>
  [...new Set(columns.map((column) => outcomeOf(operation, column)))].map(code).join(', ')

function formatVariants(variants: RightsColumn['variants']): string {
  return Object.entries(variants)
    .map(([id, variant]) => `${id}=${variant}`)
    .join(',')
}
