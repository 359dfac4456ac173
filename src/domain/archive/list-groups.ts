import { refuse } from '../../contract/errors/refusals.ts'
import type { ArchiveGroup } from '../../contract/resources/collection-shapes.ts'
import { distinct } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { ARCHIVE_GROUP_IS_VISIBLE, collectionParameters } from '../visibility.ts'

const groupsWhere = (condition: string): string => `
  SELECT id AS groupId, name, archive_path AS path, root_id AS rootId FROM collections
  WHERE archive_path IS NOT NULL AND id <> root_id AND ${ARCHIVE_GROUP_IS_VISIBLE} AND ${condition}
  ORDER BY id`

const ALL_GROUPS = groupsWhere('1')
const GROUPS_AT_PATH = groupsWhere('archive_path = :path')

/** Non-root groups of the archive by path, in the requested order; all of them without a path (E17). */
export const listGroups = (call: ServiceContext, paths: readonly string[]): ArchiveGroup[] => {
  const parameters = collectionParameters(call, call.actor)
  const groups =
    paths.length === 0
      ? call.store.all<ArchiveGroup>(ALL_GROUPS, parameters)
      : groupsAt(call, paths, parameters)
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
  const found = asked.map((path) =>
    call.store.all<ArchiveGroup>(GROUPS_AT_PATH, { path, ...parameters }),
  )
  const missing = asked.filter((_path, index) => found[index]?.length === 0)
  if (missing.length === 0) return found.flat()
  if (call.variant('A-17-1') === 'refused') throw refuse.unknownArchiveGroup('groupPath', missing)
  call.outcome('left-out')
  for (const path of missing) warnOfPath(call, path, `groupPath[${paths.indexOf(path)}]`)
  return found.flat()
}

/** The best match for a path: the path itself, else a group whose path differs only in form, else a root. */
const LIKE_PATH = `SELECT archive_path AS path, id = root_id AS isRoot FROM collections
   WHERE archive_path = :trimmed COLLATE NOCASE OR archive_path = :path
   ORDER BY archive_path = :path DESC, isRoot, id LIMIT 1`

/** Reports a path that has no group below the roots; one that the acting user does not see gives no finding. */
const warnOfPath = (call: ServiceContext, path: string, field: string): void => {
  const trimmed = path.split('/').filter(Boolean).join('/')
  const like = call.store.get<{ path: string; isRoot: 0 | 1 }>(LIKE_PATH, { path, trimmed })
  if (!like) call.warn('unknown-passed-over', field)
  else if (like.isRoot) call.warn('archive-root', field)
  else if (like.path !== path) call.warn('path-in-other-form', field, like.path)
}
