import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import {
  AssetCollection,
  type AssetCollectionQuery,
} from '../../contract/resources/collection-shapes.ts'
import { inShape } from '../../contract/shapes.ts'
import { boundNumber, qualified } from '../../db/sql.ts'
import { prepared, type Store } from '../../db/store.ts'
import { assets, subResources } from '../../db/tables/workspace/assets.ts'
import {
  collectedCollections,
  collectionAncestors,
  collectionItems,
  collections,
} from '../../db/tables/workspace/collections.ts'
import { refuse } from '../../errors/refusals.ts'
import { distinct } from '../../kernel/lists.ts'
import { foldCase } from '../../kernel/text.ts'
import { assetIsVisible, assetParameters } from '../assets/visibility.ts'
import type { ServiceContext } from '../call.ts'
import { accessTo, collectionIsVisible, collectionParameters } from '../collection-access.ts'
import { resourcePath } from '../files/paths.ts'
import { namePage, pageFor } from '../page-request.ts'

const hasCollected = sql<number>`EXISTS (
  SELECT 1 FROM ${collectedCollections}
  WHERE ${collectedCollections.userId} = ${sql.placeholder('actor')}
    AND ${collectedCollections.collectionId} = ${collections.id})`

const createdByActor = sql`${collections.createUser} = ${sql.placeholder('actor')}`

/** Scopes by number (A-1-1); undefined adds no condition. */
const SCOPES: Readonly<Record<number, SQL | undefined>> = {
  0: undefined,
  1: createdByActor,
  2: sql`NOT ${createdByActor}`,
  3: hasCollected,
}

/** How names are compared with the keywords (A-1-7). */
const MATCHES = {
  unasked: undefined,
  any: sql`EXISTS (SELECT 1 FROM json_each(${sql.placeholder('words')}) AS word
    WHERE instr(${collections.nameFolded}, word.value) > 0)`,
  all: sql`NOT EXISTS (SELECT 1 FROM json_each(${sql.placeholder('words')}) AS word
    WHERE instr(${collections.nameFolded}, word.value) = 0)`,
} as const

/** Where collections are looked for: anywhere, or below the parent that a call names, one level or all. */
const PLACES = {
  anywhere: undefined,
  children: sql`${collections.parentId} = ${sql.placeholder('parent')}`,
  subtree: sql`${collections.id} <> ${sql.placeholder('parent')} AND EXISTS (
    SELECT 1 FROM ${collectionAncestors}
    WHERE ${collectionAncestors.collectionId} = ${collections.id}
      AND ${collectionAncestors.ancestorId} = ${sql.placeholder('parent')})`,
} as const

/** Columns that a call may order by. */
const ORDERS = {
  default: collections.createdAtMs,
  createTime: collections.createdAtMs,
  updateTime: collections.updatedAtMs,
  groupName: collections.nameFolded,
  itemCount: collections.itemCount,
} as const

/** The choices that make one statement. */
interface Plan {
  scope: number
  matches: keyof typeof MATCHES
  place: keyof typeof PLACES
  order: keyof typeof ORDERS
  direction: 'asc' | 'desc'
  /** Whether the case of names counts (A-1-2). */
  isExact: boolean
}

const prepareSearch = (store: Store, plan: Plan) => {
  const { scope, matches, place, order, direction, isExact } = plan
  const condition = and(MATCHES[matches], collectionIsVisible(), SCOPES[scope], PLACES[place])
  const directed = direction === 'asc' ? asc : desc
  const groupCount = sql<number>`(SELECT count(*) FROM ${collections} AS child
    WHERE child.parent_id = ${collections.id})`
  return {
    count: store.orm
      .select({ count: sql<number>`count(*)` })
      .from(collections)
      .where(condition)
      .prepare(),
    list: store.orm
      .select({
        collection: collections,
        groupCount: qualified(groupCount),
        hasCollected: qualified(hasCollected),
      })
      .from(collections)
      .where(condition)
      .orderBy(directed(isExact ? collections.name : ORDERS[order]), directed(collections.id))
      .limit(boundNumber('limit'))
      .offset(boundNumber('offset'))
      .prepare(),
  }
}

type Search = ReturnType<typeof prepareSearch>

const searches = prepared(() => new Map<string, Search>())

const searchFor = (store: Store, plan: Plan): Search => {
  const key = JSON.stringify(plan)
  const search = searches(store).get(key) ?? prepareSearch(store, plan)
  searches(store).set(key, search)
  return search
}

/** Collections that the acting user sees, filtered, ordered and paged (E1). */
export const searchCollections = (call: ServiceContext, query: AssetCollectionQuery) => {
  const words = distinct((query.keywordList ?? []).filter((word) => word !== '').map(foldCase))
  const plan: Plan = {
    scope: scopeOf(call, query.scope ?? 0),
    matches: matchesFor(call, words),
    place: placeOf(query.parentGroupId, words.length > 0),
    ...sortOf(call, query),
  }
  const page = pageFor(call, query.page, query.pageSize)
  const parent = query.parentGroupId ?? 0
  checkParent(call, parent)
  const asked = {
    ...collectionParameters(call, call.actor),
    parent,
    words: JSON.stringify(words),
  }
  const { count, list } = searchFor(call.store, plan)
  const rows = list.all({ ...asked, limit: page.size, offset: page.offset })
  namePage(call, page, rows.length)
  return {
    totalCount: count.get(asked)?.count ?? 0,
    list: rows.map((row) => toWire(call, row)),
  }
}

const matchesFor = (call: ServiceContext, words: readonly string[]): Plan['matches'] => {
  if (words.length === 0) return 'unasked'
  return call.variant('A-1-7') === 'any' ? 'any' : 'all'
}

const scopeOf = (call: ServiceContext, scope: number): number => {
  if (Object.hasOwn(SCOPES, scope)) return scope
  if (call.variant('A-1-1') === 'refused')
    throw refuse.notAllowed('scope', scope, Object.keys(SCOPES))
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

const placeOf = (parent: number | undefined, byKeyword: boolean): Plan['place'] => {
  if (parent === undefined) return 'anywhere'
  if (!byKeyword) return 'children'
  return parent === 0 ? 'anywhere' : 'subtree'
}

const sortOf = (
  call: ServiceContext,
  { sortBy: { field = 'default', sort = 'desc' } = {} }: AssetCollectionQuery,
): Pick<Plan, 'order' | 'direction' | 'isExact'> => {
  const isField = isSortField(field)
  const isDirection = sort === 'asc' || sort === 'desc'
  if (!(isField && isDirection) && call.variant('A-1-2') === 'refused')
    throw isField
      ? refuse.notAllowed('sortBy.sort', sort, ['asc', 'desc'])
      : refuse.notAllowed('sortBy.field', field, Object.keys(ORDERS))
  if (!isField) call.warn('unknown-sort', 'sortBy.field')
  if (!isDirection) call.warn('unknown-sort', 'sortBy.sort')
  return {
    order: isField ? field : 'default',
    direction: sort === 'asc' ? 'asc' : 'desc',
    isExact: field === 'groupName' && call.variant('A-1-2.names') === 'exact',
  }
}

const isSortField = (field: string): field is keyof typeof ORDERS => Object.hasOwn(ORDERS, field)

type Row = ReturnType<Search['list']['all']>[number]

const toWire = (
  call: ServiceContext,
  { collection, groupCount, hasCollected }: Row,
): AssetCollection =>
  inShape(AssetCollection, {
    ...collection,
    createTime: collection.createdAtMs,
    updateTime: collection.updatedAtMs,
    rootId: rootIdOf(call, collection),
    groupName: collection.name,
    groupCount,
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
