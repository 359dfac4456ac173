import { REFUSALS } from '../kernel/errors.ts'
import { code, printedFrom, table } from './markdown.ts'
import { printFindings } from './print-findings.ts'

const INTRO = `# Errors

${printedFrom('src/kernel/errors.ts', 'src/contract/finding.ts')}

A refused call answers \`{ code, message, result: null }\` with HTTP 200 (document, "Errors" 2);
where another status is answered, the table says so. \`10134011\` is the only code that the document
shows. All others are this server's: \`9\` and seven digits, so that they cannot be taken for the service's.

If you know the real code of a refusal, have it answered instead of this server's; the message and the HTTP status stay:

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
        .sort(([, a], [, b]) => Number(a.code) - Number(b.code))
        .map(([name, kind]) => [code(kind.code), code(name), kind.when]),
    ),
    printFindings(),
  ]
    .join('\n\n')
    .concat('\n')
