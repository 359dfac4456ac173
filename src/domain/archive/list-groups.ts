import { and, asc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../contract/errors/refusals.ts'
import type { ArchiveGroup } from '../../contract/resources/collection-shapes.ts'
import { distinct } from '../../kernel/lists.ts'
import { prepared } from '../../store/db/store.ts'
import { collections } from '../../store/db/tables/workspace/collections.ts'
import type { ServiceContext } from '../call.ts'
import { archiveGroupIsVisible, collectionParameters } from '../visibility.ts'

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

const groupsWhere = (condition?: SQL) =>
  prepared((store) =>
    store.orm
      .select(columns)
      .from(collections)
      .where(and(isVisibleGroup, condition))
      .orderBy(asc(collections.id))
      .prepare(),
  )

const all = groupsWhere()
const byPath = groupsWhere(eq(collections.archivePath, sql.placeholder('path')))

/** Non-root groups of the archive by path, in the requested order; all of them without a path (E17). */
export const listGroups = (call: ServiceContext, paths: readonly string[]): ArchiveGroup[] => {
  const parameters = collectionParameters(call, call.actor)
  const groups =
    paths.length === 0 ? all(call.store).all(parameters) : groupsAt(call, paths, parameters)
  if (groups.length === 0) call.outcome('empty-list')
  return groups
}

/** The groups that the acting user sees: of each path one in each archive that has it. */
const groupsAt = (
  call: ServiceContext,
  paths: readonly string[],
  parameters: ReturnType<typeof collectionParameters>,
): ArchiveGroup[] => {
  const asked = distinct(paths)
  const found = asked.map((path) => byPath(call.store).all({ path, ...parameters }))
  const missing = asked.find((_path, index) => found[index]?.length === 0)
  if (missing !== undefined && call.variant('A-17-1') === 'refused')
    throw refuse.unknownArchiveGroup('groupPath', missing)
  if (missing !== undefined) {
    call.outcome('left-out')
    warnOfPath(call, missing, `groupPath[${paths.indexOf(missing)}]`)
  }
  return found.flat()
}

const LIKE_PATH = `SELECT max(archive_path = :path) FROM collections
   WHERE archive_path = :trimmed COLLATE NOCASE OR archive_path = :path`

const warnOfPath = (call: ServiceContext, path: string, field: string): void => {
  const trimmed = path.split('/').filter(Boolean).join('/')
  const isThere = call.store.value<number | null>(LIKE_PATH, { path, trimmed }) ?? null
  if (isThere === 1) return
  call.warn(isThere === null ? 'unknown-passed-over' : 'path-in-other-form', field)
}
