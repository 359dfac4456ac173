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
