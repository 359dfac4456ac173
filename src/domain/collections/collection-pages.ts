import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
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
import {
  collectionIsVisible,
  type collectionParameters,
  countVisibleCollections,
} from '../collection-access.ts'
import type { BoundNameFilter, NameFilter } from './matching-names.ts'

const hasCollected = sql<number>`EXISTS (
  SELECT 1 FROM ${collectedCollections}
  WHERE ${collectedCollections.userId} = ${sql.placeholder('actor')}
    AND ${collectedCollections.collectionId} = ${collections.id})`

const createdByActor = sql`${collections.createUser} = ${sql.placeholder('actor')}`

/** Scopes by number (A-1-1); undefined adds no condition. */
export const SCOPES: Readonly<Record<number, SQL | undefined>> = {
  0: undefined,
  1: createdByActor,
  2: sql`NOT ${createdByActor}`,
  3: hasCollected,
}

/** Columns that a call may order by. */
export const SORT_FIELDS = {
  default: collections.createdAtMs,
  createTime: collections.createdAtMs,
  updateTime: collections.updatedAtMs,
  groupName: collections.nameFolded,
  itemCount: collections.itemCount,
} as const

/** A name of one of them. */
export type SortField = keyof typeof SORT_FIELDS

/** Columns that order; `exactName` is `groupName` with its case (A-1-8). */
const ORDERS = { ...SORT_FIELDS, exactName: collections.name } as const

/** The direction of an order. */
export type Direction = 'asc' | 'desc'

/** Where collections are looked for: anywhere, or below the parent that a call names, one level or all. */
export type Place = 'anywhere' | 'children' | 'subtree'

/** The choices that make one statement; the values in it are placeholders. */
export interface Plan {
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
export const pageOfCollections = keptLookup(
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

/** A collection of a page. */
export type CollectionRow = ReturnType<ReturnType<typeof prepareSearch>['list']['all']>[number]

/** Whether nothing but rights decides, so that whole subtrees are counted at once; administrators see all, which is faster. */
const isOfAllVisible = (
  { scope, names, place }: Plan,
  { admin, archiveIsApart }: { admin: number; archiveIsApart: number },
): boolean =>
  scope === 0 && names.words === 0 && place === 'anywhere' && admin === 0 && archiveIsApart === 0
