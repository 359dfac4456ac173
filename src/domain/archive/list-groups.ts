import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { VariantOf } from '../../contract/assumptions/index.ts'
import type { ArchiveGroup } from '../../contract/resources/archive-group.ts'
import { keptLookup } from '../../db/kept-results.ts'
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

interface GroupQuestion {
  readonly call: ServiceContext
  readonly path: string
  readonly variant: VariantOf<'A-17-2'>
}

/** The groups with a path that the acting user sees: one of each archive that has it. */
const groupsAt = keptLookup(
  (store, { call, path }: GroupQuestion): ArchiveGroup[] | undefined => {
    const groups = byPath(store).all({ path, ...collectionParameters(call, call.actor) })
    return groups.length > 0 ? groups : undefined
  },
  {
    keyOf: ({ call, path, variant }) => `${call.actor.id}/${variant}/${path}`,
    sizeOf: (groups) => JSON.stringify(groups).length,
  },
)

/** Non-root groups of the archive by path, in the requested order; all of them without a path (E17). */
export const listGroups = (call: ServiceContext, paths: readonly string[]): ArchiveGroup[] => {
  const { store } = call
  if (paths.length === 0) return found(call, all(store).all(collectionParameters(call, call.actor)))
  const variant = call.variant('A-17-2')
  const asked = distinct(paths)
  const lists = asked.map((path) => groupsAt(store, { call, path, variant }))
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
