import type { Store } from '../../db/store.ts'
import { assetMetadata, contentMetadata } from '../../db/tables/workspace/metadata.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { LIMITS } from '../../limits.ts'
import type { Seed } from '../seed-format.ts'
import { insertAll } from './insert-rows.ts'

interface Carrier {
  id: number
  metadata?: Readonly<Record<string, readonly string[]>>
}

/** Loads the values of metadata fields that assets and contents carry; the checks of references know them all. */
export const loadCarriedMetadata = (store: Store, seed: Seed): void => {
  const contents = (seed.portals ?? []).flatMap(({ blocks }) =>
    blocks.flatMap((block) => block.contents),
  )
  insertAll(
    store,
    assetMetadata,
    valuesOf('asset', seed.assets ?? []).map(({ id, ...value }) => ({ assetId: id, ...value })),
  )
  insertAll(
    store,
    contentMetadata,
    valuesOf('content', contents).map(({ id, ...value }) => ({ contentId: id, ...value })),
  )
}

const valuesOf = (noun: 'asset' | 'content', carriers: readonly Carrier[]) =>
  carriers.flatMap(({ id, metadata = {} }) => {
    const values = Object.entries(metadata).flatMap(([fieldCode, codes]) =>
      codes.map((valueCode) => ({ id, fieldCode, valueCode })),
    )
    const { max } = LIMITS.carriedValues
    if (values.length > max)
      throw new InvalidDataError(
        `${noun} ${id} carries ${values.length} values of metadata fields; at most ${max} are allowed`,
      )
    return values
  })
