import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AssetCollectionQuery } from '../../contract/requests/asset-collection-query.ts'
import type { AssetCollection } from '../../contract/resources/asset-collection.ts'
import { boundNumber } from '../../db/placeholders.ts'
import { qualified } from '../../db/qualified.ts'
import { prepared, type Store } from '../../db/store.ts'
import {
  collectedCollections,
  collectionAncestors,
  collections,
} from '../../db/tables/workspace/collections.ts'
import { refuse } from '../../errors/refusals.ts'
import type { ServiceContext } from '../call.ts'
import { accessTo, collectionIsVisible, collectionParameters } from '../collection-access.ts'
import { pageFor } from '../page-request.ts'
import { countVisible } from './count-visible.ts'
import { type NameFilter, nameFilterFor } from './matching-names.ts'
import { previewUrls } from './previews.ts'

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

const SORT_FIELDS = {
  default: collections.createdAtMs,
  createTime: collections.createdAtMs,
  updateTime: collections.updatedAtMs,
  groupName: collections.nameFolded,
  itemCount: collections.itemCount,
} as const

type SortField = keyof typeof SORT_FIELDS

/** Columns that order; `exactName` is `groupName` with its case (A-1-8). */
const ORDERS = { ...SORT_FIELDS, exactName: collections.name } as const

type Direction = 'asc' | 'desc'
type Place = 'anywhere' | 'children' | 'subtree'

/** The choices that make one statement; the values in it are placeholders. */
interface Plan {
  scope: number
  names: NameFilter
  place: Place
  order: keyof typeof ORDERS
  direction: Direction
}

/** Names that count: every one, those with one word, or those that were looked up. */
const NAMES: Readonly<Record<NameFilter, SQL | undefined>> = {
  every: undefined,
  'with-word': sql`instr(${collections.nameFolded}, ${sql.placeholder('word')}) > 0`,
  'looked-up': sql`${collections.id} IN (SELECT value FROM json_each(${sql.placeholder('matching')}))`,
}

const conditionOf = ({ scope, names, place }: Plan): SQL | undefined =>
  and(
    NAMES[names],
    collectionIsVisible(),
    SCOPES[scope],
    place === 'children' ? eq(collections.parentId, sql.placeholder('parent')) : undefined,
    place === 'subtree'
      ? sql`${collections.id} <> ${sql.placeholder('parent')} AND EXISTS (
          SELECT 1 FROM ${collectionAncestors}
          WHERE ${collectionAncestors.collectionId} = ${collections.id}
            AND ${collectionAncestors.ancestorId} = ${sql.placeholder('parent')})`
      : undefined,
  )

const prepareSearch = (store: Store, plan: Plan) => {
  const condition = conditionOf(plan)
  const order = plan.direction === 'asc' ? asc : desc
  const children = sql<number>`(SELECT count(*) FROM ${collections} AS child
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
        groupCount: qualified(children),
        hasCollected: qualified(hasCollected),
      })
      .from(collections)
      .where(condition)
      .orderBy(order(ORDERS[plan.order]), order(collections.id))
      .limit(boundNumber('limit'))
      .offset(boundNumber('offset'))
      .prepare(),
  }
}

const searches = prepared(() => new Map<string, ReturnType<typeof prepareSearch>>())

const searchFor = (store: Store, plan: Plan) => {
  const key = JSON.stringify(plan)
  const kept = searches(store).get(key)
  if (kept) return kept
  const made = prepareSearch(store, plan)
  searches(store).set(key, made)
  return made
}

/** Collections that the acting user sees, filtered, ordered and paged (E1). */
export const searchCollections = (
  call: ServiceContext,
  query: AssetCollectionQuery,
): { totalCount: number; list: AssetCollection[] } => {
  const { filter, ...words } = nameFilterFor(call, query.keywordList ?? [])
  const plan = planOf(call, query, filter)
  const search = searchFor(call.store, plan)
  const page = pageFor(call, query.page, query.pageSize)
  checkParent(call, query.parentGroupId ?? 0)
  const parameters = {
    ...collectionParameters(call, call.actor),
    ...words,
    parent: query.parentGroupId ?? 0,
  }
  const rows = search.list.all({ ...parameters, limit: page.size, offset: page.offset })
  if (rows.length === 0) call.outcome('empty-list')
  else if (page.number > 1) call.outcome('further-page')
  return {
    totalCount: isOfAllVisible(plan, parameters)
      ? countVisible(call.store, parameters)
      : (search.count.get(parameters)?.count ?? 0),
    list: rows.map((row) => toWire(call, row)),
  }
}

/** Whether nothing but rights decides, so that whole subtrees are counted at once; administrators see all, which is faster. */
const isOfAllVisible = (
  { scope, names, place }: Plan,
  { admin, archiveIsApart }: { admin: number; archiveIsApart: number },
): boolean =>
  scope === 0 && names === 'every' && place === 'anywhere' && admin === 0 && archiveIsApart === 0

const planOf = (call: ServiceContext, query: AssetCollectionQuery, names: NameFilter): Plan => {
  const scope = scopeOf(call, query.scope ?? 0)
  const { field, direction } = sortOf(call, query)
  const isExact = field === 'groupName' && call.variant('A-1-8') === 'exact'
  return {
    scope,
    names,
    place: placeOf(query.parentGroupId, names !== 'every'),
    order: isExact ? 'exactName' : field,
    direction,
  }
}

const scopeOf = (call: ServiceContext, scope: number): number => {
  if (Object.hasOwn(SCOPES, scope)) return scope
  if (call.variant('A-1-1') === 'refused')
    throw refuse.notAllowed('scope', scope, Object.keys(SCOPES))
  call.warn('unknown-scope', 'scope')
  return 0
}

/** Refuses or reports a parent that the acting user cannot name (A-1-13). */
const checkParent = (call: ServiceContext, id: number): void => {
  if (id === 0) return
  const access = accessTo(call, id)
  if (access?.sees) return
  if (call.variant('A-1-13') === 'refused') throw refuse.unknownCollection('parentGroupId', id)
  if (!access) call.warn('unknown-passed-over', 'parentGroupId')
}

const placeOf = (parent: number | undefined, byKeyword: boolean): Place => {
  if (parent === undefined) return 'anywhere'
  if (!byKeyword) return 'children'
  return parent === 0 ? 'anywhere' : 'subtree'
}

const sortOf = (
  call: ServiceContext,
  { sortBy }: AssetCollectionQuery,
): { field: SortField; direction: Direction } => {
  const field = sortBy?.field ?? 'default'
  const direction = sortBy?.sort ?? 'desc'
  const known = {
    field: isSortField(field),
    direction: direction === 'asc' || direction === 'desc',
  }
  if (!(known.field && known.direction) && call.variant('A-1-2') === 'refused')
    throw known.field
      ? refuse.notAllowed('sortBy.sort', direction, ['asc', 'desc'])
      : refuse.notAllowed('sortBy.field', field, Object.keys(SORT_FIELDS))
  if (!known.field) call.warn('unknown-sort', 'sortBy.field')
  if (!known.direction) call.warn('unknown-sort', 'sortBy.sort')
  return {
    field: isSortField(field) ? field : 'default',
    direction: direction === 'asc' ? 'asc' : 'desc',
  }
}

const isSortField = (field: string): field is SortField => Object.hasOwn(SORT_FIELDS, field)

type Row = ReturnType<ReturnType<typeof prepareSearch>['list']['all']>[number]

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
