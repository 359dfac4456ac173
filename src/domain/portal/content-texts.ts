import { eq, sql } from 'drizzle-orm'
import type { VariantOf } from '../../contract/assumptions/index.ts'
import type {
  PortalContent,
  PortalContentDetail,
  PortalMetadataInfo,
} from '../../contract/resources/portal-content.ts'
import { jsonObject } from '../../db/json-object.ts'
import { keptRows } from '../../db/kept-results.ts'
import { inBoundList } from '../../db/placeholders.ts'
import { prepared, type Store } from '../../db/store.ts'
import { subResources } from '../../db/tables/workspace/assets.ts'
import { portalBlocks, portalContents, portals } from '../../db/tables/workspace/portal.ts'
import { carriedValues } from './carried-values.ts'

/** A metadata field with the names of the values that a content carries. */
type Named = [field: string, names: string[]]

/** The forms in which metadata are shown. */
type Form = VariantOf<'A-metadata-1'>

/** The record of a content up to its picture, which is the same for every caller. */
export class ContentText {
  readonly characters: number
  readonly #untilMetadata: string
  readonly #named: readonly Named[] | undefined
  readonly #texts: Partial<Record<Form, string>> = {}

  /** Takes the record with `metadataInfo` as its last field, and the metadata that belong into it. */
  constructor(record: string, named: readonly Named[] | undefined) {
    this.#untilMetadata = record.slice(0, -'}}'.length)
    this.#named = named
    // The text of each form that is asked for is kept too.
    this.characters = 2 * (record.length + charactersOf(named))
  }

  /** Whether the content or its asset has values of metadata fields. */
  get hasMetadata(): boolean {
    return this.#named !== undefined
  }

  /** The JSON text of the record with its metadata in a form, without its end. Codes of fields are hexadecimal digits. */
  textUntilPicture(form: Form): string {
    this.#texts[form] ??= `${this.#untilMetadata}${this.#fieldsAs(form)}},"coverPicture":`
    return this.#texts[form]
  }

  #fieldsAs(form: Form): string {
    let fields = ''
    if (form !== 'none')
      for (const [field, names] of this.#named ?? [])
        fields += `,"${field}":${JSON.stringify(form === 'names' ? names : names.join(','))}`
    return fields
  }
}

const charactersOf = (named: readonly Named[] = []): number => {
  let characters = 0
  for (const [field, names] of named) {
    characters += field.length
    for (const name of names) characters += name.length
  }
  return characters
}

const recordsByIds = prepared((store) =>
  store.orm
    .select({
      id: portalContents.id,
      record: jsonObject<Omit<PortalContent, 'coverPicture'>>({
        id: portalContents.id,
        portalId: portals.code,
        blockId: portalContents.blockId,
        coreId: portalContents.coreId,
        name: portalContents.name,
        metadataInfo: jsonObject<Pick<PortalMetadataInfo, 'CUSTOMER_PORTAL_PUBLISH_TIME'>>({
          CUSTOMER_PORTAL_PUBLISH_TIME: portalContents.publishedAtMs,
        }),
      }),
    })
    .from(portalContents)
    .innerJoin(portalBlocks, eq(portalBlocks.id, portalContents.blockId))
    .innerJoin(portals, eq(portals.id, portalBlocks.portalId))
    .where(inBoundList(portalContents.id, 'ids'))
    .prepare(),
)

/**
 * The names of the values that contents carry: fields in the order of their codes, names in that of their values.
 * The outer select leaves out the columns of the order, since each column of a row takes time.
 */
const namesOf = prepared((store) =>
  store.sqlite
    .prepare<[contentIds: string], [contentId: number, field: string, name: string]>(
      `WITH wanted (id) AS (SELECT value FROM json_each(?))
       SELECT id, field, name FROM (${carriedValues({
         select: `SELECT content.id AS id, carried.field_code AS field, value.name, value.sort AS sort, value.code AS code
          FROM wanted JOIN portal_contents content ON content.id = wanted.id`,
         joins: `JOIN metadata_values value
          ON value.field_code = carried.field_code AND value.code = carried.value_code`,
       })})
       ORDER BY id, field, sort, code`,
    )
    .raw(),
)

/** The texts of contents, by their ids. */
export const contentTexts = keptRows(
  (store: Store, contentIds: readonly number[]): ReadonlyMap<number, ContentText> => {
    const ids = JSON.stringify(contentIds)
    const named = groupNames(namesOf(store).all(ids))
    const rows = recordsByIds(store).all({ ids })
    return new Map(rows.map(({ id, record }) => [id, new ContentText(record, named.get(id))]))
  },
  ({ characters }) => characters,
)

/** The fields of each content; the rows of a field follow each other. */
const groupNames = (
  rows: readonly [contentId: number, field: string, name: string][],
): Map<number, Named[]> => {
  const byContent = new Map<number, Named[]>()
  for (const [contentId, field, name] of rows) {
    const fields = byContent.get(contentId) ?? []
    byContent.set(contentId, fields)
    const last = fields.at(-1)
    if (last?.[0] === field) last[1].push(name)
    else fields.push([field, [name]])
  }
  return byContent
}

/** A content beside its record, with the pictures of its asset. */
interface ContentDetails {
  readonly publishedAtMs: number
  readonly stoppedAtMs: number | null
  readonly contentText: string
  readonly ending: string
  readonly pictures: readonly number[]
}

const detailsById = prepared((store) =>
  store.orm
    .select({
      publishedAtMs: portalContents.publishedAtMs,
      stoppedAtMs: portalContents.stoppedAtMs,
      contentText: jsonObject<Pick<PortalContentDetail, 'contentText'>>({
        contentText: portalContents.text,
      }),
      ending: jsonObject<Pick<PortalContentDetail, 'publishTime' | 'buttonName' | 'buttonLinkUrl'>>(
        {
          publishTime: portalContents.publishedAtMs,
          buttonName: portalContents.buttonName,
          buttonLinkUrl: portalContents.buttonLinkUrl,
        },
      ),
      pictures: sql<string>`(SELECT json_group_array(${subResources.id} ORDER BY ${subResources.position})
        FROM ${subResources} WHERE ${subResources.assetId} = ${portalContents.coreId})`,
    })
    .from(portalContents)
    .where(eq(portalContents.id, sql.placeholder('id')))
    .prepare(),
)

/** The maximum length of an id as text. */
const CHARACTERS_OF_ID = 16

/** Contents beside their records, by their ids. */
export const contentDetails = keptRows(
  (store: Store, ids: readonly number[]): ReadonlyMap<number, ContentDetails> => {
    const found = new Map<number, ContentDetails>()
    for (const id of ids) {
      const row = detailsById(store).get({ id })
      if (!row) continue
      found.set(id, { ...row, pictures: JSON.parse(row.pictures) })
    }
    return found
  },
  ({ contentText, ending, pictures }) =>
    contentText.length + ending.length + pictures.length * CHARACTERS_OF_ID,
)

/** Whether a content is published at an instant. */
export const isPublishedAt = (
  { publishedAtMs, stoppedAtMs }: ContentDetails,
  nowMs: number,
): boolean => publishedAtMs <= nowMs && (stoppedAtMs === null || stoppedAtMs > nowMs)
