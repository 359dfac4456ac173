import { eq, sql } from 'drizzle-orm'
import type { PortalContentDetail } from '../../contract/resources/portal-content.ts'
import { jsonObject } from '../../db/json-object.ts'
import { keptRows } from '../../db/kept-rows.ts'
import { prepared, type Store } from '../../db/store.ts'
import { subResources } from '../../db/tables/workspace/assets.ts'
import { portalContents } from '../../db/tables/workspace/portal.ts'

/** A content beside its record, with the pictures of its asset. */
interface ContentDetails {
  readonly characters: number
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

/** Contents beside their records, by their ids. */
export const contentDetails = keptRows(
  (store: Store, ids: readonly number[]): ReadonlyMap<number, ContentDetails> => {
    const found = new Map<number, ContentDetails>()
    for (const id of ids) {
      const row = detailsById(store).get({ id })
      if (!row) continue
      const { contentText, ending, pictures } = row
      const characters = contentText.length + ending.length + pictures.length
      found.set(id, { ...row, pictures: JSON.parse(pictures), characters })
    }
    return found
  },
)

/** Whether a content is published at an instant. */
export const isPublishedAt = (
  { publishedAtMs, stoppedAtMs }: ContentDetails,
  nowMs: number,
): boolean => publishedAtMs <= nowMs && (stoppedAtMs === null || stoppedAtMs > nowMs)
