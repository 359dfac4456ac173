import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { RefusalName } from '../contract/errors/refusals.ts'
import type { Operation, OperationName } from '../contract/operation.ts'
import type { SupportingRouteName } from '../contract/supporting-routes.ts'
import { LIMITS, type Limit } from '../kernel/limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
    supportingRoute?: SupportingRouteName
    /** The refusals that a supporting route can return, in addition to those of its schema and of every call. */
    refuses?: readonly RefusalName[]
    /** The bounds of the JSON body that a route reads; the usual ones without it. */
    body?: BodyLimit
    /** A media type of bodies that the route reads as they arrive, in addition to JSON. */
    streamedType?: string
  }
}

export type MatchedRoute = FastifyContextConfig & { readonly url?: string }

export const nameOf = ({ operation, supportingRoute }: MatchedRoute): OperationName | undefined =>
  operation?.id ?? supportingRoute

const NONE: MatchedRoute = {}

/** The route of a request. Fastify rebuilds `routeOptions` at every access, and each call has a dozen accesses. */
export const matchedRoute = (request: FastifyRequest): MatchedRoute => {
  request.matchedRoute ??= request.routeOptions.config ?? NONE
  return request.matchedRoute
}

export interface BodyLimit {
  readonly maxBytes: number
  readonly maxValues: number
}

const limitOf = (bytes: Limit, values: Limit): BodyLimit => ({
  maxBytes: bytes.max,
  maxValues: values.max,
})

/** Bodies of E7, which has lists of a hundred thousand members. */
export const MEMBER_BODY = limitOf(LIMITS.memberBodyBytes, LIMITS.memberBodyValues)

export const PART_BODY = limitOf(LIMITS.bodyBytes, LIMITS.partBodyValues)

export const SEED_BODY = limitOf(LIMITS.seedBodyBytes, LIMITS.seedBodyValues)

export const SMALL_BODY = limitOf(LIMITS.smallBodyBytes, LIMITS.bodyValues)
