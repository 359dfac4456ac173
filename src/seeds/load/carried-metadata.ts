import type { Store } from '../../db/store.ts'
import { assetMetadata, contentMetadata } from '../../db/tables/workspace/metadata.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { quote } from '../../errors/quote.ts'
import { LIMITS } from '../../limits.ts'
import type { Seed } from '../seed-format.ts'
import { insertAll } from './insert-rows.ts'

type Noun = 'asset' | 'content'

interface Carrier {
  id: number
  metadata?: Readonly<Record<string, readonly string[]>>
}

interface CarriedValue {
  id: number
  fieldCode: string
  valueCode: string
}

/** Loads the values of metadata fields that assets and contents carry. */
export const loadCarriedMetadata = (store: Store, seed: Seed): void => {
  const contents = (seed.portals ?? []).flatMap(({ blocks }) =>
    blocks.flatMap((block) => block.contents),
  )
  const ofAssets = valuesOf(store, 'asset', seed.assets ?? [])
  const ofContents = valuesOf(store, 'content', contents)
  insertAll(
    store,
    assetMetadata,
    ofAssets.map(({ id, ...value }) => ({ assetId: id, ...value })),
  )
  insertAll(
    store,
    contentMetadata,
    ofContents.map(({ id, ...value }) => ({ contentId: id, ...value })),
  )
  refuseLostValues(store, 'asset', seed)
  refuseLostValues(store, 'content', seed)
}

/** The values of all carriers, each of which has few, different and known ones. */
const valuesOf = (store: Store, noun: Noun, carriers: readonly Carrier[]): CarriedValue[] => {
  const values = carriers.flatMap((carrier) => valuesOfOne(noun, carrier))
  const unknown = store.sqlite
    .prepare<[string], CarriedValue>(
      `SELECT row.value ->> 'id' AS id, row.value ->> 'fieldCode' AS fieldCode, row.value ->> 'valueCode' AS valueCode
       FROM json_each(?) row LEFT JOIN metadata_values known
         ON known.field_code = row.value ->> 'fieldCode' AND known.code = row.value ->> 'valueCode'
       WHERE known.code IS NULL ORDER BY row.key LIMIT 1`,
    )
    .get(JSON.stringify(values))
  if (unknown) throw unknownValue(noun, unknown)
  return values
}

const valuesOfOne = (noun: Noun, { id, metadata = {} }: Carrier): CarriedValue[] => {
  const values = Object.entries(metadata).flatMap(([fieldCode, codes]) =>
    codes.map((valueCode) => ({ id, fieldCode, valueCode })),
  )
  const { max } = LIMITS.carriedValues
  if (values.length > max)
    throw new InvalidDataError(
      `${noun} ${id} carries ${values.length} values of metadata fields; at most ${max} are allowed`,
    )
  const keys = values.map(({ fieldCode, valueCode }) => JSON.stringify([fieldCode, valueCode]))
  const repeated = values.find((_, index) => keys.indexOf(keys[index] ?? '') < index)
  if (repeated) throw new InvalidDataError(`${sentenceOf(noun, repeated)} twice; once is enough`)
  return values
}

/** A fragment that replaces a metadata field must keep the values of it that are carried. */
const refuseLostValues = (store: Store, noun: Noun, seed: Seed): void => {
  const codes = (seed.metadataFields ?? []).map(({ code }) => code)
  if (codes.length === 0) return
  const lost = store.sqlite
    .prepare<[string], CarriedValue>(
      `SELECT ${noun}_id AS id, field_code AS fieldCode, value_code AS valueCode
       FROM ${noun}_metadata carried
       WHERE field_code IN (SELECT value FROM json_each(?)) AND NOT EXISTS (
         SELECT 1 FROM metadata_values known
         WHERE known.field_code = carried.field_code AND known.code = carried.value_code)
       ORDER BY field_code, value_code, ${noun}_id LIMIT 1`,
    )
    .get(JSON.stringify(codes))
  if (lost) throw unknownValue(noun, lost)
}

const unknownValue = (noun: Noun, value: CarriedValue): InvalidDataError =>
  new InvalidDataError(`${sentenceOf(noun, value)}, which does not exist`)

const sentenceOf = (noun: Noun, { id, fieldCode, valueCode }: CarriedValue): string =>
  `${noun} ${id} carries the value ${quote(valueCode)} of the metadata field ${quote(fieldCode)}`
