import {
  type AssumptionId,
  assumption,
  assumptionIds,
  numberOf,
  variableIds,
  variantsOf,
} from '#src/contract/assumptions/index.ts'
import { NOT_SHOWN } from '#src/contract/assumptions/not-shown.ts'
import type { Operation } from '#src/contract/operation.ts'
import { answerCodes } from './answer-codes.ts'
import { code, printedFrom, table } from './markdown.ts'

const INTRO = `# Assumptions

${printedFrom('src/contract/assumptions/')}

The document leaves many points open. Each one that this server decides has a number here, with what
the document shows, what the server does and why. "Known" says where the decision comes from:
_document_ (its own text or samples), _published elsewhere_ (other public pages about the same
service) or _invented_ (only here).

Some decisions have variants. Choose them by number, or by number and name (\`A-16-1.taken=refused\`), when the server starts, or for one workspace
([configuration](configuration.md#variants)):

\`\`\`sh
SANDBOX_ASSUME=A-20-1=envelope,A-9-2=at-once npm start
\`\`\`

An unknown number or variant stops the start with a line that names the known ones. The answer of an
operation names in the header \`x-sandbox-assumptions\` the assumptions whose variant it used: those of
the operation itself always, those of all operations (A-auth, A-request, A-reply) when they have another
variant than the default or decided a refusal. Assumptions without variants are not named.`

/** `docs/assumptions.md`: the list of assumptions, with the operations that cite each entry. */
export const printAssumptions = (operations: readonly Operation[]): string =>
  [
    INTRO,
    '## Variants at a glance',
    variantTable(),
    '## What the document does not show',
    'Each sentence of the document that says so, with the points that it leaves open.',
    notShownTable(),
    '## Codes in answers',
    'Fields whose values are codes, kinds or states. The document shows some of their values and no meanings.',
    codeTable(operations),
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

const codeTable = (operations: readonly Operation[]): string => {
  const codes = answerCodes(operations)
  return table(
    ['Operation', 'Field', 'Numbers'],
    codes.map(({ operation, path, numbers }, index) => [
      codes[index - 1]?.operation === operation ? '' : operation,
      code(path),
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
    ...variantLines(id),
    `- Operations: ${citing(id, operations)}`,
  ]
  return `## ${id}\n\n${facts.join('\n')}`
}

/** The variants of each switch of a number. */
const variantLines = (id: AssumptionId): string[] =>
  variableIds()
    .filter((each) => numberOf(each) === id)
    .flatMap((each) => [
      each === id ? '- Variants:' : `- Variants of ${code(each)}:`,
      ...Object.entries(variantsOf(each)).map(
        ([name, meaning], index) =>
          `  - ${code(name)}${index === 0 ? ' (default)' : ''}: ${meaning}`,
      ),
    ])

const citing = (id: AssumptionId, operations: readonly Operation[]): string => {
  const ids = operations.filter(({ assumes }) => assumes.includes(id)).map((each) => each.id)
  return ids.length > 0 ? ids.join(', ') : 'all'
}
