import { REFUSALS } from '#src/errors/refusals.ts'
import { code, printedFrom, table } from './markdown.ts'
import { printFindings } from './print-findings.ts'

const INTRO = `# Errors

${printedFrom('src/errors/refusals.ts', 'src/contract/finding.ts')}

A refused call answers \`{ code, message, result: null }\` with HTTP 200 (document, "Errors" 2);
where another status is answered, the table says so. \`10134011\` is the only code that the document
shows. All others are ours: \`9\` and seven digits, so that nobody takes them for the service's.

Who knows a real code can have it answered instead of ours; the message and the HTTP status stay:

\`\`\`sh
SANDBOX_CODES=90020001=10130001,90030002=10130002 npm start
\`\`\`

The two codes on the right are made up. A code on the left that is not in the table stops the start.`

/** `docs/errors.md`: every refusal, and every finding. */
export const printErrors = (): string =>
  [
    INTRO,
    table(
      ['Code', 'Name', 'Answered when'],
      Object.entries(REFUSALS)
        .sort(([, left], [, right]) => (left.code < right.code ? -1 : 1))
        .map(([name, kind]) => [code(kind.code), code(name), kind.when]),
    ),
    printFindings(),
  ]
    .join('\n\n')
    .concat('\n')
