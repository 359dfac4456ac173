import { mostLike } from '../../contract/errors/did-you-mean.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import type {
  AssetCollection,
  AssetCollectionQuery,
} from '../../contract/resources/collection-shapes.ts'
import { distinct } from '../../kernel/lists.ts'
import { foldForSearch } from '../../kernel/text.ts'
import { columnsOf } from '../../store/db/statements.ts'
import { collections } from '../../store/db/tables/workspace/collections.ts'
import type { ServiceContext } from '../call.ts'
import { otherKind } from '../existence.ts'
import { resourcePath } from '../files/paths.ts'
import { nameListOutcome, requestedPage } from '../page-request.ts'
import { whyHidden } from '../users/explain-rights.ts'
import {
  ASSET_IS_VISIBLE,
  accessTo,
  assetParameters,
  COLLECTION_IS_VISIBLE,
  collectionParameters,
} from '../visibility.ts'

const IS_OWN = 'collections.create_user = :actor'

const HAS_COLLECTED = `EXISTS (SELECT 1 FROM collected_collections AS collected
  WHERE collected.user_id = :actor AND collected.collection_id = collections.id)`

/** Scopes by number (A-1-1). */
const IS_IN_SCOPE = `CASE :scope
  WHEN 1 THEN ${IS_OWN} WHEN 2 THEN NOT (${IS_OWN}) WHEN 3 THEN ${HAS_COLLECTED} ELSE 1 END`

/** Where a call looks: among the children of a collection, in the tree below it, or everywhere. */
const IS_IN_PLACE = `CASE :place
  WHEN 'children' THEN collections.parent_id = :parent
  WHEN 'tree' THEN collections.id <> :parent AND EXISTS (
    SELECT 1 FROM collection_ancestors AS above
    WHERE above.collection_id = collections.id AND above.ancestor_id = :parent)
  ELSE 1 END`

/** How many of the keywords a name must contain is bound: none, one or all (A-1-7). */
const HAS_KEYWORDS = `(SELECT count(*) FROM json_each(:keywords) AS keyword
  WHERE instr(collections.name_folded, keyword.value) > 0) >= :fewestKeywords`

const IS_FOUND = `${IS_IN_PLACE} AND ${HAS_KEYWORDS} AND ${IS_IN_SCOPE} AND ${COLLECTION_IS_VISIBLE}`

const SORT_KEY = `CASE :sortKey
  WHEN 'updateTime' THEN collections.updated_at_ms
  WHEN 'groupName' THEN collections.name_folded
  WHEN 'exactName' THEN collections.name
  WHEN 'itemCount' THEN collections.item_count
  ELSE collections.created_at_ms END`

const SORT_FIELDS = ['default', 'createTime', 'updateTime', 'groupName', 'itemCount']

const COUNT_FOUND = `SELECT count(*) FROM collections WHERE ${IS_FOUND}`

const PAGE_OF_FOUND = `SELECT ${columnsOf(collections)}, ${HAS_COLLECTED} AS hasCollected,
    (SELECT count(*) FROM collections AS child WHERE child.parent_id = collections.id) AS groupCount
  FROM collections WHERE ${IS_FOUND}
  ORDER BY
    CASE :direction WHEN 'asc' THEN ${SORT_KEY} END,
    CASE :direction WHEN 'desc' THEN ${SORT_KEY} END DESC,
    CASE :direction WHEN 'asc' THEN collections.id ELSE -collections.id END
  LIMIT (:limit + 0) OFFSET (:offset + 0)`

type Row = typeof collections.$inferSelect & { hasCollected: 0 | 1; groupCount: number }

/** Collections that the acting user sees, filtered, ordered and paged (E1). */
export const searchCollections = (call: ServiceContext, query: AssetCollectionQuery) => {
  const keywords = distinct(
    (query.keywordList ?? []).filter((word) => word !== '').map(foldForSearch),
  )
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
  const rows = call.store.all<Row>(PAGE_OF_FOUND, {
    ...asked,
    ...sorting,
    limit: page.size,
    offset: page.offset,
  })
  nameListOutcome(call, page, rows.length)
  return {
    totalCount: call.store.value<number>(COUNT_FOUND, asked) ?? 0,
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
    throw refuse
      .unknownCollection('parentGroupId', id)
      .with(access ? '' : otherKind(call, [id]))
      .because(whyHidden(call, access && `collection ${id}`))
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
  if (!isField) call.warn('unknown-sort', 'sortBy.field', mostLike(field, SORT_FIELDS))
  if (!isDirection)
    call.warn('unknown-sort', 'sortBy.sort', /^(?:asc|desc)/.exec(sort.toLowerCase())?.[0])
  const isExact = field === 'groupName' && call.variant('A-1-2.names') === 'exact'
  const known = isField ? field : 'default'
  return { sortKey: isExact ? 'exactName' : known, direction: sort === 'asc' ? 'asc' : 'desc' }
}

const toWire = (call: ServiceContext, collection: Row): AssetCollection => ({
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
  groupCount: collection.groupCount,
  belongId: collection.belongId,
  description: collection.description,
  thunders: call.variant('A-1-4') === 'addresses' ? previewUrls(call, collection.id) : null,
  hasCollected: collection.hasCollected === 1,
})

/** `rootId` of a collection; that of a root is its own (A-1-12). */
const rootIdOf = (call: ServiceContext, { id, rootId }: Row): number =>
  id === rootId && call.variant('A-1-12') === 'zero' ? 0 : rootId

/** Assets of a collection that have previews (A-1-4). */
const PREVIEWS = 4

const FIRST_SUB_RESOURCES = `SELECT min(part.id) FROM collection_items AS item
   JOIN sub_resources AS part ON part.asset_id = item.asset_id
   JOIN assets ON assets.id = item.asset_id
   WHERE item.collection_id = :collectionId AND ${ASSET_IS_VISIBLE}
   GROUP BY item.asset_id ORDER BY item.asset_id LIMIT ${PREVIEWS}`

/** Preview URLs of the first four assets of a collection that the acting user sees. */
const previewUrls = (call: ServiceContext, collectionId: number): string[] =>
  call.store
    .values<number>(FIRST_SUB_RESOURCES, { collectionId, ...assetParameters(call, call.actor) })
    .map((id) => call.signedUrl(resourcePath(id, 'thumbnail')))
