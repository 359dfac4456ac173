import type { Assumption } from '#src/contract/assumptions/assumption.ts'
import { type AssumptionId, assumption, assumptionIds } from '#src/contract/assumptions/index.ts'
import { NOT_SHOWN } from '#src/contract/assumptions/not-shown.ts'
import type { Operation } from '#src/contract/operation.ts'
import type { Provenance } from '#src/control/provenance/schema.ts'
import { answerCodes } from './answer-codes.ts'
import { code, printedFrom, table } from './markdown.ts'

const INTRO = `# Assumptions

${printedFrom('src/contract/assumptions/')}

The document leaves many points open. Each one that this server decides has a number here, with what
the document shows, what the server does and why. "Known" says where the decision comes from:
_document_ (its own text or samples), _published elsewhere_ (other public pages about the same
service) or _invented_ (only here).

Some decisions have variants. Choose them by number when the server starts, or for one workspace
([configuration](configuration.md#variants)):

\`\`\`sh
SANDBOX_ASSUME=A-20-1=envelope,A-9-2=at-once npm start
\`\`\`

An unknown number or variant stops the start with a line that names the known ones. The answer of an
operation names in the header \`x-sandbox-assumptions\` the assumptions whose variant it used: those of
the operation itself always, those of all operations (A-auth, A-request, A-reply) when they have another
variant than the default or decided a refusal. Assumptions without variants are not named.`

/** `docs/assumptions.md`: the list of assumptions, with the operations that cite each entry. */
export const printAssumptions = (
  operations: readonly Operation[],
  provenance: Provenance,
): string =>
  [
    INTRO,
    '## Variants at a glance',
    variantTable(),
    '## What the document does not show',
    'Each sentence of the document that says so, with the points that it leaves open.',
    notShownTable(),
    '## Codes in answers',
    'Fields whose values are codes, kinds or states. The document shows some of their values and no meanings.',
    codeTable(provenance),
    '## By operation',
    ...operations.map(printOperation),
    ...inOrder().map((id) => entry(id, operations)),
  ]
    .join('\n\n')
    .concat('\n')

const variantTable = (): string =>
  table(
    ['Number', 'Default', 'Instead'],
    inOrder().flatMap((id) => {
      const [first, ...others] = Object.keys(assumption(id).variants ?? {}).map(code)
      return first === undefined ? [] : [[linkTo(id), first, others.join(', ')]]
    }),
  )

const notShownTable = (): string =>
  table(
    ['Section', 'Sentence', 'Point', 'Numbers'],
    NOT_SHOWN.flatMap(({ section, words, points }) =>
      points.map(({ about, numbers }, index) => [
        index === 0 ? section : '',
        index === 0 ? words : '',
        about,
        numbers.map(linkTo).join(', '),
      ]),
    ),
  )

const codeTable = (provenance: Provenance): string => {
  const codes = answerCodes(provenance)
  return table(
    ['Section', 'Field', 'Numbers'],
    codes.map(({ section, path, numbers }, index) => [
      codes[index - 1]?.section === section ? '' : section,
      code(path.replace(/^result(?:\.|\[\]\.)/, '')),
      numbers.map(linkTo).join(', '),
    ]),
  )
}

/** The assumptions of an operation, under a heading that the README links to. */
const printOperation = ({ id, summary, assumes }: Operation): string =>
  `### ${id}\n\n${summary}: ${assumes.map(linkTo).join(', ')}`

/** What concerns all operations first, then by the number of the operation. */
const inOrder = (): AssumptionId[] => {
  const operationOf = (id: string): number => Number(id.split('-')[1]) || 0
  return assumptionIds().sort((a, b) => operationOf(a) - operationOf(b))
}

const linkTo = (id: AssumptionId): string => `[${id}](#${id.toLowerCase()})`

const entry = (id: AssumptionId, operations: readonly Operation[]): string => {
  const { shown, does, why, known } = assumption(id)
  const facts = [
    `- Shown: ${shown}`,
    `- Does: ${does}`,
    `- Why: ${why}`,
    `- Known: ${known}`,
    ...variantLines(assumption(id)),
    `- Operations: ${citing(id, operations)}`,
  ]
  return `## ${id}\n\n${facts.join('\n')}`
}

const variantLines = ({ variants }: Assumption): string[] => {
  if (!variants) return []
  const lines = Object.entries(variants).map(
    ([name, meaning], index) => `  - ${code(name)}${index === 0 ? ' (default)' : ''}: ${meaning}`,
  )
  return ['- Variants:', ...lines]
}

const citing = (id: AssumptionId, operations: readonly Operation[]): string => {
  const ids = operations.filter(({ assumes }) => assumes.includes(id)).map((each) => each.id)
  return ids.length > 0 ? ids.join(', ') : 'all'
}
