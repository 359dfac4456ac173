import { type OperationExample, REFUSED_TO_VIEWER } from '../../contract/example.ts'
import type { Fixtures } from '../../contract/fixtures.ts'
import type { Operation } from '../../contract/operation.ts'
import { CATALOGUE } from '../../endpoints/index.ts'
import type { Example } from './recorded-example.ts'
import { SUPPORTING_EXAMPLES } from './supporting-examples.ts'

type Json = Readonly<Record<string, unknown>>

const examplesOf = (operation: Operation): Example[] => {
  const { access, examples } = operation
  const isTold = access !== 'write' || examples.some(({ outcome }) => outcome === 'noPermission')
  return [...examples, ...(isTold ? [] : [REFUSED_TO_VIEWER])].map((one) =>
    exampleOf(operation, one),
  )
}

const exampleOf = (operation: Operation, described: OperationExample): Example => {
  const { outcome, summary, change, as, after } = described
  const first = CATALOGUE.find(({ id }) => id === after)
  return {
    of: operation.id,
    outcome,
    summary,
    body: (ids) => bodyOf(operation, ids, change(operation.sample(ids), ids)),
    ...(as && { as }),
    ...(first && { after: exampleOf(first, SAMPLE) }),
  }
}

const SAMPLE: OperationExample = { outcome: 'success', summary: '', change: (param) => param }

const bodyOf = ({ surface, hasBodyToken }: Operation, ids: Fixtures, param: Json): Json => {
  if (surface === 'portal') return param
  return hasBodyToken ? { token: ids.app?.accessToken, param } : { param }
}

/** All examples; those of one operation have different outcomes. */
export const EXAMPLES: readonly Example[] = [
  ...CATALOGUE.flatMap(examplesOf),
  ...SUPPORTING_EXAMPLES,
]
