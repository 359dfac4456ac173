import type { PortalMetadata } from '../../contract/resources/portal-content.ts'
import { prepared } from '../../db/store.ts'
import type { ServiceContext } from '../call.ts'
import { carriedValues } from './carried-values.ts'

/** The names of the values that contents carry: fields in the order of their codes, names in that of their values. */
const namesOf = prepared((store) =>
  store.sqlite
    .prepare<[Record<'contentIds', string>], [contentId: number, field: string, name: string]>(
      `${carriedValues({
        select: `SELECT content.id AS id, carried.field_code AS field, value.name, value.sort AS sort, value.code AS code
          FROM json_each(:contentIds) wanted JOIN portal_contents content ON content.id = wanted.value`,
        joins: `JOIN metadata_values value
          ON value.field_code = carried.field_code AND value.code = carried.value_code`,
      })}
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
  const named = groupNames(call, contentIds)
  if (named.size === 0) return shown
  const form = call.variant('A-metadata-1')
  if (form === 'none') return shown
  for (const [id, fields] of named) {
    const entries = [...fields].map(([field, names]): [string, string[] | string] => [
      field,
      form === 'text' ? names.join(',') : names,
    ])
    shown.set(id, Object.fromEntries(entries))
  }
  return shown
}

const groupNames = (
  call: ServiceContext,
  contentIds: readonly number[],
): Map<number, Map<string, string[]>> => {
  const byContent = new Map<number, Map<string, string[]>>()
  const rows = namesOf(call.store).all({ contentIds: JSON.stringify(contentIds) })
  for (const [contentId, field, name] of rows) {
    const fields = byContent.get(contentId) ?? new Map<string, string[]>()
    byContent.set(contentId, fields)
    const names = fields.get(field)
    if (names) names.push(name)
    else fields.set(field, [name])
  }
  return byContent
}
