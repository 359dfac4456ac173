import type { PortalMetadata } from '../../contract/resources/portal-content.ts'
import { prepared } from '../../db/store.ts'
import type { ServiceContext } from '../call.ts'

/**
 * The names of the values that contents have: their own, and those of their asset where they have none of a field.
 * Fields are in the order of their codes, names in that of their values.
 */
const namesOf = prepared((store) =>
  store.sqlite
    .prepare<[Record<'contentIds', string>], [contentId: number, field: string, name: string]>(
      `SELECT own.content_id AS id, own.field_code AS field, value.name, value.sort AS sort, value.code AS code
       FROM json_each(:contentIds) wanted
       JOIN content_metadata own ON own.content_id = wanted.value
       JOIN metadata_values value ON value.field_code = own.field_code AND value.code = own.value_code
       UNION ALL
       SELECT content.id, inherited.field_code, value.name, value.sort, value.code
       FROM json_each(:contentIds) wanted
       JOIN portal_contents content ON content.id = wanted.value
       JOIN asset_metadata inherited ON inherited.asset_id = content.core_id
       JOIN metadata_values value
         ON value.field_code = inherited.field_code AND value.code = inherited.value_code
       WHERE NOT EXISTS (SELECT 1 FROM content_metadata own
         WHERE own.content_id = content.id AND own.field_code = inherited.field_code)
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
