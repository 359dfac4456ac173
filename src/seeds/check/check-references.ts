import type { Store } from '../../db/store.ts'
import { quote } from '../../errors/quote.ts'
import { firstValueOf, rowsOf } from '../kept-statements.ts'
import type { Seed } from '../seed-format.ts'
import { type Path, refuseAt, walk } from '../seed-places.ts'
import { elementsOf, type Stored } from './check-keys.ts'
import { type Key, NAMED_KEYS } from './keys.ts'

const UNITS = ['assets/*/rights/*', 'assetRights/*', 'collections/*/rights/*', 'collectionRights/*']
const PARTS = 'assets/*/subResources/*'

/** A key of several tables, whose ids are of one sequence. */
const oneOf = (keys: readonly Key[], tables: readonly string[]): Key => ({
  places: keys.flatMap(({ places }) => places),
  query: `SELECT value AS key FROM json_each(?) WHERE ${tables
    .map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE id = value)`)
    .join(' OR ')}`,
})

const { assets, atoms, files } = NAMED_KEYS

/** What is named, its key, and the places of a seed that name it. */
const REFERENCES: Readonly<Record<string, { key: Key; places: readonly string[] }>> = {
  departments: {
    key: NAMED_KEYS.departments,
    places: [
      'departments/*/parentId',
      'users/*/deptId',
      ...UNITS.map((right) => `${right}/unit/department`),
      'fixtures/departments/ids/*',
    ],
  },
  dimensions: {
    key: NAMED_KEYS.dimensions,
    places: ['users/*/dimensionIds/*', 'fixtures/dimensions/ids/*'],
  },
  dataRoles: {
    key: NAMED_KEYS.dataRoles,
    places: ['assets/*/rights/*/role', 'assetRights/*/role'],
  },
  users: {
    key: NAMED_KEYS.users,
    places: [
      'users/*/lineManagerUserId',
      'assets/*/createUser',
      'assets/*/updateUser',
      'atoms/*/createUser',
      'collections/*/createUser',
      'collections/*/updateUser',
      'collections/*/collectedBy/*',
      'approvals/*/submitter',
      'approvals/*/tasks/*/assignee',
      ...UNITS.map((right) => `${right}/unit/user`),
      'fixtures/users/*/id',
    ],
  },
  'e-mail addresses of users': { key: NAMED_KEYS.emails, places: ['fixtures/users/*/email'] },
  assets: {
    key: assets,
    places: [
      'assetRights/*/assetId',
      'atoms/*/assetId',
      'collections/*/assetIds/*',
      'approvals/*/assetIds/*',
      'portals/*/blocks/*/contents/*/coreId',
      'fixtures/assets/ids/*',
      'fixtures/imageSearch/contentId',
    ],
  },
  atoms: { key: atoms, places: ['fixtures/atoms/ids/*'] },
  'assets and atoms': {
    key: oneOf([assets, atoms], ['assets', 'atoms']),
    places: ['approvals/*/objects/*'],
  },
  'assets and files': {
    key: oneOf([assets, atoms, files], ['assets', 'atoms', 'sub_resources']),
    places: ['thumbnailAssetId', 'iconAssetId', 'damId', 'analysisAssetIds/*'].map(
      (field) => `${PARTS}/${field}`,
    ),
  },
  collections: {
    key: NAMED_KEYS.collections,
    places: [
      'collections/*/parentId',
      'collectionRights/*/collectionId',
      'fixtures/collections/*/id',
    ],
  },
  processDefinitions: {
    key: NAMED_KEYS.processDefinitions,
    places: ['approvals/*/processDefinitionId', 'fixtures/approval/processDefinitionId'],
  },
  crowdPacks: { key: NAMED_KEYS.crowdPacks, places: ['fixtures/crowdPack/id'] },
  portals: { key: NAMED_KEYS.portals, places: ['fixtures/portal/id'] },
  'codes of portals': { key: NAMED_KEYS.portalCodes, places: ['fixtures/portal/code'] },
  blocks: { key: NAMED_KEYS.blocks, places: ['fixtures/portal/blockId'] },
  contents: { key: NAMED_KEYS.contents, places: ['fixtures/portal/contentId'] },
  marketingPlans: {
    key: NAMED_KEYS.marketingPlans,
    places: ['marketingTasks/*/planId', 'fixtures/creative/planId'],
  },
  contentGroups: {
    key: NAMED_KEYS.contentGroups,
    places: ['marketingTasks/*/contentGroupId', 'fixtures/creative/contentGroupId'],
  },
  marketingTasks: { key: NAMED_KEYS.marketingTasks, places: ['fixtures/creative/creativeId'] },
  metadataFields: { key: NAMED_KEYS.metadataFields, places: ['fixtures/metadata/attrCode'] },
  uploads: { key: NAMED_KEYS.uploads, places: ['fixtures/upload/uploadId'] },
  'paths of uploads': { key: NAMED_KEYS.paths, places: ['fixtures/upload/filePath'] },
}

/** Refuses a seed that names something which is neither in it nor in the database, or that is below itself. */
export const checkReferences = (store: Store, seed: Seed): void => {
  for (const [things, { key, places }] of Object.entries(REFERENCES))
    checkTarget(store, seed, things, key, places)
  checkCarriedValues(store, seed)
  for (const [place, query] of PARENTS) checkTree(store, seed, place, query)
}

const checkTarget = (
  store: Store,
  seed: Seed,
  things: string,
  key: Key,
  places: readonly string[],
): void => {
  const folded = (value: unknown, path: Path) => key.fold?.(value, path, seed) ?? value
  const present = new Set<unknown>()
  for (const place of key.places)
    walk(seed, place, (value, path) => present.add(folded(value, path)))
  const others = new Map<unknown, { value: unknown; path: Path }>()
  for (const place of places)
    walk(seed, place, (value, path) => {
      const named = folded(value, path)
      if (!present.has(named) && !others.has(named)) others.set(named, { value, path: [...path] })
    })
  if (others.size === 0) return
  const stored = rowsOf<Stored>(store, key.query ?? '', JSON.stringify([...others.keys()]))
  const replaced = key.isOwn ? new Set() : elementsOf(seed, key.places)
  for (const { key: found, owner } of stored) if (!replaced.has(owner)) present.add(found)
  for (const [named, { value, path }] of others)
    if (!present.has(named))
      refuseAt(seed, path, `is ${quote(value)}, which is not among the ${things}`)
}

const CARRIED = ['assets/*/metadata/*/*', 'portals/*/blocks/*/contents/*/metadata/*/*']

/** Values of metadata fields are named by two codes; those of a field in the seed are the ones that it lists. */
const checkCarriedValues = (store: Store, seed: Seed): void => {
  const fields = (seed.metadataFields ?? []).map(
    ({ code, values }) => [code, new Set(values.map((value) => value.code))] as const,
  )
  const listed = new Map<unknown, Set<unknown> | undefined>(fields)
  const check = (field: unknown, value: unknown, path: Path): void => {
    if (!listed.has(field)) listed.set(field, storedValues(store, field))
    const values = listed.get(field)
    if (!values)
      refuseAt(
        seed,
        path.slice(0, -1),
        `is for the field ${quote(field)}, which is not among the metadataFields`,
      )
    if (!values?.has(value))
      refuseAt(seed, path, `is ${quote(value)}, which is not among the values of the field`)
  }
  for (const place of CARRIED) walk(seed, place, (value, path) => check(path.at(-2), value, path))
  walk(seed, 'metadataFields/*/values/*/parentCode', (value, path) =>
    check(seed.metadataFields?.[Number(path[1])]?.code, value, path),
  )
}

const storedValues = (store: Store, field: unknown): Set<unknown> | undefined => {
  const rows = rowsOf<{ code: string | null }>(
    store,
    `SELECT v.code AS code FROM metadata_fields f LEFT JOIN metadata_values v ON v.field_code = f.code
     WHERE f.code = ?`,
    field,
  )
  return rows.length === 0 ? undefined : new Set(rows.map(({ code }) => code))
}

/** Where elements name the one above them, and how a stored one does. */
const PARENTS = [
  ['departments/*/parentId', 'SELECT parent_id FROM departments WHERE id = ?'],
  ['users/*/lineManagerUserId', 'SELECT line_manager_user_id FROM users WHERE id = ?'],
  ['collections/*/parentId', 'SELECT parent_id FROM collections WHERE id = ?'],
] as const

/** Refuses a seed after which an element would be below itself. */
const checkTree = (store: Store, seed: Seed, place: string, query: string): void => {
  const [kind = '', , field = ''] = place.split('/')
  const elements = (Reflect.get(seed, kind) ?? []) as { id: number }[]
  const parents = new Map(elements.map((each) => [each.id, Reflect.get(each, field) as unknown]))
  const parentOf = (id: unknown): unknown =>
    (parents.has(id as number) ? parents.get(id as number) : firstValueOf(store, query, id)) || 0
  const ends = new Set<unknown>([0])
  for (const [index, { id }] of elements.entries()) {
    const seen = new Set<unknown>([id])
    let above = parentOf(id)
    while (!ends.has(above) && !seen.has(above)) {
      seen.add(above)
      above = parentOf(above)
    }
    if (above === id) refuseLoop(seed, [kind, index, field], id, parentOf(id))
    // A loop further up is refused at one of its own elements.
    if (ends.has(above)) for (const node of seen) ends.add(node)
  }
}

const refuseLoop = (seed: Seed, path: Path, id: number, parent: unknown): never =>
  refuseAt(seed, path, `is ${parent}, ${parent === id ? 'its own id' : `which is below ${id}`}`)
