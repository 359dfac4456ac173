import type { RefusalKind } from '#src/errors/refusal.ts'
import { REFUSALS } from '#src/errors/refusals.ts'
import { code, printedFrom, table } from './markdown.ts'

const INTRO = `# Errors

${printedFrom('src/errors/refusals.ts')}

A refused call answers \`{ code, message, result: null }\` with HTTP 200 (document, "Errors" 2), or with
the status in the column HTTP. Where the bytes of files are sent or received, the status is the one in the
column "HTTP of files", and 400 for all others. \`10134011\` is the only code that the document
shows. All others are this server's: \`9\` and seven digits, so that they cannot be taken for the service's.

If you know the real code of a refusal, have it answered instead of this server's; the message and the HTTP status stay:

\`\`\`sh
SANDBOX_CODES=90020001=10130001,90030002=10130002 npm start
\`\`\`

The two codes on the right are made up. A code on the left that is not in the table stops the start.`

const FINDINGS = `What is odd in a call that is answered is a [finding](check-your-client.md#findings).`

/** `docs/errors.md`: every refusal. */
export const printErrors = (): string =>
  [
    INTRO,
    table(
      ['Code', 'Name', 'HTTP', 'HTTP of files', 'Answered when'],
      Object.entries(REFUSALS)
        .sort(([, left], [, right]) => (left.code < right.code ? -1 : 1))
        .map(([name, kind]) => rowOf(name, kind)),
    ),
    FINDINGS,
  ]
    .join('\n\n')
    .concat('\n')

const rowOf = (name: string, { code: number, when, http }: RefusalKind): string[] => [
  code(number),
  code(name),
  String(http.status ?? ''),
  String(http.fileStatus ?? http.status ?? ''),
  when,
]
