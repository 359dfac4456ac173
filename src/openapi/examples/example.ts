import type { OperationId } from '../../contract/operation.ts'
import type { SupportingRouteName } from '../../contract/supporting-routes.ts'
import type { Fixtures } from '../../control/fixtures/schema.ts'
import { CATALOGUE } from '../../endpoints/index.ts'
import type { RefusalName } from '../../errors/refusals.ts'
import { samplesOf } from './samples.ts'

type Json = Readonly<Record<string, unknown>>

/** One request, and the name of what it is answered with. */
export interface Example {
  readonly of: OperationId | SupportingRouteName
  /** `success`, an outcome of the operation, or the name of a refusal. */
  readonly outcome: string
  readonly summary: string
  /** The body, made of the fixtures of the workspace; requests without one have none. */
  readonly body?: (ids: Fixtures) => Json
  /** Values of the parameters in the path. */
  readonly path?: (ids: Fixtures) => Json
  /** The e-mail address of the acting user; the application's owner without it. */
  readonly as?: (ids: Fixtures) => string
  /** An example that is sent before; an example that is sent twice has itself here. */
  readonly after?: Example
}

/** Changes the parameters of a sample. */
type Change = (param: Json, ids: Fixtures) => Json

const same: Change = (param) => param

/** Makes the examples of one operation, each by a change of its sample. */
export const examplesOf = (of: OperationId) => {
  const example = (outcome: string, summary: string, change = same): Example => ({
    of,
    outcome,
    summary,
    body: (ids) => bodyOf(of, ids, change(samplesOf(ids)[of] ?? {}, ids)),
  })
  return {
    success: (summary: string, change?: Change) => example('success', summary, change),
    /** A success that the operation tells apart by a name. */
    outcome: example,
    refused: (name: RefusalName, summary: string, change: Change) => example(name, summary, change),
    /** What the same request is answered when it is sent again. */
    again: (outcome: string, summary: string, change?: Change): Example => {
      const first = example(outcome, summary, change)
      return { ...first, after: first }
    },
    refusedToNobody: (): Example => ({
      ...example('unknownActor', 'In the name of a user that does not exist'),
      as: () => 'nobody@example.com',
    }),
    refusedToViewer: (): Example => ({
      ...example('noPermission', 'By a user whose role does not allow it'),
      as: ({ users }) => users.viewer.email,
    }),
  }
}

const bodyOf = (id: OperationId, ids: Fixtures, param: Json): Json => {
  const operation = CATALOGUE.find((one) => one.id === id)
  if (operation?.surface === 'portal') return param
  return operation?.hasBodyToken ? { token: ids.app?.accessToken, param } : { param }
}

/** A change that sets fields. */
export const having =
  (fields: Json): Change =>
  (param) => ({ ...param, ...fields })

/** A change that leaves a field out. */
export const without =
  (name: string): Change =>
  ({ [name]: _, ...others }) =>
    others
