import { mostLike } from '../../contract/errors/did-you-mean.ts'
import type { Refusal } from '../../contract/errors/refusal.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import type {
  PortalContent,
  PortalContentDetail,
  PortalContentQuery,
  PortalContentSelection,
  PortalMetadataInfo,
} from '../../contract/resources/portal-shapes.ts'
import type { PictureParam } from '../../contract/resources/primitives.ts'
import { groupBy } from '../../kernel/lists.ts'
import { foldForSearch } from '../../kernel/text.ts'
import type { Store } from '../../store/db/store.ts'
import type { ServiceContext } from '../call.ts'
import { otherKind } from '../existence.ts'
import { coverPath, resourcePath } from '../files/paths.ts'
import { nameListOutcome, pageAnswer, requestedPage } from '../page-request.ts'
import { ASSET_IS_VISIBLE, assetParameters } from '../visibility.ts'

/** The code for conditions on the tags of a content; every other code is the code of a metadata field (A-6-2). */
const TAGS = 'tags'

/** A condition of E6: a content fits when it has any of the values. */
interface FilterCondition {
  index: number
  code: string
  values: readonly string[]
}

interface Parts {
  select: string
  joins?: string
  where?: string
}

/**
 * A query of the values of metadata fields that contents carry: their own, and those of their asset for fields
 * of which they have none (A-metadata-1). It needs the contents as `content`; a value is `carried`.
 */
const carriedValues = ({ select, joins = '', where = '1' }: Parts): string =>
  `${select} JOIN content_metadata carried ON carried.content_id = content.id ${joins}
   WHERE ${where}
   UNION ALL
   ${select} JOIN asset_metadata carried ON carried.asset_id = content.core_id ${joins}
   WHERE ${where} AND NOT EXISTS (SELECT 1 FROM content_metadata own
     WHERE own.content_id = content.id AND own.field_code = carried.field_code)`

const NAMES_OF = `SELECT contentId, field, name FROM (${carriedValues({
  select: `SELECT content.id AS contentId, carried.field_code AS field, value.name, value.sort, value.code
      FROM json_each(:ids) asked JOIN portal_contents content ON content.id = asked.value`,
  joins: `JOIN metadata_values value
      ON value.field_code = carried.field_code AND value.code = carried.value_code`,
})})
  ORDER BY contentId, field, sort, code`

interface CarriedName {
  contentId: number
  field: string
  name: string
}

/** The values that contents carry, by content: fields in the order of their codes, names in that of their values. */
const carriedNames = (store: Store, contentIds: readonly number[]) =>
  groupBy(
    store.all<CarriedName>(NAMES_OF, { ids: JSON.stringify(contentIds) }),
    ({ contentId }) => contentId,
  )

/** `+` keeps SQLite from reading the contents of all blocks by the index of tags. */
const TAGGED_IN_BLOCK = `SELECT id FROM portal_contents content WHERE block_id = :blockId AND EXISTS (
     SELECT 1 FROM portal_content_tags tag
     WHERE tag.content_id = content.id AND +tag.tag IN (SELECT value FROM json_each(:values)))`

const CARRYING_IN_BLOCK = carriedValues({
  select: 'SELECT content.id FROM portal_contents content',
  where: `content.block_id = :blockId AND carried.field_code = :code
    AND +carried.value_code IN (SELECT value FROM json_each(:values))`,
})

/** The ids of the contents of a block that fit every condition; undefined without a condition. */
const findFittingContents = (
  store: Store,
  blockId: number,
  conditions: readonly FilterCondition[],
): number[] | undefined => {
  const [first, ...others] = conditions.map(({ code, values }) => {
    const query = code === TAGS ? TAGGED_IN_BLOCK : CARRYING_IN_BLOCK
    return new Set(store.values<number>(query, { blockId, code, values: JSON.stringify(values) }))
  })
  return first && [...first].filter((id) => others.every((ids) => ids.has(id)))
}

const KNOWN_FIELDS =
  'SELECT code FROM metadata_fields WHERE code IN (SELECT value FROM json_each(?))'

const UNKNOWN_VALUES = `SELECT DISTINCT asked.value ->> 0 FROM json_each(?) AS asked
   WHERE NOT EXISTS (SELECT 1 FROM metadata_values
     WHERE field_code = asked.value ->> 1 AND code = asked.value ->> 2)
     AND NOT (asked.value ->> 1 = '${TAGS}' AND EXISTS (
       SELECT 1 FROM portal_content_tags WHERE tag = asked.value ->> 2))
   ORDER BY 1`

/** The places of the conditions with a value that nothing has: no code of the field, or no tag. */
const withUnknownValues = (store: Store, conditions: readonly FilterCondition[]): number[] => {
  const asked = conditions.flatMap(({ code, values, index }) =>
    values.map((value) => [index, code, value]),
  )
  return asked.length === 0 ? [] : store.values<number>(UNKNOWN_VALUES, JSON.stringify(asked))
}

const FIELD_BY_NAME = 'SELECT code FROM metadata_fields WHERE name = ? ORDER BY code LIMIT 1'

const CODE_BY_NAME = `SELECT code FROM metadata_values
   WHERE field_code = ? AND name IN (SELECT value FROM json_each(?)) ORDER BY sort, code LIMIT 1`

/** The code of a value whose name a condition has in its place. */
const codeMeant = (
  store: Store,
  conditions: readonly FilterCondition[],
  index: number,
): string | undefined => {
  const { code, values } = conditions.find((one) => one.index === index) ?? {}
  return code && store.value<string>(CODE_BY_NAME, code, JSON.stringify(values))
}

/** The acting user sees a content whose asset is visible (A-11-1); see {@link visibilityParameters}. */
const IS_VISIBLE = `(:showsAll = 1 OR EXISTS (
  SELECT 1 FROM assets WHERE assets.id = content.core_id AND ${ASSET_IS_VISIBLE}))`

/** The parameters of `IS_VISIBLE`; an administrator sees every asset, so none is looked up. */
const visibilityParameters = (call: ServiceContext) => {
  const showsPublished = call.variant('A-11-1') === 'published'
  const showsAll = showsPublished || call.actor.role === 'administrator'
  return { ...assetParameters(call, call.actor), showsAll: showsAll ? 1 : 0 }
}

const IS_PUBLISHED = `content.published_at_ms <= :nowMs
  AND (content.stopped_at_ms IS NULL OR content.stopped_at_ms > :nowMs)`

const IS_ASKED = `content.block_id = :blockId AND ${IS_PUBLISHED}
  AND instr(content.search_folded, :searchText) > 0
  AND (:fitting IS NULL OR content.id IN (SELECT value FROM json_each(:fitting)))
  AND ${IS_VISIBLE}`

const COUNT_ASKED = `SELECT count(*) FROM portal_contents AS content WHERE ${IS_ASKED}`

interface RecordRow {
  id: number
  portalId: string
  blockId: number
  coreId: number
  name: string
  publishedAtMs: number
}

const RECORD_COLUMNS = `content.id, portal.code AS portalId, content.block_id AS blockId,
  content.core_id AS coreId, content.name, content.published_at_ms AS publishedAtMs`

const FROM_CONTENTS = `FROM portal_contents AS content
  JOIN portal_blocks AS block ON block.id = content.block_id
  JOIN portals AS portal ON portal.id = block.portal_id`

const pageInOrder = (direction: 'ASC' | 'DESC'): string => `
  SELECT ${RECORD_COLUMNS} ${FROM_CONTENTS} WHERE ${IS_ASKED}
  ORDER BY content.published_at_ms ${direction}, content.id ${direction}
  LIMIT (:limit + 0) OFFSET (:offset + 0)`

/** Pages by the variants of A-6-1. */
const PAGES = { newest: pageInOrder('DESC'), oldest: pageInOrder('ASC') }

export const searchContents = (call: ServiceContext, query: PortalContentQuery) => {
  const { store, nowMs } = call
  const isKnown =
    store.value<number>('SELECT 1 FROM portal_blocks WHERE id = ?', query.blockId) !== undefined
  if (!isKnown && call.variant('A-6-6') === 'refused')
    throw refuse.unknownBlock('blockId', query.blockId).with(otherKind(call, [query.blockId]))
  const page = requestedPage(call, query.pageNum, query.pageSize)
  const conditions = conditionsOf(call, query.filterConditionList ?? [])
  const fitting = findFittingContents(store, query.blockId, conditions)
  if (fitting?.length === 0)
    for (const index of withUnknownValues(store, conditions))
      call.warn(
        'unknown-filter-value',
        `filterConditionList[${index}].value`,
        codeMeant(store, conditions, index),
      )
  const asked = {
    ...visibilityParameters(call),
    blockId: query.blockId,
    nowMs,
    searchText: foldForSearch(query.searchText ?? ''),
    fitting: fitting ? JSON.stringify(fitting) : null,
  }
  const limits = { limit: page.size, offset: page.offset }
  const rows = store.all<RecordRow>(PAGES[call.variant('A-6-1')], { ...asked, ...limits })
  const totalCount = store.value<number>(COUNT_ASKED, asked) ?? 0
  nameListOutcome(call, page, rows.length)
  return pageAnswer(page, totalCount, recordsOf(call, rows, query.pictureParam))
}

/** The conditions of a search; one with an unknown code matches nothing, unless a variant lets it pass (A-6-2). */
const conditionsOf = (
  call: ServiceContext,
  conditions: NonNullable<PortalContentQuery['filterConditionList']>,
): FilterCondition[] => {
  const codes = conditions.map(({ code }) => code).filter((code) => code !== TAGS)
  const known = new Set([TAGS, ...call.store.values<string>(KNOWN_FIELDS, JSON.stringify(codes))])
  return conditions.flatMap(({ code, value }, index): FilterCondition[] => {
    if (known.has(code)) return [{ index, code, values: value }]
    call.warn(
      'unknown-filter-code',
      `filterConditionList[${index}].code`,
      mostLike(code, [TAGS]) ?? call.store.value<string>(FIELD_BY_NAME, code),
    )
    return call.variant('A-6-2') === 'ignored' ? [] : [{ index, code, values: [] }]
  })
}

const recordsOf = (
  call: ServiceContext,
  rows: readonly RecordRow[],
  size: PictureParam | undefined,
): PortalContent[] => {
  const names = carriedNames(
    call.store,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => recordOf(call, row, { carried: names.get(row.id), size }))
}

const recordOf = (
  call: ServiceContext,
  { id, portalId, blockId, coreId, name, publishedAtMs }: RecordRow,
  { carried, size }: { carried: CarriedName[] | undefined; size: PictureParam | undefined },
): PortalContent => ({
  id,
  portalId,
  blockId,
  coreId,
  name,
  metadataInfo: metadataOf(call, publishedAtMs, carried),
  coverPicture: call.signedUrl(coverPath(id, size)),
})

/** When a content was published, and the names of the values that it carries (A-metadata-1). */
const metadataOf = (
  call: ServiceContext,
  publishedAtMs: number,
  carried: readonly CarriedName[] | undefined,
): PortalMetadataInfo => {
  const info: PortalMetadataInfo = { CUSTOMER_PORTAL_PUBLISH_TIME: publishedAtMs }
  const form = carried ? call.variant('A-metadata-1') : 'none'
  if (form === 'none') return info
  for (const [field, values] of groupBy(carried ?? [], (value) => value.field)) {
    const names = values.map(({ name }) => name)
    info[field] = form === 'names' ? names : names.join(',')
  }
  return info
}

interface ContentRow extends RecordRow {
  contentText: string
  buttonName: string
  buttonLinkUrl: string
}

const VISIBLE_BY_ID = `SELECT ${RECORD_COLUMNS}, content.text AS contentText,
    content.button_name AS buttonName, content.button_link_url AS buttonLinkUrl
  ${FROM_CONTENTS} WHERE content.id = :id AND ${IS_PUBLISHED} AND ${IS_VISIBLE}`

const unknownContent = (call: ServiceContext, id: number): Refusal => {
  const refusal = refuse.unknownContent('id', id)
  const isThere = call.store.value<number>('SELECT 1 FROM portal_contents WHERE id = ?', id)
  return isThere === undefined
    ? refusal.with(otherKind(call, [id]))
    : refusal.because(
        `content ${id} exists, but it is not published yet, or its asset is not visible (A-visibility-1); use the id of a record that E6 returns`,
      )
}

const PARTS_OF_ASSET = 'SELECT id FROM sub_resources WHERE asset_id = ? ORDER BY position'

export const getContent = (
  call: ServiceContext,
  { id, pictureParam }: PortalContentSelection,
): PortalContentDetail => {
  const row = call.store.get<ContentRow>(VISIBLE_BY_ID, {
    id,
    nowMs: call.nowMs,
    ...visibilityParameters(call),
  })
  if (!row) throw unknownContent(call, id)
  const carried = carriedNames(call.store, [id]).get(id)
  const parts = call.store.values<number>(PARTS_OF_ASSET, row.coreId)
  return {
    ...recordOf(call, row, { carried, size: pictureParam }),
    contentText: row.contentText,
    detailPictures: parts.map((part) =>
      call.signedUrl(resourcePath(part, 'preview', pictureParam)),
    ),
    publishTime: row.publishedAtMs,
    buttonName: row.buttonName,
    buttonLinkUrl: row.buttonLinkUrl,
  }
}
