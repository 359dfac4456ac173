import type { Fixtures } from './fixtures.ts'

type Json = Readonly<Record<string, unknown>>

type Change = (param: Json, ids: Fixtures) => Json

/** A request of an operation, made of its sample, and the name of what it is answered with. */
export interface OperationExample<Name extends string = string> {
  /** `success`, an outcome of the operation, or the name of a refusal. */
  readonly outcome: Name
  readonly summary: string
  readonly change: Change
  /** The e-mail address of the acting user; the application's owner without it. */
  readonly as?: (ids: Fixtures) => string
  /** The operation whose sample is sent before; its own for a repeated call. */
  readonly after?: `E${number}`
}

/** An example with other fields than the sample, or with a change of it. */
export const example = <Name extends string>(
  outcome: Name,
  summary: string,
  change: Json | Change = {},
): OperationExample<Name> => ({
  outcome,
  summary,
  change: typeof change === 'function' ? change : (param) => ({ ...param, ...change }),
})

export const withoutField = (name: string, summary: string): OperationExample<'missingField'> =>
  example('missingField', summary, ({ [name]: _, ...others }) => others)

export const again = <Name extends string>(
  after: `E${number}`,
  outcome: Name,
): OperationExample<Name> => ({ ...example(outcome, 'The same request, sent again'), after })

/** The sample of an operation that writes, in the name of a user who may only view. */
export const REFUSED_TO_VIEWER: OperationExample = {
  ...example('noPermission', 'By a user whose role does not allow it'),
  as: ({ users }) => users.viewer.email,
}

/** An id that nothing has in a built-in seed. */
export const NOWHERE = 999_999_999
