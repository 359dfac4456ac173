/** A query of carried values: its start up to the contents, further joins, and conditions. */
interface Parts {
  select: string
  joins?: string
  where?: string
}

/**
 * A query of the values of metadata fields that contents carry, as SQL: their own, and those of their asset for fields
 * of which they have none (A-metadata-1). It needs the contents as `content`; a value is `carried`.
 */
export const carriedValues = ({ select, joins = '', where = '1' }: Parts): string =>
  `${select} JOIN content_metadata carried ON carried.content_id = content.id ${joins}
   WHERE ${where}
   UNION ALL
   ${select} JOIN asset_metadata carried ON carried.asset_id = content.core_id ${joins}
   WHERE ${where} AND NOT EXISTS (SELECT 1 FROM content_metadata own
     WHERE own.content_id = content.id AND own.field_code = carried.field_code)`
