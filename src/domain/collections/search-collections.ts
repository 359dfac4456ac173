import { JsonText } from '../../contract/json-text.ts'
import type { AssetCollectionQuery } from '../../contract/requests/asset-collection-query.ts'
import { refuse } from '../../errors/refusals.ts'
import { joinObjects } from '../../kernel/join-objects.ts'
import type { ServiceContext } from '../call.ts'
import { accessTo, collectionParameters } from '../collection-access.ts'
import { pageFor } from '../page-request.ts'
import {
  type CollectionRow,
  type Direction,
  type Place,
  type Plan,
  pageOfCollections,
  SCOPES,
  SORT_FIELDS,
  type SortField,
} from './collection-pages.ts'
import { type NameFilter, nameFilterFor } from './matching-names.ts'
import { previewUrls } from './previews.ts'

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

/** The JSON text of a collection, with what the variants of a call decide. */
const toWire = (call: ServiceContext, row: CollectionRow): string => {
  const thunders = call.variant('A-1-4') === 'addresses' ? previewUrls(call, row.id) : null
  return joinObjects(
    row.beforeRoot,
    `{"rootId":${rootIdOf(call, row)}}`,
    row.afterRoot,
    `{"thunders":${JSON.stringify(thunders)},"hasCollected":${row.hasCollected === 1}}`,
  )
}

/** `rootId` of a collection; that of a root is its own (A-1-12). */
const rootIdOf = (call: ServiceContext, { id, rootId }: CollectionRow): number =>
  id === rootId && call.variant('A-1-12') === 'zero' ? 0 : rootId
