import type { ActorContext } from '../call.ts'
import { findAppOwner } from './actor.ts'

/** Says as whom to act instead. It never contains an e-mail address, because staging does not show any. */
const askAdministrator = ({ store, actor }: Pick<ActorContext, 'store' | 'actor'>): string => {
  const owner = findAppOwner(store)
  return owner?.role === 'administrator' && owner.id !== actor.id
    ? "act as an administrator, such as the application's owner, who acts without x-open-api-user"
    : 'act as an administrator'
}

/** Why a viewer is refused (A-auth-11). */
export const whyViewer = ({ id }: Pick<ActorContext['actor'], 'id'>): string =>
  `user ${id} is a viewer, who may not write (A-auth-11); name an editor or an administrator in x-open-api-user`

/** Why a user may not add to a collection. */
export const whyNotAdded = (call: ActorContext, collectionId: number): string =>
  `user ${call.actor.id} (${call.actor.role}) has no right to add to collection ${collectionId}; ${askAdministrator(call)}`

/** Why something that exists counts as unknown: `asset 5`; undefined for nothing. */
export const whyHidden = (call: ActorContext, what: string | undefined): string | undefined =>
  what === undefined
    ? undefined
    : `${what} exists, but user ${call.actor.id} (${call.actor.role}) does not see it; ${askAdministrator(call)}`
