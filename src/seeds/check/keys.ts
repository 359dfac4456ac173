import { PACK_WIRE_ID } from '../../db/tables/workspace/crowds.ts'
import { foldCase } from '../../kernel/text.ts'

/** A key of which a seed and a database have each value once. */
export interface Key {
  /** Where a seed has the key. */
  places: readonly string[]
  /** The kind of the elements that have it, or that contain those. */
  kind: string
  /** The query of values that are stored, with the element that has each: `key` and `owner`. */
  query: string
  /** How the value is compared. */
  fold?: (value: string) => string
  /** Whether the value is the id of the element itself, so that a fragment can replace it. */
  isOwn: boolean
}

const WANTED = 'IN (SELECT value FROM json_each(?))'

const ofKind = (kind: string, table: string, key = 'id'): Key => ({
  places: [`${kind}/*/${key}`],
  kind,
  query: `SELECT ${key} AS key, ${key} AS owner FROM ${table} WHERE ${key} ${WANTED}`,
  isOwn: true,
})

const within = (kind: string, place: string, query: string): Key => ({
  places: [`${kind}/*/${place}`],
  kind,
  query: `${query} ${WANTED}`,
  isOwn: false,
})

/** The keys of which a seed and a database have each value once. */
export const KEYS: readonly Key[] = [
  ofKind('departments', 'departments'),
  ofKind('dimensions', 'dimensions'),
  ofKind('dataRoles', 'data_roles'),
  ofKind('users', 'users'),
  ofKind('assets', 'assets'),
  ofKind('atoms', 'atoms'),
  {
    ...ofKind('collections', 'collections'),
    places: ['collections/*/id', 'archiveGroups/*/id'],
  },
  ofKind('processDefinitions', 'process_definitions'),
  ofKind('approvals', 'approvals'),
  {
    ...ofKind('crowdPacks', 'crowd_packs'),
    query: `SELECT ${PACK_WIRE_ID} AS key, ${PACK_WIRE_ID} AS owner FROM crowd_packs
      WHERE is_deleted = 0 AND ${PACK_WIRE_ID} ${WANTED}`,
  },
  ofKind('portals', 'portals'),
  ofKind('marketingPlans', 'marketing_plans'),
  ofKind('contentGroups', 'content_groups'),
  ofKind('marketingTasks', 'marketing_tasks'),
  ofKind('metadataFields', 'metadata_fields', 'code'),
  ofKind('socialPosts', 'social_posts'),
  ofKind('uploads', 'uploads'),
  within('dataRoles', 'code', 'SELECT code AS key, id AS owner FROM data_roles WHERE code'),
  {
    ...within(
      'users',
      'email',
      'SELECT email_folded AS key, id AS owner FROM users WHERE email_folded',
    ),
    fold: foldCase,
  },
  within('portals', 'code', 'SELECT code AS key, id AS owner FROM portals WHERE code'),
  within(
    'uploads',
    'filePath',
    'SELECT file_path AS key, id AS owner FROM uploads WHERE file_path',
  ),
  within(
    'assets',
    'subResources/*/id',
    'SELECT id AS key, asset_id AS owner FROM sub_resources WHERE id',
  ),
  within(
    'portals',
    'blocks/*/id',
    'SELECT id AS key, portal_id AS owner FROM portal_blocks WHERE id',
  ),
  within(
    'portals',
    'blocks/*/contents/*/id',
    `SELECT c.id AS key, b.portal_id AS owner
     FROM portal_contents c JOIN portal_blocks b ON b.id = c.block_id WHERE c.id`,
  ),
]

/** The lists of a seed of which an element has each value once. */
export const LISTS: readonly string[] = [
  'users/*/dimensionIds',
  'assets/*/metadata/*',
  'collections/*/assetIds',
  'collections/*/collectedBy',
  'approvals/*/assetIds',
  'crowdPacks/*/members',
  'portals/*/blocks/*/contents/*/tags',
  'portals/*/blocks/*/contents/*/metadata/*',
]
