import { columnName } from '../../db/sql.ts'
import { PACK_WIRE_ID } from '../../db/tables/workspace/crowds.ts'
import { foldCase } from '../../kernel/text.ts'
import { unitColumns } from '../load/load-library.ts'
import { type Path, valueAt } from '../seed-places.ts'

/** A key of which a seed and a database have each value once. */
export interface Key {
  /** Where a seed has the key. */
  places: readonly string[]
  /** The query of values that are stored, with the element that has each: `key` and `owner`. */
  query?: string
  /** Whether the value is the id of the element itself, so that a fragment can replace it. */
  isOwn?: boolean
  /** How the value is compared. */
  fold?: (value: unknown, path: Path, seed: object) => unknown
  /** What is said of an element that has a value of another. */
  says?: { twice: string; taken: string }
}

const WANTED = 'IN (SELECT value FROM json_each(?))'

/** The ids, or codes, of the elements of a kind. */
const own = (kind: string, column = 'id') => ({
  ...within([`${kind}/*/${column}`], columnName(kind), column, column),
  isOwn: true,
})

/** Another key of elements or of what they contain; `owner` is the id of the element. */
const within = (places: readonly string[], from: string, column: string, owner = 'id') => ({
  places,
  query: `SELECT ${column} AS key, ${owner} AS owner FROM ${from} WHERE ${column} ${WANTED}`,
})

const PACKS = '(SELECT * FROM crowd_packs WHERE is_deleted = 0)'
const CONTENTS = 'portal_contents c JOIN portal_blocks b ON b.id = c.block_id'

/** Keys by which elements of a seed are named. */
export const NAMED_KEYS = {
  departments: own('departments'),
  dimensions: own('dimensions'),
  dataRoleIds: own('dataRoles'),
  users: own('users'),
  assets: own('assets'),
  atoms: own('atoms'),
  collections: own('collections'),
  processDefinitions: own('processDefinitions'),
  approvals: own('approvals'),
  crowdPacks: {
    ...within(['crowdPacks/*/id'], PACKS, PACK_WIRE_ID, PACK_WIRE_ID),
    isOwn: true,
  },
  portals: own('portals'),
  marketingPlans: own('marketingPlans'),
  contentGroups: own('contentGroups'),
  marketingTasks: own('marketingTasks'),
  metadataFields: own('metadataFields', 'code'),
  socialPosts: own('socialPosts'),
  uploads: own('uploads'),
  dataRoles: within(['dataRoles/*/code'], 'data_roles', 'code'),
  emails: {
    ...within(['users/*/email'], 'users', 'email_folded'),
    fold: (email: unknown) => foldCase(String(email)),
  },
  portalCodes: within(['portals/*/code'], 'portals', 'code'),
  paths: within(['uploads/*/filePath'], 'uploads', 'file_path'),
  files: within(['assets/*/subResources/*/id'], 'sub_resources', 'id', 'asset_id'),
  blocks: within(['portals/*/blocks/*/id'], 'portal_blocks', 'id', 'portal_id'),
  contents: within(['portals/*/blocks/*/contents/*/id'], CONTENTS, 'c.id', 'b.portal_id'),
} as const satisfies Record<string, Key>

interface Right {
  unit: Parameters<typeof unitColumns>[0]
  role?: string
  assetId?: number
  collectionId?: number
}

/** A right is known by its thing, its unit and its role, as JSON text. */
const foldRight = (_unit: unknown, path: Path, seed: object): string => {
  const { assetId, collectionId, unit, role } = valueAt(seed, path.slice(0, -1)) as Right
  const { id } = valueAt(seed, path.slice(0, 2)) as { id?: number }
  const { unitType, unitId } = unitColumns(unit)
  return JSON.stringify([assetId ?? collectionId ?? id, unitType, unitId, role ?? []].flat())
}

const rights = (kind: 'assets' | 'collections', beside: string, query: string): Key => ({
  places: [`${kind}/*/rights/*/unit`, `${beside}/*/unit`],
  query: `${query} IN (SELECT value ->> 0 FROM json_each(?))`,
  isOwn: true,
  fold: foldRight,
  says: { twice: 'has this right twice', taken: 'has this right already' },
})

/** Elements of a list are compared with those of the same list. */
const foldInList = (value: unknown, path: Path): string => {
  const index = path.findLastIndex((key) => typeof key === 'number')
  return JSON.stringify([...path.slice(0, index), value])
}

/** Every key of which a seed, a database or a list has each value once. */
export const KEYS: readonly Key[] = [
  ...Object.values(NAMED_KEYS),
  rights(
    'assets',
    'assetRights',
    `SELECT json_array(asset_id, unit_type, unit_id, code) AS key
     FROM asset_rights JOIN data_roles ON data_roles.id = data_role_id WHERE asset_id`,
  ),
  rights(
    'collections',
    'collectionRights',
    `SELECT json_array(collection_id, unit_type, unit_id) AS key
     FROM collection_rights WHERE collection_id`,
  ),
  ...[
    'users/*/dimensionIds/*',
    'assets/*/metadata/*/*',
    'collections/*/assetIds/*',
    'collections/*/collectedBy/*',
    'approvals/*/assetIds/*',
    'crowdPacks/*/members/*',
    'portals/*/blocks/*/contents/*/tags/*',
    'portals/*/blocks/*/contents/*/metadata/*/*',
    'metadataFields/*/values/*/code',
  ].map((place) => ({ places: [place], fold: foldInList })),
]
