import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { PortalContentQuery } from '../../contract/requests/portal-content-query.ts'
import type { PortalContentSelection } from '../../contract/requests/portal-content-selection.ts'
import type { PortalContent, PortalContentDetail } from '../../contract/resources/portal-content.ts'
import type { PictureParam } from '../../contract/resources/primitives.ts'
import { boundNumber } from '../../db/placeholders.ts'
import { prepared, type Store } from '../../db/store.ts'
import { portalBlocks, portalContents, portals } from '../../db/tables/workspace/portal.ts'
import { refuse } from '../../errors/refusals.ts'
import { totalPages } from '../../kernel/paging.ts'
import { foldCase } from '../../kernel/text.ts'
import type { ServiceContext } from '../call.ts'
import { coverPath, resourcePath } from '../files/paths.ts'
import { pageFor } from '../page-request.ts'
import { countPublished } from './count-contents.ts'
import {
  type FilterCondition,
  findFilteredContents,
  TAGS,
  withUnknownValues,
} from './filtered-contents.ts'
import { contentIsShown, shownParameters } from './shown-contents.ts'
import { shownMetadata } from './shown-metadata.ts'

const blockById = prepared((store) =>
  store.sqlite.prepare<[id: number], number>('SELECT id FROM portal_blocks WHERE id = ?').pluck(),
)

const isPublished = sql`${portalContents.publishedAtMs} <= ${sql.placeholder('nowMs')}
  AND (${portalContents.stoppedAtMs} IS NULL OR ${portalContents.stoppedAtMs} > ${sql.placeholder('nowMs')})`

const isFitting = sql`(${sql.placeholder('isFiltered')} = 0
  OR ${portalContents.id} IN (SELECT value FROM json_each(${sql.placeholder('fitting')})))`

const inSearch = and(
  eq(portalContents.blockId, sql.placeholder('blockId')),
  isPublished,
  contentIsShown(),
  sql`instr(${portalContents.searchFolded}, ${sql.placeholder('searchText')}) > 0`,
  isFitting,
)

const searchCount = prepared((store) =>
  store.orm.select({ count: sql<number>`count(*)` }).from(portalContents).where(inSearch).prepare(),
)

const searchPage = (direction: typeof asc) =>
  prepared((store) =>
    store.orm
      .select({ content: portalContents, portalCode: portals.code })
      .from(portalContents)
      .innerJoin(portalBlocks, eq(portalBlocks.id, portalContents.blockId))
      .innerJoin(portals, eq(portals.id, portalBlocks.portalId))
      .where(inSearch)
      .orderBy(direction(portalContents.publishedAtMs), direction(portalContents.id))
      .limit(boundNumber('limit'))
      .offset(boundNumber('offset'))
      .prepare(),
  )

/** Pages by the variants of A-6-1. */
const PAGES = { newest: searchPage(desc), oldest: searchPage(asc) }

const fieldsWithCodes = prepared((store) =>
  store.sqlite
    .prepare<[string], string>(
      'SELECT code FROM metadata_fields WHERE code IN (SELECT value FROM json_each(?))',
    )
    .pluck(),
)

const publishedById = prepared((store) =>
  store.orm
    .select({ content: portalContents, portalCode: portals.code })
    .from(portalContents)
    .innerJoin(portalBlocks, eq(portalBlocks.id, portalContents.blockId))
    .innerJoin(portals, eq(portals.id, portalBlocks.portalId))
    .where(and(eq(portalContents.id, sql.placeholder('id')), isPublished, contentIsShown()))
    .prepare(),
)

const picturesOf = prepared((store) =>
  store.sqlite
    .prepare<[assetId: number], number>(
      'SELECT id FROM sub_resources WHERE asset_id = ? ORDER BY position',
    )
    .pluck(),
)

type Row = NonNullable<ReturnType<ReturnType<typeof publishedById>['get']>>

/** One page of the published contents of a block (E6). */
export const searchContents = (call: ServiceContext, query: PortalContentQuery) => {
  const { store, nowMs } = call
  const isKnown = blockById(store).get(query.blockId) !== undefined
  if (!isKnown && call.variant('A-6-6') === 'refused')
    throw refuse.unknownBlock('blockId', query.blockId)
  const page = pageFor(call, query.pageNum, query.pageSize)
  const conditions = conditionsOf(call, query.filterConditionList ?? [])
  const isFiltered = conditions.length > 0
  const fitting = isFiltered ? fittingContents(call, query.blockId, conditions) : []
  const parameters = {
    ...shownParameters(call),
    blockId: query.blockId,
    nowMs,
    searchText: foldCase(query.searchText ?? ''),
    isFiltered: Number(isFiltered),
    fitting: JSON.stringify(fitting),
  }
  const rows = PAGES[call.variant('A-6-1')](store).all({
    ...parameters,
    limit: page.size,
    offset: page.offset,
  })
  if (rows.length === 0) call.outcome('empty-list')
  else if (page.number > 1) call.outcome('further-page')
  // A page that is neither full nor empty is the last one, so nothing has to be counted.
  const isLast = rows.length > 0 && rows.length < page.size
  const totalCount = isLast ? page.offset + rows.length : countFound(store, parameters)
  return {
    pageNum: page.number,
    pageSize: page.size,
    totalCount,
    totalPage: totalPages(totalCount, page.size),
    records: toRecords(call, rows, query.pictureParam),
  }
}

type Parameters = ReturnType<typeof shownParameters> & {
  blockId: number
  nowMs: number
  searchText: string
  isFiltered: number
  fitting: string
}

/** Without a condition on single contents nothing is judged, as the published ones are counted already. */
const countFound = (store: Store, parameters: Parameters): number => {
  const { blockId, nowMs, showsAll, searchText, isFiltered } = parameters
  return showsAll && !isFiltered && searchText === ''
    ? countPublished(store, blockId, nowMs)
    : (searchCount(store).get(parameters)?.count ?? 0)
}

/** One published content with its details (E11). */
export const getContent = (
  call: ServiceContext,
  { id, pictureParam }: PortalContentSelection,
): PortalContentDetail => {
  const row = publishedById(call.store).get({ id, nowMs: call.nowMs, ...shownParameters(call) })
  if (!row) throw refuse.unknownContent('id', id)
  const pictures = picturesOf(call.store).all(row.content.coreId)
  return {
    ...toRecord(call, row, shownMetadata(call, [id]), pictureParam),
    contentText: row.content.text,
    detailPictures: pictures.map((id) => call.signedUrl(resourcePath(id, 'preview', pictureParam))),
    publishTime: row.content.publishedAtMs,
    buttonName: row.content.buttonName,
    buttonLinkUrl: row.content.buttonLinkUrl,
  }
}

/** The contents that fit; where none does, values that no content can have are findings. */
const fittingContents = (
  call: ServiceContext,
  blockId: number,
  conditions: readonly FilterCondition[],
): number[] => {
  const found = findFilteredContents(call.store, blockId, conditions)
  if (found.length === 0)
    for (const index of withUnknownValues(call.store, conditions))
      call.warn('unknown-filter-value', `filterConditionList[${index}].value`)
  return found
}

/** The conditions of a search; one with an unknown code matches nothing, unless a variant lets it pass (A-6-2). */
const conditionsOf = (
  call: ServiceContext,
  conditions: NonNullable<PortalContentQuery['filterConditionList']>,
): FilterCondition[] => {
  const codes = conditions.map(({ code }) => code).filter((code) => code !== TAGS)
  const fields = codes.length === 0 ? [] : fieldsWithCodes(call.store).all(JSON.stringify(codes))
  const known = new Set([TAGS, ...fields])
  return conditions.flatMap(({ code, value }, index): FilterCondition[] => {
    if (known.has(code)) return [{ index, code, values: value }]
    call.warn('unknown-filter-code', `filterConditionList[${index}].code`)
    return call.variant('A-6-2') === 'ignored' ? [] : [{ index, code, values: [] }]
  })
}

const toRecords = (
  call: ServiceContext,
  rows: readonly Row[],
  size: PictureParam | undefined,
): PortalContent[] => {
  const ids = rows.map(({ content }) => content.id)
  const metadata = shownMetadata(call, ids)
  return rows.map((row) => toRecord(call, row, metadata, size))
}

const toRecord = (
  call: ServiceContext,
  { content, portalCode }: Row,
  metadata: ReturnType<typeof shownMetadata>,
  size: PictureParam | undefined,
): PortalContent => ({
  id: content.id,
  portalId: portalCode,
  blockId: content.blockId,
  coreId: content.coreId,
  name: content.name,
  metadataInfo: {
    CUSTOMER_PORTAL_PUBLISH_TIME: content.publishedAtMs,
    ...metadata.get(content.id),
  },
  coverPicture: call.signedUrl(coverPath(content.id, size)),
})
