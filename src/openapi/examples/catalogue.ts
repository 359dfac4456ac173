import { type OperationExample, REFUSED_TO_VIEWER } from '../../contract/example.ts'
import type { Fixtures } from '../../contract/fixtures.ts'
import type { Operation } from '../../contract/operation.ts'
import { CATALOGUE } from '../../endpoints/index.ts'
import type { Example } from './recorded-example.ts'

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

type Parts = Required<Pick<Example, 'body'>> | Required<Pick<Example, 'path'>>

const example = (of: Example['of'], outcome: string, summary: string, parts: Parts): Example => ({
  ...{ of, outcome, summary },
  ...parts,
})

const OPEN: Parts = { path: ({ upload }) => ({ uploadId: upload.uploadId }) }
const NEVER_BEGUN: Parts = { path: () => ({ uploadId: 'none' }) }

const SUPPORTING_EXAMPLES: readonly Example[] = [
  example('get-token', 'success', 'The client of a workspace', {
    body: ({ app }) => ({ clientId: app?.clientId, clientKey: app?.clientKey }),
  }),
  example('get-token', 'wrongClient', 'A wrong key', {
    body: ({ app }) => ({ clientId: app?.clientId, clientKey: 'wrong' }),
  }),
  example('refresh-token', 'badRefreshToken', 'A refresh token that was never issued', {
    body: () => ({ refresh_token: 'unknown' }),
  }),
  example('begin-upload', 'success', 'A small picture, in one part', {
    body: () => ({ name: 'a.png', type: 'image/png', size: 12 }),
  }),
  example('begin-upload', 'missingField', 'Without the size', {
    body: () => ({ name: 'a.png', type: 'image/png' }),
  }),
  example('show-upload', 'success', 'An upload whose parts have arrived', OPEN),
  example('show-upload', 'unknownUpload', 'An upload that was never begun', NEVER_BEGUN),
  example('abort-upload', 'success', 'An open upload', OPEN),
  example('abort-upload', 'unknownUpload', 'An upload that was never begun', NEVER_BEGUN),
]

/** All examples; those of one operation have different outcomes. */
export const EXAMPLES: readonly Example[] = [
  ...CATALOGUE.flatMap(examplesOf),
  ...SUPPORTING_EXAMPLES,
]
