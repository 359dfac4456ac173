import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { ArchiveGroup } from '../../contract/resources/archive-group.ts'
import { keptLookup } from '../../db/kept-lookup.ts'
import { prepared } from '../../db/store.ts'
import { collections } from '../../db/tables/workspace/collections.ts'
import { refuse } from '../../errors/refusals.ts'
import { distinct } from '../../kernel/lists.ts'
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

const byPath = prepared((store) =>
  store.orm
    .select(columns)
    .from(collections)
    .where(and(isVisibleGroup, eq(collections.archivePath, sql.placeholder('path'))))
    .orderBy(asc(collections.id))
    .prepare(),
)

type GroupQuestion = { readonly path: string } & ReturnType<typeof collectionParameters>

/** The groups with a path that the acting user sees: one of each archive that has it. */
const groupsAt = keptLookup(
  (store, asked: GroupQuestion): ArchiveGroup[] | undefined => {
    const groups = byPath(store).all(asked)
    return groups.length > 0 ? groups : undefined
  },
  {
    keyOf: ({ path, actor, archiveIsApart }) => `${actor}/${archiveIsApart}/${path}`,
    isSmall: (groups) => groups.length <= MAX_KEPT_GROUPS,
  },
)

/** Groups of one path that are kept; a code in more archives is rare and would take much memory. */
const MAX_KEPT_GROUPS = 10

/** Non-root groups of the archive by path, in the requested order; all of them without a path (E17). */
export const listGroups = (call: ServiceContext, paths: readonly string[]): ArchiveGroup[] => {
  const { store } = call
  const actor = collectionParameters(call, call.actor)
  if (paths.length === 0) return found(call, all(store).all(actor))
  const asked = distinct(paths)
  const lists = asked.map((path) => groupsAt(store, { path, ...actor }))
  const missing = asked.find((_path, index) => lists[index] === undefined)
  if (missing !== undefined && call.variant('A-17-1') === 'refused')
    throw refuse.unknownArchiveGroup('groupPath', missing)
  if (missing !== undefined) call.outcome('left-out')
  return found(
    call,
    lists.flatMap((groups) => groups ?? []),
  )
}

const found = (call: ServiceContext, groups: ArchiveGroup[]): ArchiveGroup[] => {
  if (groups.length === 0) call.outcome('empty-list')
  return groups
}
