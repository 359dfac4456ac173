import type { Static, TSchema } from '@sinclair/typebox'
import type { JsonPieces, JsonText } from '../contract/json-text.ts'
import type { AssumptionId } from '../contract/ledger/index.ts'
import type { Operation } from '../contract/operation.ts'
import type { Call } from '../domain/call.ts'

/** A call of an operation: what services need, and the parameters. */
export interface EndpointCall<Param> extends Call {
  readonly param: Param
  /** The parameters as they were sent, with every null and unknown field; for what is kept as it came. */
  readonly sent: unknown
}

/** An operation of the document together with what answers it. */
export interface Endpoint extends Operation {
  /** Runs inside the one transaction of the call; `call.param` has passed the schema. */
  readonly handle: (call: EndpointCall<never>) => unknown
}

interface Definition<P extends TSchema, R extends TSchema> {
  id: `E${number}`
  summary: string
  path: `/${string}`
  surface?: Operation['surface']
  shape?: Operation['shape']
  hasBodyToken?: boolean
  param: P
  result: R
  assumes?: readonly AssumptionId[]
  handle: (call: EndpointCall<Static<P>>) => Static<R> | JsonText | JsonPieces
}

/** Describes an endpoint. Envelope, authentication, errors and transaction are added where it is mounted. */
export const defineEndpoint = <P extends TSchema, R extends TSchema>({
  surface = 'server-side',
  shape = 'plain',
  hasBodyToken = surface === 'server-side',
  assumes = [],
  ...definition
}: Definition<P, R>): Endpoint => ({ ...definition, surface, shape, hasBodyToken, assumes })
