import type { FastifyRequest } from 'fastify'
import { findActor, findAppOwner } from '../../domain/users/actor.ts'
import { Refusal } from '../../errors/refusal.ts'
import { isDamage } from '../../errors/storage-errors.ts'
import { foldCase } from '../../kernel/text.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { namedUser } from '../actor.ts'
import { matchedRoute } from '../matched-route.ts'

/** Whether the user with an e-mail address acts in a call; without a named user the application's owner does. */
export const isActor = (request: FastifyRequest, email: string): boolean => {
  const named = namedUser(request, matchedRoute(request).operation?.surface)
  if (named !== undefined && named !== '') return foldCase(named) === foldCase(email)
  return isOwner(request.state.workspace, email)
}

/** A workspace that is deleted or unreadable has no acting user; its call is refused elsewhere. */
const isOwner = (workspace: Workspace, email: string): boolean => {
  try {
    const { store } = workspace
    const owner = findAppOwner(store)
    return owner !== undefined && owner.id === findActor(store, email)?.id
  } catch (error) {
    if (error instanceof Refusal || isDamage(error)) return false
    throw error
  }
}
