import { prepared, type Store } from '../../db/store.ts'
import { carriedValues } from './carried-values.ts'

/** The code of conditions about the tags of a content; every other one is that of a metadata field (A-6-2). */
export const TAGS = 'tags'

/** A condition of E6: a content fits when it has any of the values. */
export interface FilterCondition {
  /** Its place in the request. */
  index: number
  code: string
  values: readonly string[]
}

/**
 * What the contents of a block have of the wanted tags and metadata fields, content by content. Unary plus keeps the
 * lists of the request out of index searches, so that the work grows with the rows and not with their product with the
 * lists. An empty list of fields is tested before any row is read.
 */
const wantedInBlock = prepared((store) =>
  store.sqlite
    .prepare<[Record<string, string | number>], [contentId: number, code: string, value: string]>(
      `SELECT content.id AS id, '${TAGS}', tag.tag
       FROM portal_contents content JOIN portal_content_tags tag ON tag.content_id = content.id
       WHERE content.block_id = :blockId AND +tag.tag IN (SELECT value FROM json_each(:tags))
       UNION ALL
       ${carriedValues({
         select:
           'SELECT content.id, carried.field_code, carried.value_code FROM portal_contents content',
         where: `:fields <> '[]' AND content.block_id = :blockId
           AND +carried.field_code IN (SELECT value FROM json_each(:fields))
           AND +carried.value_code IN (SELECT value FROM json_each(:values))`,
       })}
       ORDER BY id`,
    )
    .raw(),
)

const taggedInBlock = prepared((store) =>
  store.sqlite
    .prepare<[{ blockId: number; tags: string }], string>(
      `SELECT json_group_array(id) FROM portal_contents content WHERE block_id = :blockId AND EXISTS (
         SELECT 1 FROM portal_content_tags tag
         WHERE tag.content_id = content.id AND +tag.tag IN (SELECT value FROM json_each(:tags)))`,
    )
    .pluck(),
)

const unknownValues = prepared((store) =>
  store.sqlite
    .prepare<[string], number>(
      `SELECT DISTINCT asked.value ->> 0 FROM json_each(?) AS asked
       WHERE NOT EXISTS (SELECT 1 FROM metadata_values
         WHERE field_code = asked.value ->> 1 AND code = asked.value ->> 2)
       ORDER BY 1`,
    )
    .pluck(),
)

/** The places of the conditions on metadata fields that have a value which is none of the field's codes. */
export const withUnknownValues = (
  store: Store,
  conditions: readonly FilterCondition[],
): number[] => {
  const asked = conditions.flatMap(({ code, values, index }) =>
    code === TAGS ? [] : values.map((value) => [index, code, value]),
  )
  return asked.length === 0 ? [] : unknownValues(store).all(JSON.stringify(asked))
}

/** The ids of the contents of a block that fit every condition, as a JSON list. */
export const findFilteredContents = (
  store: Store,
  blockId: number,
  conditions: readonly FilterCondition[],
): string => {
  if (conditions.some(({ values }) => values.length === 0)) return '[]'
  const [first, ...others] = conditions
  // The usual condition is about tags and the only one; then no value has to leave the database.
  if (first?.code === TAGS && others.length === 0)
    return taggedInBlock(store).get({ blockId, tags: JSON.stringify(first.values) }) ?? '[]'
  return JSON.stringify(findFittingEvery(store, blockId, conditions))
}

/** Each value of a content is looked up once. */
const findFittingEvery = (
  store: Store,
  blockId: number,
  conditions: readonly FilterCondition[],
): number[] => {
  const found: number[] = []
  const byValue = indexByValue(conditions)
  const fields = [...byValue.keys()].filter((code) => code !== TAGS)
  const values = new Set(fields.flatMap((code) => [...(byValue.get(code)?.keys() ?? [])]))
  const wanted = {
    blockId,
    tags: JSON.stringify([...(byValue.get(TAGS)?.keys() ?? [])]),
    fields: JSON.stringify(fields),
    values: JSON.stringify([...values]),
  }
  const all = (1n << BigInt(conditions.length)) - 1n
  let current: number | undefined
  let met = 0n
  for (const [contentId, code, value] of wantedInBlock(store).iterate(wanted)) {
    if (contentId !== current) met = 0n
    current = contentId
    if (met === all) continue
    met |= byValue.get(code)?.get(value) ?? 0n
    if (met === all) found.push(contentId)
  }
  return found
}

/** The conditions that a value fits, by code and value: one bit each, so that many cost no more than one. */
const indexByValue = (conditions: readonly FilterCondition[]): Map<string, Map<string, bigint>> => {
  const byCode = new Map<string, Map<string, bigint>>()
  for (const [index, { code, values }] of conditions.entries()) {
    const byValue = byCode.get(code) ?? new Map<string, bigint>()
    byCode.set(code, byValue)
    const bit = 1n << BigInt(index)
    for (const value of values) byValue.set(value, (byValue.get(value) ?? 0n) | bit)
  }
  return byCode
}
