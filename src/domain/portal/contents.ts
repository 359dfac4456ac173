import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { JsonText } from '../../contract/json-text.ts'
import type { PortalContentQuery } from '../../contract/requests/portal-content-query.ts'
import type { PortalContentSelection } from '../../contract/requests/portal-content-selection.ts'
import type { PictureParam } from '../../contract/resources/primitives.ts'
import { countPublished, countTagged } from '../../db/count-rows.ts'
import { boundNumber, inBoundList } from '../../db/placeholders.ts'
import { prepared, type Store } from '../../db/store.ts'
import { portalContents } from '../../db/tables/workspace/portal.ts'
import { refuse } from '../../errors/refusals.ts'
import { joinObjects } from '../../kernel/join-objects.ts'
import { foldCase } from '../../kernel/text.ts'
import type { ServiceContext } from '../call.ts'
import { coverPath, resourcePath } from '../files/paths.ts'
import { pageFor, pageText } from '../page-request.ts'
import { contentDetails, contentTexts, isPublishedAt } from './content-texts.ts'
import {
  type FilterCondition,
  findFilteredContents,
  TAGS,
  withUnknownValues,
} from './filtered-contents.ts'
import { contentIsShown, shownParameters } from './shown-contents.ts'

const blockById = prepared((store) =>
  store.sqlite.prepare<[id: number], number>('SELECT id FROM portal_blocks WHERE id = ?').pluck(),
)

const isPublished = sql`${portalContents.publishedAtMs} <= ${sql.placeholder('nowMs')}
  AND (${portalContents.stoppedAtMs} IS NULL OR ${portalContents.stoppedAtMs} > ${sql.placeholder('nowMs')})`

const isFitting = sql`(${sql.placeholder('isFiltered')} = 0
  OR ${inBoundList(portalContents.id, 'fitting')})`

const hasText = sql`instr(${portalContents.searchFolded}, ${sql.placeholder('searchText')}) > 0`

const inSearch = and(
  eq(portalContents.blockId, sql.placeholder('blockId')),
  isPublished,
  contentIsShown(),
  hasText,
  isFitting,
)

/** The contents of a tag, which are in the order of a page. */
const tagged = sql`portal_tagged_contents AS tagged`
const isTagged = sql`${portalContents.id} = tagged.content_id`

const inTaggedSearch = and(
  sql`tagged.block_id = ${sql.placeholder('blockId')} AND tagged.tag = ${sql.placeholder('tag')}
    AND tagged.published_at_ms <= ${sql.placeholder('nowMs')}
    AND (tagged.stopped_at_ms IS NULL OR tagged.stopped_at_ms > ${sql.placeholder('nowMs')})`,
  contentIsShown(),
  hasText,
)

const searchCount = prepared((store) =>
  store.orm.select({ count: sql<number>`count(*)` }).from(portalContents).where(inSearch).prepare(),
)

const searchPage = (direction: typeof asc) =>
  prepared((store) =>
    store.orm
      .select({ id: portalContents.id })
      .from(portalContents)
      .where(inSearch)
      .orderBy(direction(portalContents.publishedAtMs), direction(portalContents.id))
      .limit(boundNumber('limit'))
      .offset(boundNumber('offset'))
      .prepare(),
  )

const taggedCount = prepared((store) =>
  store.orm
    .select({ count: sql<number>`count(*)` })
    .from(tagged)
    .innerJoin(portalContents, isTagged)
    .where(inTaggedSearch)
    .prepare(),
)

const taggedPage = (direction: typeof asc) =>
  prepared((store) =>
    store.orm
      .select({ id: portalContents.id })
      .from(tagged)
      .innerJoin(portalContents, isTagged)
      .where(inTaggedSearch)
      .orderBy(direction(sql`tagged.published_at_ms`), direction(sql`tagged.content_id`))
      .limit(boundNumber('limit'))
      .offset(boundNumber('offset'))
      .prepare(),
  )

/** Searches of a block, and of one tag in it; pages by the variants of A-6-1. */
const SEARCHES = {
  block: { newest: searchPage(desc), oldest: searchPage(asc), count: searchCount },
  tag: { newest: taggedPage(desc), oldest: taggedPage(asc), count: taggedCount },
}

const fieldsWithCodes = prepared((store) =>
  store.sqlite
    .prepare<[string], string>(
      'SELECT code FROM metadata_fields WHERE code IN (SELECT value FROM json_each(?))',
    )
    .pluck(),
)

const shownById = prepared((store) =>
  store.orm
    .select({ id: portalContents.id })
    .from(portalContents)
    .where(and(eq(portalContents.id, sql.placeholder('id')), contentIsShown()))
    .prepare(),
)

/** One page of the published contents of a block (E6). */
export const searchContents = (call: ServiceContext, query: PortalContentQuery): JsonText => {
  const { store, nowMs } = call
  const isKnown = blockById(store).get(query.blockId) !== undefined
  if (!isKnown && call.variant('A-6-6') === 'refused')
    throw refuse.unknownBlock('blockId', query.blockId)
  const page = pageFor(call, query.pageNum, query.pageSize)
  const conditions = conditionsOf(call, query.filterConditionList ?? [])
  const tag = onlyTagOf(conditions)
  const isFiltered = conditions.length > 0 && tag === undefined
  const fitting = isFiltered ? fittingContents(call, query.blockId, conditions) : '[]'
  const parameters = {
    ...shownParameters(call),
    blockId: query.blockId,
    nowMs,
    searchText: foldCase(query.searchText ?? ''),
    isFiltered: Number(isFiltered),
    fitting,
    tag,
  }
  const search = SEARCHES[tag === undefined ? 'block' : 'tag']
  const rows = search[call.variant('A-6-1')](store).all({
    ...parameters,
    limit: page.size,
    offset: page.offset,
  })
  if (rows.length === 0) call.outcome('empty-list')
  else if (page.number > 1) call.outcome('further-page')
  // A page that is neither full nor empty is the last one, so nothing has to be counted.
  const isLast = rows.length > 0 && rows.length < page.size
  const totalCount = isLast ? page.offset + rows.length : countFound(store, parameters)
  return pageText(page, totalCount, `[${recordsOf(call, rows, query.pictureParam).join(',')}]`)
}

type Parameters = ReturnType<typeof shownParameters> & {
  blockId: number
  nowMs: number
  searchText: string
  isFiltered: number
  fitting: string
  tag: string | undefined
}

/** Without a condition on single contents none of them is read. */
const countFound = (store: Store, parameters: Parameters): number => {
  const { blockId, nowMs, showsAll, searchText, isFiltered, tag } = parameters
  if (!showsAll || isFiltered || searchText !== '') {
    const { count } = SEARCHES[tag === undefined ? 'block' : 'tag']
    return count(store).get(parameters)?.count ?? 0
  }
  return tag === undefined
    ? countPublished(store, blockId, nowMs)
    : countTagged(store, { blockId, tag, nowMs })
}

/** The tag that is the only condition, for which there is an index. */
const onlyTagOf = ([condition, ...others]: readonly FilterCondition[]): string | undefined =>
  condition?.code === TAGS && condition.values.length === 1 && others.length === 0
    ? condition.values[0]
    : undefined

/** One published content with its details (E11). */
export const getContent = (
  call: ServiceContext,
  { id, pictureParam }: PortalContentSelection,
): JsonText => {
  // First, so that a refusal names the decisions about it too.
  const mayBeShown = isShown(call, id)
  const details = contentDetails(call.store, [id]).get(id)
  if (!(mayBeShown && details && isPublishedAt(details, call.nowMs)))
    throw refuse.unknownContent('id', id)
  const [record = ''] = recordsOf(call, [{ id }], pictureParam)
  const { contentText, pictures, ending } = details
  const urls = pictures.map((id) => call.signedUrl(resourcePath(id, 'preview', pictureParam)))
  const detailPictures = `{"detailPictures":${JSON.stringify(urls)}}`
  return new JsonText(joinObjects(record, contentText, detailPictures, ending))
}

const isShown = (call: ServiceContext, id: number): boolean => {
  const parameters = shownParameters(call)
  return parameters.showsAll === 1 || shownById(call.store).get({ id, ...parameters }) !== undefined
}

/** The ids of the contents that fit, as JSON text; where none does, values that no content can have are findings. */
const fittingContents = (
  call: ServiceContext,
  blockId: number,
  conditions: readonly FilterCondition[],
): string => {
  const found = findFilteredContents(call.store, blockId, conditions)
  if (found === '[]')
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

/** The records of contents as E6 lists them, each as JSON text. */
const recordsOf = (
  call: ServiceContext,
  rows: readonly { id: number }[],
  size: PictureParam | undefined,
): string[] => {
  const ids = rows.map(({ id }) => id)
  const texts = contentTexts(call.store, ids)
  return ids.flatMap((id) => {
    const text = texts.get(id)
    if (!text) return []
    const form = text.hasMetadata ? call.variant('A-metadata-1') : 'none'
    const picture = JSON.stringify(call.signedUrl(coverPath(id, size)))
    return [`${text.textUntilPicture(form)}${picture}}`]
  })
}
