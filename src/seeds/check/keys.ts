import { columnName } from '../../db/sql.ts'
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

const ofKind = (kind: string, key = 'id'): Key => ({
  places: [`${kind}/*/${key}`],
  kind,
  query: `SELECT ${key} AS key, ${key} AS owner FROM ${columnName(kind)} WHERE ${key} ${WANTED}`,
  isOwn: true,
})

const within = (kind: string, place: string, query: string): Key => ({
  places: [`${kind}/*/${place}`],
  kind,
  query: `${query} ${WANTED}`,
  isOwn: false,
})

/** The ids, or codes, of the elements of each kind. */
export const OWN_KEYS = {
  departments: ofKind('departments'),
  dimensions: ofKind('dimensions'),
  dataRoles: ofKind('dataRoles'),
  users: ofKind('users'),
  assets: ofKind('assets'),
  atoms: ofKind('atoms'),
  collections: {
    ...ofKind('collections'),
    places: ['collections/*/id', 'archiveGroups/*/id'],
  },
  processDefinitions: ofKind('processDefinitions'),
  approvals: ofKind('approvals'),
  crowdPacks: {
    ...ofKind('crowdPacks'),
    query: `SELECT ${PACK_WIRE_ID} AS key, ${PACK_WIRE_ID} AS owner FROM crowd_packs
      WHERE is_deleted = 0 AND ${PACK_WIRE_ID} ${WANTED}`,
  },
  portals: ofKind('portals'),
  marketingPlans: ofKind('marketingPlans'),
  contentGroups: ofKind('contentGroups'),
  marketingTasks: ofKind('marketingTasks'),
  metadataFields: ofKind('metadataFields', 'code'),
  socialPosts: ofKind('socialPosts'),
  uploads: ofKind('uploads'),
} as const satisfies Record<string, Key>

/** The codes of data roles, by which rights name them. */
export const ROLE_CODES = within(
  'dataRoles',
  'code',
  'SELECT code AS key, id AS owner FROM data_roles WHERE code',
)

/** The keys of which a seed and a database have each value once. */
export const KEYS: readonly Key[] = [
  ...Object.values(OWN_KEYS),
  ROLE_CODES,
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
