import type { Static, TSchema } from '@sinclair/typebox'
import type { AssumptionId } from '../contract/assumptions/index.ts'
import type { JsonPieces, JsonText } from '../contract/json-text.ts'
import type { Operation } from '../contract/operation.ts'
import type { ServiceContext, WaitingContext } from '../domain/call.ts'
import type { BodyLimit } from './bodies/body-limit.ts'

/** A call of an operation: what services need, and the parameters. */
export interface EndpointCall<Param> extends ServiceContext {
  readonly param: Param
  /** The parameters as they were sent, with every null and unknown field; for what is kept as it came. */
  readonly sent: unknown
}

/** A call of an operation before its transaction. */
export interface PreparingCall<Param> extends WaitingContext {
  readonly param: Param
}

/** An operation of the document together with what answers it. */
export interface Endpoint extends Operation {
  /** The bounds of its body, where they are not the usual ones. */
  readonly body?: BodyLimit
  /** Runs before the transaction: may wait for files and make some, may not write the database. */
  readonly prepare?: (call: PreparingCall<never>) => Promise<unknown>
  /** Runs inside the one transaction of the call; `call.param` has passed the schema. */
  readonly handle: (call: EndpointCall<never>, prepared: never) => unknown
}

interface Definition<P extends TSchema, R extends TSchema, Prepared> {
  id: `E${number}`
  summary: string
  description: string
  path: `/${string}`
  surface?: Operation['surface']
  shape?: Operation['shape']
  hasBodyToken?: boolean
  param: P
  body?: BodyLimit
  result: R
  assumes?: readonly AssumptionId[]
  prepare?: (call: PreparingCall<Static<P>>) => Promise<Prepared>
  handle: (call: EndpointCall<Static<P>>, prepared: Prepared) => Static<R> | JsonText | JsonPieces
}

/** Describes an endpoint. Envelope, authentication, errors and transaction are added where it is mounted. */
export const defineEndpoint = <P extends TSchema, R extends TSchema, Prepared = undefined>({
  surface = 'server-side',
  shape = 'plain',
  hasBodyToken = surface === 'server-side',
  assumes = [],
  ...definition
}: Definition<P, R, Prepared>): Endpoint => ({
  ...definition,
  surface,
  shape,
  hasBodyToken,
  assumes,
})
