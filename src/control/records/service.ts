import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../db/store.ts'
import { marketingTasks } from '../../db/tables/workspace/marketing.ts'
import {
  assetMetadata,
  contentMetadata,
  metadataValues,
} from '../../db/tables/workspace/metadata.ts'
import { notifications } from '../../db/tables/workspace/notifications.ts'
import { portalCollaborators } from '../../db/tables/workspace/portal.ts'
import { imageSearchReports, trackingRecords } from '../../db/tables/workspace/reports.ts'
import { users } from '../../db/tables/workspace/users.ts'
import { zoneOffsetOf } from '../../domain/zone.ts'
import { formatTimestamp } from '../../kernel/timestamps.ts'
import { LIMITS } from '../../limits.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { counterOf, type Kind } from './record-kind.ts'
import type { RecordKind, Records } from './schema.ts'
import { WORK_KINDS } from './work-records.ts'

const limit = sql.placeholder('limit')
const offset = sql.placeholder('offset')

const tracking = prepared((store) =>
  store.orm
    .select()
    .from(trackingRecords)
    .orderBy(desc(trackingRecords.id))
    .limit(limit)
    .offset(offset)
    .prepare(),
)

const notified = prepared((store) =>
  store.orm
    .select({ ...getTableColumns(notifications), email: users.email })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .orderBy(desc(notifications.id))
    .limit(limit)
    .offset(offset)
    .prepare(),
)

const collaborators = prepared((store) =>
  store.orm
    .select()
    .from(portalCollaborators)
    .orderBy(desc(portalCollaborators.updatedAtMs), desc(portalCollaborators.id))
    .limit(limit)
    .offset(offset)
    .prepare(),
)

const marketing = prepared((store) =>
  store.orm
    .select()
    .from(marketingTasks)
    .orderBy(desc(marketingTasks.updatedAtMs), desc(marketingTasks.id))
    .limit(limit)
    .offset(offset)
    .prepare(),
)

const imageSearch = prepared((store) =>
  store.orm
    .select()
    .from(imageSearchReports)
    .orderBy(desc(imageSearchReports.id))
    .limit(limit)
    .offset(offset)
    .prepare(),
)

/** How many assets or contents carry a value, and the lowest ids of them. */
const carriers = (table: typeof assetMetadata | typeof contentMetadata, id: SQLiteColumn) => {
  const isValue = sql`field_code = ${metadataValues.fieldCode} AND value_code = ${metadataValues.code}`
  return {
    count: sql<number>`(SELECT count(*) FROM ${table} WHERE ${isValue})`,
    ids: sql<string>`(SELECT json_group_array(id ORDER BY id) FROM (SELECT ${id} AS id FROM ${table}
      WHERE ${isValue} ORDER BY ${id} LIMIT ${sql.raw(String(LIMITS.carriers.max))}))`,
  }
}

const metadata = prepared((store) =>
  store.orm
    .select({
      ...getTableColumns(metadataValues),
      assets: carriers(assetMetadata, assetMetadata.assetId),
      contents: carriers(contentMetadata, contentMetadata.contentId),
    })
    .from(metadataValues)
    .orderBy(
      desc(metadataValues.updatedAtMs),
      asc(metadataValues.fieldCode),
      asc(metadataValues.code),
    )
    .limit(limit)
    .offset(offset)
    .prepare(),
)

const KINDS = {
  tracking: {
    count: counterOf('tracking_records'),
    read: ({ store }, window) =>
      tracking(store)
        .all(window)
        .map(({ id, receivedAtMs, record }) => ({ id, receivedAtMs, record: JSON.parse(record) })),
  },
  notifications: {
    count: counterOf('notifications'),
    read: ({ store, clock }, window) =>
      notified(store)
        .all(window)
        .map((row) => ({
          id: row.id,
          user: row.email,
          userId: row.userId,
          templateCode: row.templateCode,
          modelCode: row.modelCode,
          sendTime: row.sendAtMs,
          content: { htmlContent: row.htmlContent },
          url: row.url,
          createTime: row.createdAtMs,
          isVisible: row.sendAtMs <= clock.now(),
        })),
  },
  collaborators: {
    count: counterOf('portal_collaborators'),
    read: ({ store }, window) =>
      collaborators(store)
        .all(window)
        .map(({ updatedAtMs, ...row }) => ({ ...row, updateTime: updatedAtMs })),
  },
  'marketing-tasks': {
    count: counterOf('marketing_tasks'),
    read: (workspace, window) =>
      marketing(workspace.store)
        .all(window)
        .map(({ id, releaseAtMs, updatedAtMs, ...row }) => ({
          creativeId: id,
          ...row,
          releaseTime: formatTimestamp(releaseAtMs, zoneOf(workspace)),
          updateTime: updatedAtMs,
        })),
  },
  'image-search': {
    count: counterOf('image_search_reports'),
    read: ({ store }, window) => imageSearch(store).all(window),
  },
  metadata: {
    count: counterOf('metadata_values'),
    read: ({ store }, window) =>
      metadata(store)
        .all(window)
        .map((row) => ({
          attrCode: row.fieldCode,
          attrValueCode: row.code,
          attrValueName: row.name,
          parentCode: row.parentCode,
          sort: row.sort,
          updateTime: row.updatedAtMs,
          assetCount: row.assets.count,
          assetIds: JSON.parse(row.assets.ids),
          contentCount: row.contents.count,
          contentIds: JSON.parse(row.contents.ids),
        })),
  },
  ...WORK_KINDS,
} satisfies { [K in RecordKind]: Kind<K> }

/** Maximum size of one answer: records can be of any size. */
const MAX_ANSWER_LENGTH = LIMITS.recordsAnswerBytes.max

/** Rows are read in batches, of which the next is likely to fit. */
const MAX_ROWS_AT_A_TIME = 500

/** Reads the records of a kind: at most `limit`, fewer where they are large; `total` counts all. */
export const readRecords = (workspace: Workspace, kind: RecordKind, limit: number): Records => {
  const records: object[] = []
  let length = 0
  let wanted = 1
  while (records.length < limit && length < MAX_ANSWER_LENGTH) {
    const window = { limit: Math.min(wanted, limit - records.length), offset: records.length }
    const rows = KINDS[kind].read(workspace, window)
    records.push(...rows)
    length += JSON.stringify(rows).length
    if (rows.length < window.limit) break
    const usual = length / records.length
    wanted = Math.min(MAX_ROWS_AT_A_TIME, 1 + Math.floor((MAX_ANSWER_LENGTH - length) / usual / 8))
  }
  return { kind, total: KINDS[kind].count(workspace.store), records } as Records
}

const zoneOf = (workspace: Workspace): number => zoneOffsetOf(workspace.variant('A-time-1'))
