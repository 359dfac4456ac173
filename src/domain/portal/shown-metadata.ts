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

/** The values of metadata fields of contents, by content, as E6 and E11 show them (A-metadata-1). */
export const shownMetadata = (
  call: ServiceContext,
  contentIds: readonly number[],
): Map<number, PortalMetadata> => {
  const shown = new Map<number, PortalMetadata>()
  const rows = namesOf(call.store).all(JSON.stringify(contentIds))
  if (rows.length === 0) return shown
  const form = call.variant('A-metadata-1')
  if (form === 'none') return shown
  const add = form === 'text' ? addToText : addToNames
  for (const [contentId, field, name] of rows) {
    const fields = shown.get(contentId) ?? noFields()
    shown.set(contentId, fields)
    add(fields, field, name)
  }
  return shown
}

/** Without a prototype, because the code of a field may be any text, such as `constructor`. */
const noFields = (): PortalMetadata => Object.create(null)

const addToNames = (fields: PortalMetadata, field: string, name: string): void => {
  const names = fields[field]
  if (Array.isArray(names)) names.push(name)
  else fields[field] = [name]
}

const addToText = (fields: PortalMetadata, field: string, name: string): void => {
  const names = fields[field]
  fields[field] = names === undefined ? name : `${names},${name}`
}
