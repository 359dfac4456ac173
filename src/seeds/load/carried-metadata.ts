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

/** Loads the values of metadata fields that assets and contents carry. */
export const loadCarriedMetadata = (store: Store, seed: Seed): void => {
  const contents = (seed.portals ?? []).flatMap(({ blocks }) =>
    blocks.flatMap((block) => block.contents),
  )
  insertAll(
    store,
    assetMetadata,
    (seed.assets ?? []).flatMap((asset) =>
      valuesOf('asset', asset).map((value) => ({ assetId: asset.id, ...value })),
    ),
  )
  insertAll(
    store,
    contentMetadata,
    contents.flatMap((content) =>
      valuesOf('content', content).map((value) => ({ contentId: content.id, ...value })),
    ),
  )
}

/** The values of a carrier in all its fields; refuses more than allowed. */
const valuesOf = (noun: 'asset' | 'content', { id, metadata = {} }: Carrier) => {
  const values = Object.entries(metadata).flatMap(([fieldCode, codes]) =>
    codes.map((valueCode) => ({ fieldCode, valueCode })),
  )
  const { max } = LIMITS.carriedValues
  if (values.length > max)
    throw new InvalidDataError(
      `${noun} ${id} carries ${values.length} values of metadata fields; at most ${max} are allowed`,
    )
  return values
}
