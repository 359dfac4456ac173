import { eq, sql } from 'drizzle-orm'
import { takeIds } from '../../db/sequences.ts'
import { placeholdersFor } from '../../db/sql.ts'
import { prepared, type Store } from '../../db/store.ts'
import { assetRights, assets, atoms, subResources } from '../../db/tables/workspace/assets.ts'
import { files } from '../../db/tables/workspace/files.ts'
import { dataRoles } from '../../db/tables/workspace/users.ts'
import { distinct } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { UNIT_TYPES } from '../rights.ts'
import { linkIngested } from './asset-approval.ts'
import { assetMeant, meaningsOf } from './id-kinds.ts'
import { newAsset, newSubResource } from './new-asset.ts'

const atomById = prepared((store) =>
  store.orm
    .select()
    .from(atoms)
    .where(eq(atoms.id, sql.placeholder('id')))
    .prepare(),
)

const assetOfAtom = prepared((store) =>
  store.sqlite
    .prepare<[id: number], [assetId: number | null]>('SELECT asset_id FROM atoms WHERE id = ?')
    .raw(),
)

const insertAsset = prepared((store) =>
  store.orm.insert(assets).values(placeholdersFor(assets)).prepare(),
)

const insertSubResource = prepared((store) =>
  store.orm.insert(subResources).values(placeholdersFor(subResources)).prepare(),
)

const isTaken = prepared((store) =>
  store.sqlite
    .prepare<{ id: number }, number>(
      'SELECT 1 FROM sub_resources WHERE id = :id UNION ALL SELECT 1 FROM assets WHERE id = :id',
    )
    .pluck(),
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

/** An atom with its asset; null where it has none yet. */
type FoundAtom = Pick<Atom, 'id' | 'assetId'>

/** What ingestion needs: the database, the instant and the user who gets the assets. */
export interface Ingester {
  readonly store: Store
  readonly nowMs: number
  readonly ownerId: number
}

/** The answer of E21: atoms, their assets in the same order, and unknown ids. */
export interface Ingestion {
  successList: number[]
  failedList: number[]
  successMaterialIdList: number[]
}

/** Turns atoms into assets of the library; an ingested atom keeps its asset (E21). */
export const ingest = (call: ServiceContext, atomIds: readonly number[]): Ingestion => {
  const { store, nowMs, actor } = call
  const ids = distinct(atomIds)
  const found = findAtoms(store, ids)
  const taken = ingestAtoms(
    { store, nowMs, ownerId: actor.id },
    found.filter(({ id }) => !call.failing.has(id)),
  )
  const known = new Map(found.map(({ id, assetId }) => [id, assetId]))
  const others = ids.filter((id) => !(known.has(id) || call.failing.has(id)))
  for (const [id, assetId] of acceptOthers(call, atomIds, others)) taken.set(id, assetId)
  const successList = ids.filter((id) => taken.has(id))
  const failedList = ids.filter((id) => !taken.has(id))
  if (failedList.length > 0) call.outcome('failed-list')
  if (successList.some((id) => (known.get(id) ?? null) !== null)) call.outcome('known-asset')
  return {
    successList,
    failedList,
    successMaterialIdList: successList.flatMap((id) => taken.get(id) ?? []),
  }
}

/** The atoms among these ids, in order. */
export const findAtoms = (store: Store, ids: readonly number[]): FoundAtom[] =>
  ids.flatMap((id) => {
    const row = assetOfAtom(store).get(id)
    return row ? [{ id, assetId: row[0] }] : []
  })

/** The assets of atoms, in order: new ones where they have none, which are recorded in their approvals. */
export const ingestAtoms = (
  ingester: Ingester,
  wanted: readonly FoundAtom[],
): Map<number, number> => {
  const made = wanted.filter(({ assetId }) => assetId === null).map(({ id }) => id)
  const assetsOf = new Map(
    wanted.map(({ id, assetId }) => [id, assetId ?? createAsset(ingester, id)]),
  )
  if (made.length > 0) linkIngested(ingester.store, made)
  return assetsOf
}

/** The assets that ids of another kind stand for, by variant of A-id-1; otherwise a finding for each. */
const acceptOthers = (
  call: ServiceContext,
  asked: readonly number[],
  others: readonly number[],
): [id: number, assetId: number][] => {
  const known = meaningsOf(call, call.actor, others).flatMap((meaning) => {
    const meant = assetMeant(meaning)
    return meant === null ? [] : [{ id: meaning.id, meant }]
  })
  if (known.length === 0) return []
  if (call.variant('A-id-1') === 'accepted') return known.map(({ id, meant }) => [id, meant])
  for (const { id, meant } of known)
    call.warn(
      meant === id ? 'asset-id-for-atom' : 'file-id-for-atom',
      `assetIdList[${asked.indexOf(id)}]`,
    )
  return []
}

const createAsset = ({ store, nowMs, ownerId }: Ingester, atomId: number): number => {
  const atom = atomById(store).get({ id: atomId })
  if (!atom) throw new Error(`atom ${atomId} has gone within a transaction`)
  const id = takeIds(store, 'assetOrFile')
  insertAsset(store).run(
    newAsset({
      id,
      name: atom.name,
      extension: atom.extension,
      createUser: ownerId,
      createdAtMs: nowMs,
    }),
  )
  insertSubResource(store).run(
    newSubResource({
      id: fileIdOf(store, atom),
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
      unitId: ownerId,
      dataRoleId: role.id,
    })
  rememberAsset(store).run({ id: atom.id, assetId: id })
  return id
}

/** The atom's own id (A-id-1), except where an asset or another file of an imported database has it. */
const fileIdOf = (store: Store, { id }: Atom): number =>
  isTaken(store).get({ id }) === undefined ? id : takeIds(store, 'assetOrFile')

const md5Of = (store: Store, digest: string | null): string | null =>
  digest === null ? null : (md5OfFile(store).get({ digest })?.md5 ?? null)
