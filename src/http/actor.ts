import type { FastifyRequest } from 'fastify'
import { mostLike } from '../contract/errors/did-you-mean.ts'
import { quote } from '../contract/errors/quote.ts'
import { refuse } from '../contract/errors/refusals.ts'
import type { Operation, OperationAccess, Surface } from '../contract/operation.ts'
import type { Actor } from '../domain/call.ts'
import { activeEmails, createActor, findActor, findAppOwner } from '../domain/users/actor.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Call } from './call.ts'

/** The e-mail address in `x-open-api-user` of a call on a surface; the portal has no such header. */
export const namedUser = (
  { headers }: FastifyRequest,
  surface: Surface | undefined,
): string | undefined => {
  const header = surface === 'server-side' ? headers['x-open-api-user'] : undefined
  return typeof header === 'string' ? header : undefined
}

/**
 * The acting user of a call: the one that `x-open-api-user` names, else the application's owner (A-auth-2, A-auth-3).
 * Refuses a user who may not act, or may not call the operation. Runs in the transaction of the call, since it may create
 * the user, and so that the rule sees the same rights.
 */
export const requireActor = (call: Call, operation: Operation): Actor => {
  const { store } = call.workspace
  const email = namedUser(call.request, operation.surface)
  const actor =
    knownActor(call, operation, email) ??
    createActor(store, email ?? '', call.nowMs) ??
    owner(store)
  judge(call, operation, actor, email)
  return actor
}

/** Refuses the acting user as {@link requireActor} does, but for one whom the call has to create. Writes nothing. */
export const judgeActor = (call: Call, operation: Operation): void => {
  const email = namedUser(call.request, operation.surface)
  const actor = knownActor(call, operation, email)
  if (actor) judge(call, operation, actor, email)
}

const knownActor = (
  call: Call,
  operation: Operation,
  email: string | undefined,
): Actor | undefined => {
  const { store } = call.workspace
  if (!email) {
    if (operation.hasUserHeader) judgeNobody(call)
    return owner(store)
  }
  const actor = findActor(store, email)
  if (actor) return actor
  call.notes.assumptions.add('A-auth-2')
  const variant = call.variant('A-auth-2')
  if (variant === 'refused') throw refuse.unknownActor(email, hintFor(email, call))
  return variant === 'owner' ? owner(store) : undefined
}

/** Users whom an unknown address may mean. Staging names none, as its journal shows no addresses of people. */
const hintFor = (email: string, { request, workspace }: Call): string => {
  if (request.server.settings.profile === 'staging')
    return '; GET /_sandbox/fixtures names some users'
  const known = activeEmails(workspace.store)
  // The domain is the same in most addresses, and long.
  const nameIn = (address: string): string => address.split('@')[0] ?? ''
  const meant = mostLike(nameIn(email), known.map(nameIn))
  const found = known.find((one) => nameIn(one) === meant)
  if (found !== undefined) return `; did you mean ${quote(found)}?`
  const some = known.slice(0, 3).join(', ')
  return some && `; some users are ${some}`
}

/** Reports a call that names no user and should, or refuses it by the variant of A-auth-3. */
const judgeNobody = (call: Call): void => {
  if (call.variant('A-auth-3') === 'owner') {
    call.notes.warn('missing-acting-user')
    return
  }
  call.notes.assumptions.add('A-auth-3')
  throw refuse.missingHeader('x-open-api-user', '; set it to the e-mail address of the acting user')
}

const owner = (database: Workspace['store']): Actor => {
  const found = findAppOwner(database)
  if (!found) throw refuse.noPermission()
  return found
}

const FOR_VIEWERS: ReadonlySet<OperationAccess> = new Set(['read', 'report'])

/** Refuses an acting user who is not active, or whose role does not allow the operation; in this order (A-reply-3). */
const judge = (
  call: Call,
  { surface, access }: Operation,
  actor: Actor,
  email: string | undefined,
): void => {
  call.actor = actor
  // The portal has no acting user (A-11-1): its visitors read what is published.
  if (surface === 'portal') return
  if (actor.account !== 'active') {
    call.notes.assumptions.add('A-auth-12')
    const named = email ? 'x-open-api-user names' : "The acting user is the application's owner"
    if (call.variant('A-auth-12') === 'refused')
      throw refuse.inactiveActor(named, actor.email, actor.account)
  }
  if (actor.role !== 'viewer' || FOR_VIEWERS.has(access)) return
  call.notes.assumptions.add('A-auth-11')
  if (call.variant('A-auth-11') === 'every-write') throw refuse.noPermission()
}
