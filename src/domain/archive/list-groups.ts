import { and, asc, isNotNull, ne, sql } from 'drizzle-orm'
import type { ArchiveGroup } from '../../contract/resources/archive-group.ts'
import { prepared } from '../../db/store.ts'
import { collections } from '../../db/tables/workspace/collections.ts'
import { refuse } from '../../errors/refusals.ts'
import { distinct, groupBy } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { archiveGroupIsVisible, collectionParameters } from '../collection-access.ts'

const columns = {
  groupId: collections.id,
  name: collections.name,
  path: sql<string>`${collections.archivePath}`,
  rootId: collections.rootId,
}

const isVisibleGroup = and(
  isNotNull(collections.archivePath),
  ne(collections.id, collections.rootId),
  archiveGroupIsVisible(),
)

const all = prepared((store) =>
  store.orm
    .select(columns)
    .from(collections)
    .where(isVisibleGroup)
    .orderBy(asc(collections.id))
    .prepare(),
)

const byPaths = prepared((store) =>
  store.orm
    .select(columns)
    .from(collections)
    .where(
      sql`${isVisibleGroup} AND ${collections.archivePath} IN (SELECT value FROM json_each(${sql.placeholder('paths')}))`,
    )
    .orderBy(asc(collections.id))
    .prepare(),
)

/** Non-root groups of the archive by path, in the requested order; all of them without a path (E17). */
export const listGroups = (call: ServiceContext, paths: readonly string[]): ArchiveGroup[] => {
  const actor = collectionParameters(call, call.actor)
  if (paths.length === 0) return found(call, all(call.store).all(actor))
  const rows = byPaths(call.store).all({ ...actor, paths: JSON.stringify(paths) })
  const byPath = groupBy(rows, (row) => row.path)
  const missing = paths.find((path) => !byPath.has(path))
  if (missing !== undefined && call.variant('A-17-1') === 'refused')
    throw refuse.unknownArchiveGroup('groupPath', missing)
  if (missing !== undefined) call.outcome('left-out')
  return found(
    call,
    distinct(paths).flatMap((path) => byPath.get(path) ?? []),
  )
}

const found = (call: ServiceContext, groups: ArchiveGroup[]): ArchiveGroup[] => {
  if (groups.length === 0) call.outcome('empty-list')
  return groups
}
