import { and, asc, eq, sql } from 'drizzle-orm'
import { refuse } from '../../contract/errors/refusals.ts'
import type {
  AssetCollection,
  AssetCollectionQuery,
} from '../../contract/resources/collection-shapes.ts'
import { distinct } from '../../kernel/lists.ts'
import { foldCase } from '../../kernel/text.ts'
import { boundNumber, prepared, qualified } from '../../store/db/store.ts'
import { assets, subResources } from '../../store/db/tables/workspace/assets.ts'
import {
  collectedCollections,
  collectionAncestors,
  collectionItems,
  collections,
} from '../../store/db/tables/workspace/collections.ts'
import type { ServiceContext } from '../call.ts'
import { resourcePath } from '../files/paths.ts'
import { nameListOutcome, requestedPage } from '../page-request.ts'
import {
  accessTo,
  assetIsVisible,
  assetParameters,
  collectionIsVisible,
  collectionParameters,
} from '../visibility.ts'

const actor = sql.placeholder('actor')
const parent = sql.placeholder('parent')
const direction = sql.placeholder('direction')

const isOwn = sql`${collections.createUser} = ${actor}`

const hasCollected = sql<number>`EXISTS (
  SELECT 1 FROM ${collectedCollections}
  WHERE ${collectedCollections.userId} = ${actor}
    AND ${collectedCollections.collectionId} = ${collections.id})`

/** Scopes by number (A-1-1). */
const isInScope = sql`CASE ${sql.placeholder('scope')}
  WHEN 1 THEN ${isOwn} WHEN 2 THEN NOT ${isOwn} WHEN 3 THEN ${hasCollected} ELSE 1 END`

/** Where a call looks: among the children of a collection, in the tree below it, or everywhere. */
const isInPlace = sql`CASE ${sql.placeholder('place')}
  WHEN 'children' THEN ${collections.parentId} = ${parent}
  WHEN 'tree' THEN ${collections.id} <> ${parent} AND EXISTS (
    SELECT 1 FROM ${collectionAncestors}
    WHERE ${collectionAncestors.collectionId} = ${collections.id}
      AND ${collectionAncestors.ancestorId} = ${parent})
  ELSE 1 END`

/** How many of the keywords a name must contain is bound: none, one or all (A-1-7). */
const hasKeywords = sql`(SELECT count(*) FROM json_each(${sql.placeholder('keywords')}) AS keyword
  WHERE instr(${collections.nameFolded}, keyword.value) > 0) >= ${sql.placeholder('fewestKeywords')}`

const isFound = and(isInPlace, hasKeywords, isInScope, collectionIsVisible())

const sortKey = sql`CASE ${sql.placeholder('sortKey')}
  WHEN 'updateTime' THEN ${collections.updatedAtMs}
  WHEN 'groupName' THEN ${collections.nameFolded}
  WHEN 'exactName' THEN ${collections.name}
  WHEN 'itemCount' THEN ${collections.itemCount}
  ELSE ${collections.createdAtMs} END`

const SORT_FIELDS = ['default', 'createTime', 'updateTime', 'groupName', 'itemCount']

const countOfFound = prepared((store) =>
  store.orm.select({ count: sql<number>`count(*)` }).from(collections).where(isFound).prepare(),
)

const pageOfFound = prepared((store) =>
  store.orm
    .select({
      collection: collections,
      groupCount: qualified(sql<number>`(SELECT count(*) FROM ${collections} AS child
        WHERE child.parent_id = ${collections.id})`),
      hasCollected: qualified(hasCollected),
    })
    .from(collections)
    .where(isFound)
    .orderBy(
      sql`CASE ${direction} WHEN 'asc' THEN ${sortKey} END`,
      sql`CASE ${direction} WHEN 'desc' THEN ${sortKey} END DESC`,
      sql`CASE ${direction} WHEN 'asc' THEN ${collections.id} ELSE -${collections.id} END`,
    )
    .limit(boundNumber('limit'))
    .offset(boundNumber('offset'))
    .prepare(),
)

/** Collections that the acting user sees, filtered, ordered and paged (E1). */
export const searchCollections = (call: ServiceContext, query: AssetCollectionQuery) => {
  const keywords = distinct((query.keywordList ?? []).filter((word) => word !== '').map(foldCase))
  const parent = query.parentGroupId ?? 0
  const scope = scopeOf(call, query.scope ?? 0)
  const fewestKeywords =
    keywords.length > 0 && call.variant('A-1-7') === 'any' ? 1 : keywords.length
  const sorting = sortingOf(call, query)
  const page = requestedPage(call, query.page, query.pageSize)
  checkParent(call, parent)
  const asked = {
    ...collectionParameters(call, call.actor),
    scope,
    place: placeOf(query.parentGroupId, keywords.length > 0),
    parent,
    keywords: JSON.stringify(keywords),
    fewestKeywords,
  }
  const rows = pageOfFound(call.store).all({
    ...asked,
    ...sorting,
    limit: page.size,
    offset: page.offset,
  })
  nameListOutcome(call, page, rows.length)
  return {
    totalCount: countOfFound(call.store).get(asked)?.count ?? 0,
    list: rows.map((row) => toWire(call, row)),
  }
}

const scopeOf = (call: ServiceContext, scope: number): number => {
  if (scope >= 0 && scope <= 3) return scope
  if (call.variant('A-1-1') === 'refused')
    throw refuse.notAllowed('scope', scope, ['0', '1', '2', '3'])
  call.warn('unknown-scope', 'scope')
  return 0
}

/** Refuses or reports a parent that the acting user cannot name (A-1-7). */
const checkParent = (call: ServiceContext, id: number): void => {
  if (id === 0) return
  const access = accessTo(call, id)
  if (access?.sees) return
  if (call.variant('A-1-7.parent') === 'refused')
    throw refuse.unknownCollection('parentGroupId', id)
  if (!access) call.warn('unknown-passed-over', 'parentGroupId')
}

const placeOf = (parent: number | undefined, byKeyword: boolean): string => {
  if (parent === undefined) return 'everywhere'
  if (!byKeyword) return 'children'
  return parent === 0 ? 'everywhere' : 'tree'
}

const sortingOf = (
  call: ServiceContext,
  { sortBy: { field = 'default', sort = 'desc' } = {} }: AssetCollectionQuery,
) => {
  const isField = SORT_FIELDS.includes(field)
  const isDirection = sort === 'asc' || sort === 'desc'
  if (!(isField && isDirection) && call.variant('A-1-2') === 'refused')
    throw isField
      ? refuse.notAllowed('sortBy.sort', sort, ['asc', 'desc'])
      : refuse.notAllowed('sortBy.field', field, SORT_FIELDS)
  if (!isField) call.warn('unknown-sort', 'sortBy.field')
  if (!isDirection) call.warn('unknown-sort', 'sortBy.sort')
  const isExact = field === 'groupName' && call.variant('A-1-2.names') === 'exact'
  const known = isField ? field : 'default'
  return { sortKey: isExact ? 'exactName' : known, direction: sort === 'asc' ? 'asc' : 'desc' }
}

type Row = ReturnType<ReturnType<typeof pageOfFound>['all']>[number]

const toWire = (
  call: ServiceContext,
  { collection, groupCount, hasCollected }: Row,
): AssetCollection => ({
  id: collection.id,
  createTime: collection.createdAtMs,
  updateTime: collection.updatedAtMs,
  createUser: collection.createUser,
  updateUser: collection.updateUser,
  status: collection.status,
  parentId: collection.parentId,
  rootId: rootIdOf(call, collection),
  groupName: collection.name,
  itemCount: collection.itemCount,
  groupCount,
  belongId: collection.belongId,
  description: collection.description,
  thunders: call.variant('A-1-4') === 'addresses' ? previewUrls(call, collection.id) : null,
  hasCollected: hasCollected === 1,
})

/** `rootId` of a collection; that of a root is its own (A-1-12). */
const rootIdOf = (call: ServiceContext, { id, rootId }: Row['collection']): number =>
  id === rootId && call.variant('A-1-12') === 'zero' ? 0 : rootId

/** Assets of a collection that have previews (A-1-4). */
const PREVIEWS = 4

const firstSubResources = prepared((store) =>
  store.orm
    .select({ id: sql<number>`min(${subResources.id})` })
    .from(collectionItems)
    .innerJoin(subResources, eq(subResources.assetId, collectionItems.assetId))
    .innerJoin(assets, eq(assets.id, collectionItems.assetId))
    .where(and(eq(collectionItems.collectionId, sql.placeholder('collectionId')), assetIsVisible()))
    .groupBy(collectionItems.assetId)
    .orderBy(asc(collectionItems.assetId))
    .limit(boundNumber('limit'))
    .prepare(),
)

/** Preview URLs of the first four assets of a collection that the acting user sees. */
const previewUrls = (call: ServiceContext, collectionId: number): string[] =>
  firstSubResources(call.store)
    .all({ collectionId, limit: PREVIEWS, ...assetParameters(call, call.actor) })
    .map(({ id }) => call.signedUrl(resourcePath(id, 'thumbnail')))
