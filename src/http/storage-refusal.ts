import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../errors/refusal.ts'
import { refuse } from '../errors/refusals.ts'
import { isDamage, isOutOfDescriptors, isOutOfRoom } from '../errors/storage-errors.ts'
import { logSparingly } from './log-sparingly.ts'

/** The refusal for an error of the disk, the process or the database, which is logged; undefined for others. */
export const storageRefusal = (error: Error, request: FastifyRequest): Refusal | undefined => {
  if (isOutOfRoom(error)) {
    logSparingly(request, error, 'no room left')
    return refuse.storageFull()
  }
  if (isOutOfDescriptors(error)) {
    logSparingly(request, error, 'no file descriptors left')
    return refuse.noDescriptors()
  }
  if (!isDamage(error)) return undefined
  request.log.error({ err: error }, 'the data of a workspace cannot be read')
  return refuse.damagedData()
}
