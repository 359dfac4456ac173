import { PACK_WIRE_ID } from '../../db/tables/workspace/crowds.ts'
import type { SqlRule } from './rule.ts'

/** A query of the fixtures with this name that the seed has added. */
const fixture = (name: string): string =>
  `(SELECT value FROM fixtures WHERE name = '${name}' AND name IN added)`

/** An id at a place of a fixture names a row; a fixture of another shape, of a seed of its own, is not judged. */
const names = (name: string, path: string, thing: string, condition: string): SqlRule => ({
  says: `The fixture \`${name}\` names ${thing} in \`${path.replace('$.', '')}\`.`,
  of: 'fixtures',
  query: `SELECT format('fixture ${name} has the ${path.replace('$.', '')} %s, but that is not ${thing}', named.value)
    FROM (SELECT f.value AS fixture, json_extract(f.value, '${path}') AS value FROM ${fixture(name)} f) named
    WHERE named.value IS NOT NULL AND NOT (${condition})`,
})

/** Each id in the list `ids` of a fixture names a row. */
const namesEach = (name: string, thing: string, condition: string): SqlRule => ({
  says: `The fixture \`${name}\` names ${thing} in each of \`ids\`.`,
  of: 'fixtures',
  query: `SELECT format('fixture ${name} has the id %s, but that is not ${thing}', named.value)
    FROM ${fixture(name)} f JOIN json_each(f.value, '$.ids') AS named
    WHERE NOT (${condition})`,
})

const isRowOf = (table: string, column = 'id'): string =>
  `EXISTS (SELECT 1 FROM ${table} WHERE ${column} = named.value)`

const other = (key: string): string => `json_extract(named.fixture, '$.${key}')`

const USERS = ['owner', 'editor', 'viewer'].flatMap((user) => [
  names('users', `$.${user}.id`, 'a user', isRowOf('users')),
  names(
    'users',
    `$.${user}.email`,
    'the e-mail address of the user',
    `coalesce((SELECT email = named.value FROM users WHERE id = ${other(`${user}.id`)}), 1)`,
  ),
])

const UPLOAD: readonly SqlRule[] = [
  names('upload', '$.uploadId', 'an upload', isRowOf('uploads')),
  names(
    'upload',
    '$.filePath',
    'the path of the upload',
    `EXISTS (SELECT 1 FROM uploads WHERE file_path = named.value AND id = coalesce(${other('uploadId')}, id))`,
  ),
  {
    says: 'The fixture `upload` has the parts of its upload in `partETags`, with their etags.',
    of: 'fixtures',
    query: `SELECT format('fixture upload has the etag %s of part %s, but upload %s has %s', e.etag, e.number, e.upload,
        coalesce((SELECT etag FROM upload_parts WHERE upload_id = e.upload AND part_number = e.number), 'no such part'))
      FROM (SELECT json_extract(f.value, '$.uploadId') AS upload, json_extract(part.value, '$.partNumber') AS number,
          json_extract(part.value, '$.etag') AS etag
        FROM ${fixture('upload')} f JOIN json_each(f.value, '$.partETags') AS part) e
      WHERE NOT EXISTS (SELECT 1 FROM upload_parts p
        WHERE p.upload_id = e.upload AND p.part_number = e.number AND p.etag = e.etag)`,
  },
]

const PORTAL: readonly SqlRule[] = [
  names('portal', '$.id', 'a portal', isRowOf('portals')),
  names(
    'portal',
    '$.code',
    'the code of the portal',
    `EXISTS (SELECT 1 FROM portals WHERE code = named.value AND id = coalesce(${other('id')}, id))`,
  ),
  names(
    'portal',
    '$.blockId',
    'a block of the portal',
    `EXISTS (SELECT 1 FROM portal_blocks WHERE id = named.value AND portal_id = coalesce(${other('id')}, portal_id))`,
  ),
  names(
    'portal',
    '$.contentId',
    'a content of the block',
    `EXISTS (SELECT 1 FROM portal_contents WHERE id = named.value AND block_id = coalesce(${other('blockId')}, block_id))`,
  ),
  names(
    'portal',
    '$.tag',
    'a tag of a content of the block',
    `EXISTS (SELECT 1 FROM portal_contents c JOIN portal_content_tags t ON t.content_id = c.id
      WHERE c.block_id = ${other('blockId')} AND t.tag = named.value)`,
  ),
]

const METADATA: readonly SqlRule[] = [
  names('metadata', '$.attrCode', 'a metadata field', isRowOf('metadata_fields', 'code')),
  {
    says: 'The fixture `metadata` has values of its field in `values`, with their names.',
    of: 'fixtures',
    query: `SELECT format('fixture metadata has the value %s "%s" of %s, which does not exist', v.code, v.name, v.field)
      FROM (SELECT json_extract(f.value, '$.attrCode') AS field, json_extract(named.value, '$.attrValueCode') AS code,
          json_extract(named.value, '$.attrValueName') AS name
        FROM ${fixture('metadata')} f JOIN json_each(f.value, '$.values') AS named) v
      WHERE v.code IS NOT NULL AND NOT EXISTS (SELECT 1 FROM metadata_values m
        WHERE m.field_code = v.field AND m.code = v.code AND m.name = coalesce(v.name, m.name))`,
  },
]

const CREATIVE: readonly SqlRule[] = [
  names('creative', '$.creativeId', 'a marketing task', isRowOf('marketing_tasks')),
  names('creative', '$.planId', 'a marketing plan', isRowOf('marketing_plans')),
  names('creative', '$.contentGroupId', 'a content group', isRowOf('content_groups')),
]

/** Rules about fixtures: an id of a fixture that the documents describe names what they say. */
export const FIXTURE_RULES: readonly SqlRule[] = [
  ...USERS,
  names('collections', '$.editable.id', 'a collection', isRowOf('collections')),
  names('collections', '$.forbidden.id', 'a collection', isRowOf('collections')),
  namesEach('assets', 'an asset', isRowOf('assets')),
  namesEach(
    'atoms',
    'an atom that is not ingested',
    'EXISTS (SELECT 1 FROM atoms WHERE id = named.value AND asset_id IS NULL)',
  ),
  ...UPLOAD,
  names(
    'crowdPack',
    '$.id',
    'a crowd pack of that corpId and source',
    `EXISTS (SELECT 1 FROM crowd_packs WHERE ${PACK_WIRE_ID} = named.value AND is_deleted = 0
      AND corp_id = coalesce(${other('corpId')}, corp_id) AND source = coalesce(${other('source')}, source))`,
  ),
  ...PORTAL,
  namesEach('departments', 'a department', isRowOf('departments')),
  namesEach('dimensions', 'a dimension', isRowOf('dimensions')),
  ...CREATIVE,
  ...METADATA,
  {
    says: 'The fixture `archive` has paths of groups of the archive in `groupPaths`.',
    of: 'fixtures',
    query: `SELECT format('fixture archive has the path %s, but no group of the archive has it', named.value)
      FROM ${fixture('archive')} f JOIN json_each(f.value, '$.groupPaths') AS named
      WHERE NOT EXISTS (SELECT 1 FROM collections WHERE archive_path = named.value AND id <> root_id)`,
  },
  names(
    'approval',
    '$.processDefinitionId',
    'a process definition',
    isRowOf('process_definitions'),
  ),
  names('imageSearch', '$.contentId', 'an asset', isRowOf('assets')),
]
