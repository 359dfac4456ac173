import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { JsonText } from '../../contract/json-text.ts'
import type { AssetCollectionQuery } from '../../contract/requests/asset-collection-query.ts'
import type { AssetCollection } from '../../contract/resources/asset-collection.ts'
import { jsonObject } from '../../db/json-object.ts'
import { keptLookup } from '../../db/kept-results.ts'
import { boundNumber, inBoundList } from '../../db/placeholders.ts'
import { qualified } from '../../db/qualified.ts'
import { prepared, type Store } from '../../db/store.ts'
import {
  collectedCollections,
  collectionAncestors,
  collections,
} from '../../db/tables/workspace/collections.ts'
import { refuse } from '../../errors/refusals.ts'
import { joinObjects } from '../../kernel/join-objects.ts'
import type { ServiceContext } from '../call.ts'
import {
  accessTo,
  collectionIsVisible,
  collectionParameters,
  countVisibleCollections,
} from '../collection-access.ts'
import { pageFor } from '../page-request.ts'
import { type BoundNameFilter, type NameFilter, nameFilterFor } from './matching-names.ts'
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

const nameMatches = ({ words, matchesAny }: NameFilter): SQL | undefined => {
  if (words === 'looked-up') return inBoundList(collections.id, 'matching')
  const found = Array.from(
    { length: words },
    (_, index) => sql`instr(${collections.nameFolded}, ${sql.placeholder(`word${index}`)}) > 0`,
  )
  return matchesAny ? or(...found) : and(...found)
}

const conditionOf = ({ scope, names, place }: Plan): SQL | undefined =>
  and(
    nameMatches(names),
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

type FieldBeforeRoot =
  | 'id'
  | 'createTime'
  | 'updateTime'
  | 'createUser'
  | 'updateUser'
  | 'status'
  | 'parentId'

const beforeRoot = jsonObject<Pick<AssetCollection, FieldBeforeRoot>>({
  id: collections.id,
  createTime: collections.createdAtMs,
  updateTime: collections.updatedAtMs,
  createUser: collections.createUser,
  updateUser: collections.updateUser,
  status: collections.status,
  parentId: collections.parentId,
})

const afterRoot = jsonObject<
  Omit<AssetCollection, FieldBeforeRoot | 'rootId' | 'thunders' | 'hasCollected'>
>({
  groupName: collections.name,
  itemCount: collections.itemCount,
  groupCount: sql`(SELECT count(*) FROM ${collections} AS child
    WHERE child.parent_id = ${collections.id})`,
  belongId: collections.belongId,
  description: collections.description,
})

const prepareSearch = (store: Store, plan: Plan) => {
  const condition = conditionOf(plan)
  const order = plan.direction === 'asc' ? asc : desc
  return {
    count: store.orm
      .select({ count: sql<number>`count(*)` })
      .from(collections)
      .where(condition)
      .prepare(),
    list: store.orm
      .select({
        id: collections.id,
        rootId: collections.rootId,
        beforeRoot: beforeRoot,
        afterRoot: qualified(afterRoot),
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

interface Asked {
  readonly plan: Plan
  readonly words: BoundNameFilter['parameters']
  readonly parameters: ReturnType<typeof collectionParameters> & { parent: number }
  readonly limit: number
  readonly offset: number
}

/** A page of collections, kept because callers ask for the same one until something changes. */
const pageOfCollections = keptLookup(
  (store, { plan, words, parameters, ...limits }: Asked) => {
    const search = searchFor(store, plan)
    return {
      rows: search.list.all({ ...parameters, ...words, ...limits }),
      totalCount: isOfAllVisible(plan, parameters)
        ? countVisibleCollections(store, parameters)
        : (search.count.get({ ...parameters, ...words })?.count ?? 0),
    }
  },
  {
    keyOf: JSON.stringify,
    sizeOf: ({ rows }) =>
      rows.reduce(
        (sum, { beforeRoot, afterRoot }) => sum + beforeRoot.length + afterRoot.length,
        0,
      ),
    until: 'any-write',
  },
)

/** Collections that the acting user sees, filtered, ordered and paged (E1). */
export const searchCollections = (call: ServiceContext, query: AssetCollectionQuery): JsonText => {
  const { filter, parameters: words } = nameFilterFor(call, query.keywordList ?? [])
  const plan = planOf(call, query, filter)
  const page = pageFor(call, query.page, query.pageSize)
  checkParent(call, query.parentGroupId ?? 0)
  const parameters = {
    ...collectionParameters(call, call.actor),
    parent: query.parentGroupId ?? 0,
  }
  const { rows, totalCount } = pageOfCollections(call.store, {
    plan,
    words,
    parameters,
    limit: page.size,
    offset: page.offset,
  })
  if (rows.length === 0) call.outcome('empty-list')
  else if (page.number > 1) call.outcome('further-page')
  const list = rows.map((row) => toWire(call, row)).join(',')
  return new JsonText(`{"totalCount":${totalCount},"list":[${list}]}`)
}

/** Whether nothing but rights decides, so that whole subtrees are counted at once; administrators see all, which is faster. */
const isOfAllVisible = (
  { scope, names, place }: Plan,
  { admin, archiveIsApart }: { admin: number; archiveIsApart: number },
): boolean =>
  scope === 0 && names.words === 0 && place === 'anywhere' && admin === 0 && archiveIsApart === 0

const planOf = (call: ServiceContext, query: AssetCollectionQuery, names: NameFilter): Plan => {
  const scope = scopeOf(call, query.scope ?? 0)
  const { field, direction } = sortOf(call, query)
  const isExact = field === 'groupName' && call.variant('A-1-8') === 'exact'
  return {
    scope,
    names,
    place: placeOf(query.parentGroupId, names.words !== 0),
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

/** The JSON text of a collection, with what the variants of a call decide. */
const toWire = (call: ServiceContext, row: Row): string => {
  const thunders = call.variant('A-1-4') === 'addresses' ? previewUrls(call, row.id) : null
  return joinObjects(
    row.beforeRoot,
    `{"rootId":${rootIdOf(call, row)}}`,
    row.afterRoot,
    `{"thunders":${JSON.stringify(thunders)},"hasCollected":${row.hasCollected === 1}}`,
  )
}

/** `rootId` of a collection; that of a root is its own (A-1-12). */
const rootIdOf = (call: ServiceContext, { id, rootId }: Row): number =>
  id === rootId && call.variant('A-1-12') === 'zero' ? 0 : rootId
