import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { variantOf } from '../../contract/ledger/index.ts'
import { prepared, type Store } from '../../db/store.ts'
import { marketingTasks } from '../../db/tables/world/marketing.ts'
import { metadataValues } from '../../db/tables/world/metadata.ts'
import { notifications } from '../../db/tables/world/notifications.ts'
import { users } from '../../db/tables/world/people.ts'
import { portalCollaborators } from '../../db/tables/world/portal.ts'
import { imageSearchReports, trackingRecords } from '../../db/tables/world/reports.ts'
import { formatTimestamp, ZONE_OFFSET_MS } from '../../kernel/timestamps.ts'
import type { Workspace } from '../workspace.ts'

/** Rows that operations write and none shows, newest first, in the document's words. */
export interface Records {
  kind: RecordKind
  total: number
  records: object[]
}

const limit = sql.placeholder('limit')

const tracking = prepared((store) =>
  store.orm.select().from(trackingRecords).orderBy(desc(trackingRecords.id)).limit(limit).prepare(),
)

const notified = prepared((store) =>
  store.orm
    .select({ ...getTableColumns(notifications), email: users.email })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .orderBy(desc(notifications.id))
    .limit(limit)
    .prepare(),
)

const collaborators = prepared((store) =>
  store.orm
    .select()
    .from(portalCollaborators)
    .orderBy(desc(portalCollaborators.updatedAtMs), desc(portalCollaborators.id))
    .limit(limit)
    .prepare(),
)

const marketing = prepared((store) =>
  store.orm
    .select()
    .from(marketingTasks)
    .orderBy(desc(marketingTasks.updatedAtMs), desc(marketingTasks.id))
    .limit(limit)
    .prepare(),
)

const imageSearch = prepared((store) =>
  store.orm
    .select()
    .from(imageSearchReports)
    .orderBy(desc(imageSearchReports.id))
    .limit(limit)
    .prepare(),
)

const metadata = prepared((store) =>
  store.orm
    .select()
    .from(metadataValues)
    .orderBy(
      desc(metadataValues.updatedAtMs),
      asc(metadataValues.fieldCode),
      asc(metadataValues.code),
    )
    .limit(limit)
    .prepare(),
)

interface Kind {
  table: string
  read(workspace: Workspace, limit: number): object[]
}

const KINDS = {
  tracking: {
    table: 'tracking_records',
    read: ({ world }, limit) =>
      tracking(world)
        .all({ limit })
        .map(({ id, receivedAtMs, record }) => ({ id, receivedAtMs, record: JSON.parse(record) })),
  },
  notifications: {
    table: 'notifications',
    read: ({ world, clock }, limit) =>
      notified(world)
        .all({ limit })
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
    table: 'portal_collaborators',
    read: ({ world }, limit) =>
      collaborators(world)
        .all({ limit })
        .map(({ updatedAtMs, ...row }) => ({ ...row, updateTime: updatedAtMs })),
  },
  'marketing-tasks': {
    table: 'marketing_tasks',
    read: (workspace, limit) =>
      marketing(workspace.world)
        .all({ limit })
        .map(({ id, releaseAtMs, updatedAtMs, ...row }) => ({
          creativeId: id,
          ...row,
          releaseTime: formatTimestamp(releaseAtMs, zoneOf(workspace)),
          updateTime: updatedAtMs,
        })),
  },
  'image-search': {
    table: 'image_search_reports',
    read: ({ world }, limit) => imageSearch(world).all({ limit }),
  },
  metadata: {
    table: 'metadata_values',
    read: ({ world }, limit) =>
      metadata(world)
        .all({ limit })
        .map((row) => ({
          attrCode: row.fieldCode,
          attrValueCode: row.code,
          attrValueName: row.name,
          parentCode: row.parentCode,
          sort: row.sort,
          updateTime: row.updatedAtMs,
        })),
  },
} as const satisfies Record<string, Kind>

/** A kind of record. */
export type RecordKind = keyof typeof KINDS

/** All kinds of records. */
export const RECORD_KINDS = Object.keys(KINDS) as RecordKind[]

/** Reads what operations have written of one kind; `limit` bounds the rows, `total` counts them all. */
export const readRecords = (workspace: Workspace, kind: RecordKind, limit: number): Records => ({
  kind,
  total: countRows(workspace.world, KINDS[kind].table),
  records: KINDS[kind].read(workspace, limit),
})

const countRows = (store: Store, table: string): number =>
  store.sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0

const zoneOf = ({ record }: Workspace): number =>
  variantOf('A-time-1', record.variants) === 'utc' ? 0 : ZONE_OFFSET_MS
