import { asc, ne, sql } from 'drizzle-orm'
import type { ArchiveGroup } from '../../contract/resources/archive-group.ts'
import { prepared } from '../../db/store.ts'
import { archiveGroups } from '../../db/tables/workspace/collections.ts'
import { refuse } from '../../errors/refusals.ts'
import { distinct } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'

const columns = {
  groupId: archiveGroups.id,
  name: archiveGroups.name,
  path: archiveGroups.path,
  rootId: archiveGroups.rootId,
}

const isNoRoot = ne(archiveGroups.id, archiveGroups.rootId)

const all = prepared((store) =>
  store.orm
    .select(columns)
    .from(archiveGroups)
    .where(isNoRoot)
    .orderBy(asc(archiveGroups.id))
    .prepare(),
)

const byPaths = prepared((store) =>
  store.orm
    .select(columns)
    .from(archiveGroups)
    .where(
      sql`${isNoRoot} AND ${archiveGroups.path} IN (SELECT value FROM json_each(${sql.placeholder('paths')}))`,
    )
    .prepare(),
)

/** Non-root groups of the archive by path, in the requested order; all of them without a path (E17). */
export const listGroups = (call: ServiceContext, paths: readonly string[]): ArchiveGroup[] => {
  if (paths.length === 0) return all(call.store).all()
  const rows = byPaths(call.store).all({ paths: JSON.stringify(paths) })
  const byPath = new Map(rows.map((row) => [row.path, row]))
  const missing = paths.find((path) => !byPath.has(path))
  if (missing !== undefined && call.variant('A-17-1') === 'refused')
    throw refuse.unknownArchiveGroup('groupPath', missing)
  return distinct(paths).flatMap((path) => byPath.get(path) ?? [])
}
