import type { FastifyBaseLogger } from 'fastify'
import type { OnMovedGroups } from '../workspaces/open-databases.ts'

/** Logs the new ids of archive groups, because clients may know the old ones, which name collections. */
export const logMovedGroups =
  (log: FastifyBaseLogger): OnMovedGroups =>
  ({ total, first }, workspace) => {
    for (const { oldId, newId, path } of first)
      log.warn({ workspace, oldId, newId, path }, 'an archive group has a new id')
    if (total > first.length)
      log.warn({ workspace, more: total - first.length }, 'more archive groups have new ids')
  }
