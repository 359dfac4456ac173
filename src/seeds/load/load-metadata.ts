import { InvalidDataError } from '../../contract/errors/invalid-data-error.ts'
import { LIMITS } from '../../kernel/limits.ts'
import type { Store } from '../../store/db/store.ts'
import {
  assetMetadata,
  contentMetadata,
  metadataFields,
  metadataValues,
} from '../../store/db/tables/workspace/metadata.ts'
import type { SeedLists } from '../seed-format.ts'
import { fillAll, putAll } from './insert-rows.ts'

const LEFT_OUT = 'field_code = ? AND code NOT IN (SELECT value FROM json_each(?))'

const CARRIED = `SELECT code FROM metadata_values v WHERE ${LEFT_OUT} AND (
    EXISTS (SELECT 1 FROM asset_metadata WHERE field_code = v.field_code AND value_code = v.code)
    OR EXISTS (SELECT 1 FROM content_metadata WHERE field_code = v.field_code AND value_code = v.code))
  ORDER BY code LIMIT 1`

export const loadMetadata = (store: Store, seed: SeedLists): void => {
  putAll(store, metadataFields, seed.metadataFields)
  const values = seed.metadataFields.flatMap((field) =>
    field.values.map((value, sort) => ({ sort, ...value, fieldCode: field.code })),
  )
  putAll(store, metadataValues, values)
  const contents = seed.portals.flatMap(({ blocks }) => blocks.flatMap((block) => block.contents))
  const ofAssets = valuesOf('asset', seed.assets).map(({ id, ...value }) => ({
    assetId: id,
    ...value,
  }))
  fillAll(store, assetMetadata, 'assetId', seed.assets, ofAssets)
  const ofContents = valuesOf('content', contents).map(({ id, ...value }) => ({
    contentId: id,
    ...value,
  }))
  fillAll(store, contentMetadata, 'contentId', contents, ofContents)
  for (const { code, values: kept } of seed.metadataFields) {
    const codes = JSON.stringify(kept.map((value) => value.code))
    const carried = store.value<string>(CARRIED, code, codes)
    if (carried !== undefined)
      throw new InvalidDataError(
        `metadataFields, code ${code}: values does not include "${carried}", which an asset or a content uses`,
      )
    store.run(`DELETE FROM metadata_values WHERE ${LEFT_OUT}`, code, codes)
  }
}

interface Carrier {
  id: number
  metadata?: Readonly<Record<string, readonly string[]>>
}

/** The values of carriers in all their fields; refuses more than allowed. */
const valuesOf = (noun: string, carriers: readonly Carrier[]) =>
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
