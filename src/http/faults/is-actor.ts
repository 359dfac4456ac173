import type { FastifyRequest } from 'fastify'
import { findActor, findAppOwner } from '../../domain/users/actor.ts'
import { foldCase } from '../../kernel/text.ts'

/** Whether the user with an address acts in a call; where it names nobody, the application's owner does. */
export const isActor = (
  { context, headers, routeOptions }: FastifyRequest,
  email: string,
): boolean => {
  const { operation } = routeOptions.config
  const named = operation?.surface === 'server-side' ? headers['x-open-api-user'] : undefined
  if (typeof named === 'string' && named !== '') return foldCase(named) === foldCase(email)
  const { world } = context.workspace
  const owner = findAppOwner(world)
  return owner !== undefined && owner.id === findActor(world, email)?.id
}
