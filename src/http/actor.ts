import type { FastifyRequest } from 'fastify'
import { variantOf } from '../contract/assumptions/index.ts'
import type { Surface } from '../contract/operation.ts'
import type { Actor } from '../domain/call.ts'
import { createActor, findActor, findAppOwner } from '../domain/users/actor.ts'
import { refuse } from '../errors/refusals.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { RequestState } from './request-state.ts'

/** The e-mail address in `x-open-api-user` of a call on a surface; the portal has no such header. */
export const namedUser = (
  { headers }: FastifyRequest,
  surface: Surface | undefined,
): string | undefined => {
  const header = surface === 'server-side' ? headers['x-open-api-user'] : undefined
  return typeof header === 'string' ? header : undefined
}

/** The acting user: the one that `x-open-api-user` names, else the application's owner (A-auth-2, A-auth-3). */
export const resolveActor = (state: RequestState, email: string | undefined): Actor => {
  const actor = findOrCreate(state, email)
  state.actor = actor
  return actor
}

const findOrCreate = (state: RequestState, email: string | undefined): Actor => {
  const { store, record, clock } = state.workspace
  if (!email) return owner(store)
  const actor = findActor(store, email)
  if (actor) return actor
  state.assumptions.add('A-auth-2')
  const variant = variantOf('A-auth-2', record.variants)
  if (variant === 'refused') throw refuse.unknownActor(email)
  if (variant === 'owner') return owner(store)
  return createActor(store, email, clock.now()) ?? owner(store)
}

/** The application's owner; a database without one refuses every call. */
const owner = (database: Workspace['store']): Actor => {
  const found = findAppOwner(database)
  if (!found) throw refuse.noPermission()
  return found
}
