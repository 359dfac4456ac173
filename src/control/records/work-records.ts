import { desc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/store.ts'
import { approvals } from '../../db/tables/workspace/approvals.ts'
import { atoms } from '../../db/tables/workspace/assets.ts'
import { crowdMembers, crowdPacks, PACK_WIRE_ID } from '../../db/tables/workspace/crowds.ts'
import { uploadParts, uploads } from '../../db/tables/workspace/uploads.ts'
import { findApproval } from '../../domain/approvals/find-approval.ts'
import { viewOf } from '../approvals/service.ts'
import { counterOf, type Kind } from './record-kind.ts'

const limit = sql.placeholder('limit')
const offset = sql.placeholder('offset')

const approvalRows = prepared((store) =>
  store.orm
    .select()
    .from(approvals)
    .orderBy(desc(approvals.id))
    .limit(limit)
    .offset(offset)
    .prepare(),
)

const uploadRows = prepared((store) =>
  store.orm
    .select({
      uploadId: uploads.id,
      filePath: uploads.filePath,
      name: uploads.name,
      type: uploads.mediaType,
      size: uploads.sizeBytes,
      status: uploads.status,
      createTime: uploads.createdAtMs,
      expireTime: uploads.expiresAtMs,
      completeTime: uploads.completedAtMs,
      sha256: uploads.fileDigest,
      parts: sql<string>`(SELECT json_group_array(
          json_object('partNumber', part_number, 'etag', etag, 'size', size_bytes) ORDER BY part_number)
        FROM ${uploadParts} WHERE upload_id = ${uploads}.id)`,
    })
    .from(uploads)
    .orderBy(desc(uploads.createdAtMs), desc(uploads.id))
    .limit(limit)
    .offset(offset)
    .prepare(),
)

const atomRows = prepared((store) =>
  store.orm
    .select({
      id: atoms.id,
      path: atoms.path,
      name: atoms.name,
      extension: atoms.extension,
      size: atoms.sizeBytes,
      type: atoms.mediaType,
      sha256: atoms.fileDigest,
      createUser: atoms.createUser,
      createTime: atoms.createdAtMs,
      materialId: atoms.assetId,
    })
    .from(atoms)
    .orderBy(desc(atoms.id))
    .limit(limit)
    .offset(offset)
    .prepare(),
)

const packId = sql<number>`${sql.raw(PACK_WIRE_ID)}`

const packRows = prepared((store) =>
  store.orm
    .select({
      crowdPackId: packId,
      corpId: crowdPacks.corpId,
      source: crowdPacks.source,
      name: crowdPacks.name,
      selfAgent: crowdPacks.selfAgent,
      completeStatus: crowdPacks.isComplete,
      createTime: crowdPacks.createdAtMs,
      memberCount: sql<number>`(SELECT count(*) FROM ${crowdMembers}
        WHERE ${eq(crowdMembers.packId, sql`${crowdPacks}.id`)})`,
    })
    .from(crowdPacks)
    .where(sql`${crowdPacks.isDeleted} = 0`)
    .orderBy(desc(crowdPacks.createdAtMs), desc(packId))
    .limit(limit)
    .offset(offset)
    .prepare(),
)

/** Records of E9, E13, E16 and E7: requests, decisions and progress that no operation shows. */
export const WORK_KINDS = {
  approvals: {
    count: counterOf('approvals'),
    read: ({ store }, window) =>
      approvalRows(store)
        .all(window)
        .map(({ id, status, createdAtMs, variables, ...request }) => ({
          approvalId: id,
          status,
          createTime: createdAtMs,
          ...request,
          variables: JSON.parse(variables),
          ...progressOf(store, id),
        })),
  },
  uploads: {
    count: counterOf('uploads'),
    read: ({ store }, window) =>
      uploadRows(store)
        .all(window)
        .map((row) => ({ ...row, parts: JSON.parse(row.parts) })),
  },
  atoms: {
    count: counterOf('atoms'),
    read: ({ store }, window) => atomRows(store).all(window),
  },
  'crowd-packs': {
    count: counterOf('crowd_packs WHERE is_deleted = 0'),
    read: ({ store }, window) => packRows(store).all(window),
  },
} satisfies { [K in 'approvals' | 'uploads' | 'atoms' | 'crowd-packs']: Kind<K> }

const progressOf = (database: Parameters<typeof findApproval>[0], id: number) => {
  const state = findApproval(database, id)
  if (!state) return { objects: [], materials: [], tasks: [] }
  const { materials, tasks } = viewOf(database, state)
  return { objects: materials.map(({ objectId }) => objectId), materials, tasks }
}
