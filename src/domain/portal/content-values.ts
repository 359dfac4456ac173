import { statement, valueQuery } from '../../db/statements.ts'
import type { Store } from '../../db/store.ts'
import { groupBy } from '../../kernel/lists.ts'

/** The code of conditions about the tags of a content; every other one is that of a metadata field (A-6-2). */
export const TAGS = 'tags'

/** A condition of E6: a content fits when it has any of the values. */
export interface FilterCondition {
  /** Its place in the request. */
  index: number
  code: string
  values: readonly string[]
}

interface Parts {
  select: string
  joins?: string
  where?: string
}

/**
 * A query of the values of metadata fields that contents carry: their own, and those of their asset for fields
 * of which they have none (A-metadata-1). It needs the contents as `content`; a value is `carried`.
 */
const carriedValues = ({ select, joins = '', where = '1' }: Parts): string =>
  `${select} JOIN content_metadata carried ON carried.content_id = content.id ${joins}
   WHERE ${where}
   UNION ALL
   ${select} JOIN asset_metadata carried ON carried.asset_id = content.core_id ${joins}
   WHERE ${where} AND NOT EXISTS (SELECT 1 FROM content_metadata own
     WHERE own.content_id = content.id AND own.field_code = carried.field_code)`

const namesOf = statement<{ ids: string }, { contentId: number; field: string; name: string }>(
  `SELECT contentId, field, name FROM (${carriedValues({
    select: `SELECT content.id AS contentId, carried.field_code AS field, value.name, value.sort, value.code
      FROM json_each(:ids) asked JOIN portal_contents content ON content.id = asked.value`,
    joins: `JOIN metadata_values value
      ON value.field_code = carried.field_code AND value.code = carried.value_code`,
  })})
  ORDER BY contentId, field, sort, code`,
)

/** The values that contents carry, by content: fields in the order of their codes, names in that of their values. */
export const carriedNames = (store: Store, contentIds: readonly number[]) =>
  groupBy(namesOf(store).all({ ids: JSON.stringify(contentIds) }), ({ contentId }) => contentId)

interface Asked {
  blockId: number
  code: string
  values: string
}

/** `+` keeps SQLite from reading the contents of all blocks by the index of tags. */
const taggedInBlock = valueQuery<Asked, number>(
  `SELECT id FROM portal_contents content WHERE block_id = :blockId AND EXISTS (
     SELECT 1 FROM portal_content_tags tag
     WHERE tag.content_id = content.id AND +tag.tag IN (SELECT value FROM json_each(:values)))`,
)

const carryingInBlock = valueQuery<Asked, number>(
  carriedValues({
    select: 'SELECT content.id FROM portal_contents content',
    where: `content.block_id = :blockId AND carried.field_code = :code
      AND +carried.value_code IN (SELECT value FROM json_each(:values))`,
  }),
)

/** The ids of the contents of a block that fit every condition. */
export const findFittingContents = (
  store: Store,
  blockId: number,
  conditions: readonly FilterCondition[],
): number[] => {
  const [first = new Set<number>(), ...others] = conditions.map(({ code, values }) => {
    const statement = code === TAGS ? taggedInBlock(store) : carryingInBlock(store)
    return new Set(statement.all({ blockId, code, values: JSON.stringify(values) }))
  })
  return [...first].filter((id) => others.every((fitting) => fitting.has(id)))
}

const knownFields = valueQuery<[codes: string], string>(
  'SELECT code FROM metadata_fields WHERE code IN (SELECT value FROM json_each(?))',
)

export const fieldsWithCodes = (store: Store, codes: readonly string[]): string[] =>
  codes.length === 0 ? [] : knownFields(store).all(JSON.stringify(codes))

const unknownValues = valueQuery<[asked: string], number>(
  `SELECT DISTINCT asked.value ->> 0 FROM json_each(?) AS asked
   WHERE NOT EXISTS (SELECT 1 FROM metadata_values
     WHERE field_code = asked.value ->> 1 AND code = asked.value ->> 2)
   ORDER BY 1`,
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
