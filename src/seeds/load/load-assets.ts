import { InvalidDataError } from '../../contract/errors/invalid-data-error.ts'
import { quote } from '../../contract/errors/quote.ts'
import { newAsset, newSubResource } from '../../domain/assets/new-asset.ts'
import { EVERYONE_ID, UNIT_TYPES } from '../../domain/visibility.ts'
import { sha256Hex } from '../../kernel/signature.ts'
import { reserveIds } from '../../store/db/sequences.ts'
import type { Store } from '../../store/db/store.ts'
import { assetRights, assets, atoms, subResources } from '../../store/db/tables/workspace/assets.ts'
import { displayedSize } from '../../store/media/work.ts'
import type { SeedMode } from '../check-names.ts'
import type { SeedFiles } from '../seed-files.ts'
import type { SeedLists, SeedRow } from '../seed-format.ts'
import { fillAll, highestId, insertAll, putAll, removeOf } from './insert-rows.ts'
import { releaseFileIds } from './release-file-ids.ts'

type SeedAsset = SeedRow<'assets'>
export type Unit = SeedAsset['rights'][number]['unit']

export const unitColumns = (unit: Unit): { unitType: number; unitId: number } => {
  if ('user' in unit) return { unitType: UNIT_TYPES.user, unitId: unit.user }
  if ('department' in unit) return { unitType: UNIT_TYPES.department, unitId: unit.department }
  return { unitType: UNIT_TYPES.everyone, unitId: EVERYONE_ID }
}

export const loadAssets = (
  store: Store,
  seed: SeedLists,
  files: SeedFiles,
  mode: SeedMode,
): void => {
  const parts = seed.assets.flatMap(toSubResources(files))
  const atomRows = seed.atoms.map(({ file, ...atom }) => ({
    ...atom,
    ...factsOf(files, file, `atom ${atom.id}`, atom),
  }))
  putAll(store, assets, seed.assets.map(toAsset))
  removeOf(store, subResources, 'assetId', seed.assets)
  // What is ingested by the fragment keeps its file.
  if (mode === 'replace')
    releaseFileIds(
      store,
      seed.atoms.flatMap(({ id, assetId }) => (assetId === undefined ? id : [])),
    )
  insertAll(store, subResources, parts)
  putAll(store, atoms, atomRows)
  reserveIds(store, 'assetOrFile', highestId([...seed.assets, ...parts, ...seed.atoms]))
  loadRights(store, seed, mode)
}

const toAsset = ({ rights: _, subResources: __, origin, tags, ...asset }: SeedAsset) =>
  newAsset({ ...asset, ...origin, tags: tags?.join(',') ?? '' })

const toSubResources = (files: SeedFiles) => (asset: SeedAsset) =>
  asset.subResources.map(({ file, analysisAssetIds, ...part }, position) =>
    newSubResource({
      ...part,
      analysisAssetIds: analysisAssetIds === undefined ? null : JSON.stringify(analysisAssetIds),
      ...factsOf(files, file, `part ${part.id} of asset ${asset.id}`, part),
      assetId: asset.id,
      position,
      path: `upload/${sha256Hex(`${asset.id}/${part.id}`).slice(0, 32)}.${part.extension}`,
      createdAtMs: asset.createdAtMs,
      updatedAtMs: asset.updatedAtMs ?? asset.createdAtMs,
    }),
  )

/** Loads the rights on assets of the seed and on others, of which those of the same unit are replaced. */
const loadRights = (store: Store, seed: SeedLists, mode: SeedMode): void => {
  const roles = store.all<{ id: number; code: string }>('SELECT id, code FROM data_roles')
  const roleIds = new Map(roles.map(({ id, code }) => [code, id]))
  const toRight = (assetId: number, { unit, role }: SeedAsset['rights'][number]) => ({
    assetId,
    ...unitColumns(unit),
    dataRoleId: roleIds.get(role) ?? 0,
  })
  const own = seed.assets.flatMap(({ id, rights }) => rights.map((right) => toRight(id, right)))
  fillAll(store, assetRights, 'assetId', seed.assets, own)
  const others = seed.assetRights.map(({ assetId, ...right }) => toRight(assetId, right))
  if (mode === 'replace')
    for (const { assetId, unitType, unitId } of others)
      store.run(REMOVE_RIGHTS, assetId, unitType, unitId)
  insertAll(store, assetRights, others)
}

const REMOVE_RIGHTS =
  'DELETE FROM asset_rights WHERE asset_id = ? AND unit_type = ? AND unit_id = ?'

/** File facts that a seed may declare: in place of a file, or where a file does not say them. */
type Declared = Pick<
  SeedRow<'assets'>['subResources'][number],
  'mediaType' | 'sizeBytes' | 'width' | 'height' | 'durationMs' | 'wordNum'
>

/** The facts of a part's or an atom's file, or those that the seed declares in place of a file. */
const factsOf = (files: SeedFiles, name: string | undefined, whose: string, declared: Declared) => {
  if (name === undefined) {
    const { mediaType, sizeBytes } = declared
    if (mediaType === undefined || sizeBytes === undefined)
      throw new InvalidDataError(`${whose} needs file, or else mediaType and sizeBytes`)
    return { mediaType, sizeBytes }
  }
  const file = files.byName.get(name)
  if (!file) throw new InvalidDataError(`${whose} names the file "${name}", which was not read`)
  const { mediaType, durationMs, wordNum } = file.facts
  const { width, height } = displayedSize(file.facts)
  const found = { sizeBytes: file.sizeBytes, uniMd5: file.md5, width, height, durationMs, wordNum }
  refuseFalseFact(`${whose} has`, name, declared, found)
  return {
    mediaType,
    ...found,
    fileDigest: file.digest,
    width: width ?? declared.width ?? null,
    height: height ?? declared.height ?? null,
    durationMs: durationMs ?? declared.durationMs ?? null,
    wordNum: wordNum ?? declared.wordNum ?? null,
  }
}

/** Refuses a fact that a seed states beside a file and that is not the one of the file. */
const refuseFalseFact = (start: string, name: string, declared: object, found: object): void => {
  for (const [key, fact] of Object.entries(found)) {
    const stated = Reflect.get(declared, key)
    if (stated !== undefined && fact != null && stated !== fact)
      throw new InvalidDataError(
        `the seed contradicts itself: ${start} ${key} ${quote(stated)}, but its file ${name} has ${quote(fact)}`,
      )
  }
}
