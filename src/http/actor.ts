import { variantOf } from '../contract/ledger/index.ts'
import type { Actor } from '../domain/call.ts'
import { createActor, findActor, findAppOwner } from '../domain/users/actor.ts'
import { refuse } from '../kernel/errors.ts'
import type { CallContext } from './context.ts'

/** Nobody: acts in a world that has no owner; sees nothing and may do nothing. */
const NOBODY: Actor = { id: 0, email: '', isAdmin: false, departmentIds: '[]' }

/** Who acts: the user named by `x-open-api-user`, else the application's owner (A-auth-2, A-auth-3). */
export const resolveActor = (context: CallContext, email: string | undefined): Actor => {
  const { world, record, clock } = context.workspace
  if (!email) return findAppOwner(world) ?? NOBODY
  const actor = findActor(world, email)
  if (actor) return actor
  context.assumed.add('A-auth-2')
  const variant = variantOf('A-auth-2', record.variants)
  if (variant === 'refused') throw refuse.unknownActor(email)
  const other = variant === 'owner' ? findAppOwner(world) : createActor(world, email, clock.now())
  return other ?? NOBODY
}
