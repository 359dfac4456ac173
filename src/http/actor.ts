import { variantOf } from '../contract/assumptions/index.ts'
import type { Actor } from '../domain/call.ts'
import { createActor, findActor, findAppOwner } from '../domain/users/actor.ts'
import { refuse } from '../errors/refusals.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { CallContext } from './request-state.ts'

/** Who acts: the user named by `x-open-api-user`, else the application's owner (A-auth-2, A-auth-3). */
export const resolveActor = (context: CallContext, email: string | undefined): Actor => {
  const actor = findOrCreate(context, email)
  context.actor = actor
  return actor
}

const findOrCreate = (context: CallContext, email: string | undefined): Actor => {
  const { world, record, clock } = context.workspace
  if (!email) return owner(world)
  const actor = findActor(world, email)
  if (actor) return actor
  context.assumed.add('A-auth-2')
  const variant = variantOf('A-auth-2', record.variants)
  if (variant === 'refused') throw refuse.unknownActor(email)
  if (variant === 'owner') return owner(world)
  return createActor(world, email, clock.now()) ?? owner(world)
}

/** The application's owner; a world without one can be called by nobody. */
const owner = (world: Workspace['world']): Actor => {
  const found = findAppOwner(world)
  if (!found) throw refuse.noPermission()
  return found
}
