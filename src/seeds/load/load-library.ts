import { reserveIds } from '../../db/sequences.ts'
import type { Store } from '../../db/store.ts'
import { assetRights, assets, atoms, subResources } from '../../db/tables/workspace/assets.ts'
import { newAsset, newSubResource } from '../../domain/assets/new-asset.ts'
import { EVERYONE_ID, UNIT_TYPES } from '../../domain/rights.ts'
import type { SeedFiles } from '../seed-files.ts'
import type { Seed } from '../seed-format.ts'
import { factsOf } from './file-facts.ts'
import { highestId, insertAll, putAll } from './insert-rows.ts'

/** Facts of an atom without a file. */
const NO_FACTS = { fileDigest: null, width: null, height: null, durationMs: null, wordNum: null }

type SeedAsset = NonNullable<Seed['assets']>[number]
/** The holder of a right. */
export type Unit = SeedAsset['rights'][number]['unit']

/** The columns by which a right names its unit. */
export const unitColumns = (unit: Unit): { unitType: number; unitId: number } => {
  if ('user' in unit) return { unitType: UNIT_TYPES.user, unitId: unit.user }
  if ('department' in unit) return { unitType: UNIT_TYPES.department, unitId: unit.department }
  return { unitType: UNIT_TYPES.everyone, unitId: EVERYONE_ID }
}

/** Loads assets with their parts and rights, and atoms. */
export const loadAssets = (store: Store, seed: Seed, files: SeedFiles): void => {
  const seedAssets = seed.assets ?? []
  const parts = seedAssets.flatMap(toSubResources(files))
  putAll(store, assets, seedAssets.map(toAsset))
  insertAll(store, subResources, parts)
  const toRight = rightsFrom(store)
  insertAll(
    store,
    assetRights,
    seedAssets.flatMap(({ id, rights }) => rights.map((right) => toRight(id, right))),
  )
  const seedAtoms = seed.atoms ?? []
  putAll(
    store,
    atoms,
    seedAtoms.map(({ file, assetId, ...atom }) => ({
      ...atom,
      ...NO_FACTS,
      ...factsOf(files, file, `atom ${atom.id}`, atom),
      assetId: assetId ?? null,
    })),
  )
  reserveIds(store, 'assetOrFile', highestId([...seedAssets, ...parts, ...seedAtoms]))
}

/** Loads rights on existing assets. */
export const loadAssetRights = (store: Store, seed: Seed): void => {
  const toRight = rightsFrom(store)
  const rights = seed.assetRights ?? []
  insertAll(
    store,
    assetRights,
    rights.map(({ assetId, ...right }) => toRight(assetId, right)),
  )
}

const toAsset = ({ rights, subResources: _, metadata: __, origin, tags, ...asset }: SeedAsset) =>
  newAsset({ ...asset, ...origin, tags: tags?.join(',') ?? '' })

const toSubResources = (files: SeedFiles) => (asset: SeedAsset) =>
  asset.subResources.map(({ file, analysisAssetIds, ...part }, position) =>
    newSubResource({
      ...part,
      analysisAssetIds: analysisAssetIds === undefined ? null : JSON.stringify(analysisAssetIds),
      ...factsOf(files, file, `part ${part.id} of asset ${asset.id}`, part),
      assetId: asset.id,
      position,
      path: `library/${asset.id}/${part.id}.${part.extension}`,
      createdAtMs: asset.createdAtMs,
      updatedAtMs: asset.updatedAtMs ?? asset.createdAtMs,
    }),
  )

const rightsFrom = (store: Store) => {
  const rows = store.sqlite
    .prepare<[], { id: number; code: string }>('SELECT id, code FROM data_roles')
    .all()
  const roleIds = new Map(rows.map(({ id, code }) => [code, id]))
  return (assetId: number, { unit, role }: SeedAsset['rights'][number]) => ({
    assetId,
    ...unitColumns(unit),
    dataRoleId: roleIds.get(role) ?? 0,
  })
}
