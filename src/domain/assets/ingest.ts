import { eq, sql } from 'drizzle-orm'
import { placeholdersFor } from '../../db/placeholders.ts'
import { takeIds } from '../../db/sequences.ts'
import { prepared, type Store } from '../../db/store.ts'
import { assetRights, assets, atoms, subResources } from '../../db/tables/workspace/assets.ts'
import { files } from '../../db/tables/workspace/files.ts'
import { dataRoles } from '../../db/tables/workspace/users.ts'
import { distinct } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { UNIT_TYPES } from '../rights.ts'
import { newAsset, newSubResource } from './new-asset.ts'

const atomsByIds = prepared((store) =>
  store.orm
    .select()
    .from(atoms)
    .where(sql`${atoms.id} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`)
    .prepare(),
)

const insertAsset = prepared((store) =>
  store.orm.insert(assets).values(placeholdersFor(assets)).prepare(),
)

const insertSubResource = prepared((store) =>
  store.orm.insert(subResources).values(placeholdersFor(subResources)).prepare(),
)

const insertRight = prepared((store) =>
  store.orm.insert(assetRights).values(placeholdersFor(assetRights)).prepare(),
)

const ownerRole = prepared((store) =>
  store.orm
    .select({ id: dataRoles.id })
    .from(dataRoles)
    .where(eq(dataRoles.code, 'ownerRole'))
    .prepare(),
)

const md5OfFile = prepared((store) =>
  store.orm
    .select({ md5: files.md5 })
    .from(files)
    .where(eq(files.digest, sql.placeholder('digest')))
    .prepare(),
)

const rememberAsset = prepared((store) =>
  store.orm
    .update(atoms)
    .set({ assetId: sql`${sql.placeholder('assetId')}` })
    .where(eq(atoms.id, sql.placeholder('id')))
    .prepare(),
)

type Atom = typeof atoms.$inferSelect

/** The answer of E21: atoms, their assets in the same order, and unknown ids. */
export interface Ingestion {
  successList: number[]
  failedList: number[]
  successMaterialIdList: number[]
}

/** Turns atoms into assets of the library; an ingested atom keeps its asset (E21). */
export const ingest = (call: ServiceContext, atomIds: readonly number[]): Ingestion => {
  const found = new Map(
    atomsByIds(call.store)
      .all({ ids: JSON.stringify(atomIds) })
      .map((atom) => [atom.id, atom]),
  )
  const outcome: Ingestion = { successList: [], failedList: [], successMaterialIdList: [] }
  for (const id of distinct(atomIds)) {
    const atom = found.get(id)
    if (!atom || call.failing.has(id)) {
      outcome.failedList.push(id)
      continue
    }
    outcome.successList.push(id)
    outcome.successMaterialIdList.push(atom.assetId ?? createAsset(call, atom))
  }
  return outcome
}

const createAsset = (call: ServiceContext, atom: Atom): number => {
  const { store, actor, nowMs } = call
  const id = takeIds(store, 'assetOrFile')
  insertAsset(store).run(
    newAsset({
      id,
      name: atom.name,
      extension: atom.extension,
      createUser: actor.id,
      createdAtMs: nowMs,
    }),
  )
  insertSubResource(store).run(
    newSubResource({
      id: takeIds(store, 'assetOrFile'),
      assetId: id,
      position: 0,
      name: atom.name,
      extension: atom.extension,
      mediaType: atom.mediaType,
      resType: 0,
      sizeBytes: atom.sizeBytes,
      path: atom.path,
      fileDigest: atom.fileDigest,
      uniMd5: md5Of(store, atom.fileDigest),
      width: atom.width,
      height: atom.height,
      durationMs: atom.durationMs,
      wordNum: atom.wordNum,
      createdAtMs: nowMs,
    }),
  )
  const role = ownerRole(store).get()
  if (role)
    insertRight(store).run({
      assetId: id,
      unitType: UNIT_TYPES.user,
      unitId: actor.id,
      dataRoleId: role.id,
    })
  rememberAsset(store).run({ id: atom.id, assetId: id })
  return id
}

const md5Of = (store: Store, digest: string | null): string | null =>
  digest === null ? null : (md5OfFile(store).get({ digest })?.md5 ?? null)
