import {
  type AssumptionId,
  assumption,
  assumptionIds,
  numberOf,
  variableIds,
  variantsOf,
} from '#src/contract/assumptions/index.ts'
import { operationsConcernedBy } from '#src/contract/headers.ts'
import type { Operation } from '#src/contract/operation.ts'
import { code } from './markdown.ts'

/** The numbers of each operation, under a heading that the README links to. */
export const printByOperation = (operations: readonly Operation[]): string =>
  operations.map(({ id, assumes }) => `### ${id}\n\n${assumes.map(linkTo).join(', ')}`).join('\n\n')

/** Every assumption; what concerns all operations first, then by the number of the operation. */
export const printAssumptions = (operations: readonly Operation[]): string => {
  const operationOf = (id: string): number => Number(id.split('-')[1]) || 0
  return assumptionIds()
    .sort((a, b) => operationOf(a) - operationOf(b))
    .map((id) => entry(id, operations))
    .join('\n\n')
}

const linkTo = (id: AssumptionId): string => `[${id}](#${id.toLowerCase()})`

const entry = (id: AssumptionId, operations: readonly Operation[]): string => {
  const { says, does, why, known } = assumption(id)
  const ids = operationsConcernedBy(id, operations).map((each) => each.id)
  return [
    `### ${id}`,
    `Shown: ${says}`,
    `Does: ${does}`,
    `Why: ${why}`,
    ...variantLists(id),
    `Known: ${known}; ${ids.length > 0 ? ids.join(', ') : 'all operations'}`,
  ].join('\n\n')
}

/** The variants of each switch of a number. */
const variantLists = (id: AssumptionId): string[] =>
  variableIds()
    .filter((each) => numberOf(each) === id)
    .map((each) =>
      [
        ...(each === id ? [] : [`${code(each)}:\n`]),
        ...Object.entries(variantsOf(each)).map(([name, meaning]) => `- ${code(name)}: ${meaning}`),
      ].join('\n'),
    )
