import type { PortalMetadata } from '../../contract/resources/portal-content.ts'
import { prepared } from '../../db/store.ts'
import type { ServiceContext } from '../call.ts'
import { carriedValues } from './carried-values.ts'

/**
 * The names of the values that contents carry: fields in the order of their codes, names in that of their values.
 * The outer select leaves out the columns of the order, since each column of a row takes time.
 */
const namesOf = prepared((store) =>
  store.sqlite
    .prepare<[contentIds: string], [contentId: number, field: string, name: string]>(
      `WITH wanted (id) AS (SELECT value FROM json_each(?))
       SELECT id, field, name FROM (${carriedValues({
         select: `SELECT content.id AS id, carried.field_code AS field, value.name, value.sort AS sort, value.code AS code
          FROM wanted JOIN portal_contents content ON content.id = wanted.id`,
         joins: `JOIN metadata_values value
          ON value.field_code = carried.field_code AND value.code = carried.value_code`,
       })})
       ORDER BY id, field, sort, code`,
    )
    .raw(),
)

/** A metadata field with the names of the values that a content carries. */
type Named = [field: string, names: string[]]

/** The values of metadata fields of contents, by content, as E6 and E11 show them (A-metadata-1). */
export const shownMetadata = (
  call: ServiceContext,
  contentIds: readonly number[],
): Map<number, PortalMetadata> => {
  const shown = new Map<number, PortalMetadata>()
  const named = groupNames(namesOf(call.store).all(JSON.stringify(contentIds)))
  if (named.size === 0) return shown
  const form = call.variant('A-metadata-1')
  if (form === 'none') return shown
  for (const [id, fields] of named)
    shown.set(
      id,
      form === 'names'
        ? Object.fromEntries(fields)
        : Object.fromEntries(fields.map(([field, names]) => [field, names.join(',')])),
    )
  return shown
}

/** The fields of each content; the rows of a field follow each other. */
const groupNames = (
  rows: readonly [contentId: number, field: string, name: string][],
): Map<number, Named[]> => {
  const byContent = new Map<number, Named[]>()
  for (const [contentId, field, name] of rows) {
    const fields = byContent.get(contentId) ?? []
    byContent.set(contentId, fields)
    const last = fields.at(-1)
    if (last?.[0] === field) last[1].push(name)
    else fields.push([field, [name]])
  }
  return byContent
}
