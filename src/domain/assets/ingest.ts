import { distinct } from '../../kernel/lists.ts'
import { takeIds } from '../../store/db/sequences.ts'
import { findBy, insertInto } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { assetRights, assets, atoms, subResources } from '../../store/db/tables/workspace/assets.ts'
import { files } from '../../store/db/tables/workspace/files.ts'
import { dataRoles } from '../../store/db/tables/workspace/users.ts'
import type { ServiceContext } from '../call.ts'
import { UNIT_TYPES } from '../visibility.ts'
import { linkIngested } from './asset-approval.ts'
import { assetMeant, meaningsOf } from './id-kinds.ts'
import { newAsset, newSubResource } from './new-asset.ts'

const atomById = findBy(atoms, atoms.id)
const fileByDigest = findBy(files, files.digest)
const ownerRole = findBy(dataRoles, dataRoles.code)
const insertAsset = insertInto(assets)
const insertSubResource = insertInto(subResources)
const insertRight = insertInto(assetRights)

const IS_TAKEN =
  'SELECT 1 FROM sub_resources WHERE id = :id UNION ALL SELECT 1 FROM assets WHERE id = :id'

const ATOMS_BY_IDS = `SELECT atoms.id, atoms.asset_id AS assetId
   FROM json_each(?) AS asked JOIN atoms ON atoms.id = asked.value ORDER BY asked.key`

type Atom = typeof atoms.$inferSelect

type FoundAtom = Pick<Atom, 'id' | 'assetId'>

export interface Ingester {
  readonly store: Store
  readonly nowMs: number
  readonly ownerId: number
}

/** Turns atoms into assets of the library, except for those that are to fail; an ingested atom keeps its asset (E21). */
export const ingest = (
  call: ServiceContext,
  atomIds: readonly number[],
  failing: ReadonlySet<number> = new Set(),
) => {
  const { store, nowMs, actor } = call
  if (atomIds.length === 0) call.warn('empty-list', 'assetIdList')
  const ids = distinct(atomIds)
  const found = findAtoms(store, ids)
  const taken = ingestAtoms(
    { store, nowMs, ownerId: actor.id },
    found.filter(({ id }) => !failing.has(id)),
  )
  const known = new Map(found.map(({ id, assetId }) => [id, assetId]))
  const others = ids.filter((id) => !(known.has(id) || failing.has(id)))
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

export const findAtoms = (store: Store, ids: readonly number[]): FoundAtom[] =>
  store.all<FoundAtom>(ATOMS_BY_IDS, JSON.stringify(ids))

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
  const atom = atomById(store, atomId)
  if (!atom) throw new Error(`atom ${atomId} has gone within a transaction`)
  const { name, extension, mediaType, sizeBytes, path, fileDigest } = atom
  const { width, height, durationMs, wordNum } = atom
  const id = takeIds(store, 'assetOrFile')
  const common = { name, extension }
  insertAsset(store, newAsset({ ...common, id, createUser: ownerId, createdAtMs: nowMs }))
  insertSubResource(
    store,
    newSubResource({
      ...common,
      ...{ mediaType, sizeBytes, path, fileDigest, width, height, durationMs, wordNum },
      id: fileIdOf(store, atom),
      assetId: id,
      position: 0,
      createdAtMs: atom.createdAtMs,
      uniMd5: fileByDigest(store, fileDigest)?.md5 ?? null,
    }),
  )
  const role = ownerRole(store, 'ownerRole')
  const unit = { unitType: UNIT_TYPES.user, unitId: ownerId }
  if (role) insertRight(store, { ...unit, assetId: id, dataRoleId: role.id })
  store.run('UPDATE atoms SET asset_id = ? WHERE id = ?', id, atom.id)
  return id
}

/** The atom's own id (A-id-1), except where an asset or another file of an imported database has it. */
const fileIdOf = (store: Store, { id }: Atom): number =>
  store.value<number>(IS_TAKEN, { id }) === undefined ? id : takeIds(store, 'assetOrFile')
