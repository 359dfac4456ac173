import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Store } from '#src/db/store.ts'
import { InvalidDataError } from '#src/errors/invalid-data-error.ts'
import { fieldOf, tokensOf } from '#src/kernel/json-pointer.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { readSeed } from '#src/seeds/read-seed.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { valueAt } from '#src/seeds/seed-places.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { dumpOf } from '#test/kit/dumps.ts'
import { type Leaf, withLeaf } from '#test/kit/leaves.ts'
import { seedFiles } from '#test/kit/seeds.ts'
import { openStore } from '#test/kit/store.ts'

/** A change of the seed `minimal` that breaks a key, and what the refusal says of it. */
type Breach = readonly [path: Leaf['path'], value: unknown, words: string]

const FOLDER = join(shippedFolders().seeds, 'minimal')
const MINIMAL = readSeed({ folder: FOLDER })
const FILES = await seedFiles(MINIMAL, FOLDER)
const FIELD = MINIMAL.metadataFields?.[0]?.code ?? ''
const CONTENT = '/portals/0/blocks/0/contents/0'

const pathOf = (pointer: string): Leaf['path'] =>
  tokensOf(pointer).map((token) => (/^\d{1,2}$/.test(token) ? Number(token) : token))

/** Puts a value at a place; `words` are what is said of the field there, which the place follows. */
const put = (pointer: string, value: unknown, words: string, place = pointer): Breach => {
  const [kind = '', index = '', ...rest] = tokensOf(place)
  const path = pathOf(pointer)
  const seed = withLeaf(MINIMAL, path, value)
  const { id, code } = valueAt(seed as object, pathOf(`/${kind}/${index}`)) as Record<
    string,
    unknown
  >
  const key = id === undefined ? code && `, code ${code}` : `, id ${id}`
  const field = fieldOf(`/${rest.join('/')}`)
  return [path, value, `${kind}${key ?? ''}: ${field} ${words} (${place})`]
}

/** Puts a value at a place where it names nothing. */
const missing = (pointer: string, things: string, value: unknown = 9): Breach =>
  put(pointer, value, `is ${JSON.stringify(value)}, which is not among the ${things}`)

/** Puts a value at a place that is used at another. */
const double = (pointer: string, value: unknown, other: string): Breach =>
  put(pointer, value, `${JSON.stringify(value)} is used twice, also at ${other}`)

/** Puts a list at a place, the second element of which is the first. */
const listTwice = (pointer: string, value: number | string): Breach => {
  const words = `${JSON.stringify(value)} is used twice, also at ${pointer}/0`
  return put(pointer, [value, value], words, `${pointer}/1`)
}

/** Adds an element, a field of which another has. */
const added = (kind: keyof Seed, field: string, element: object): Breach => {
  const index = (MINIMAL[kind] as unknown[]).length
  const words = `${JSON.stringify(Reflect.get(element, field))} is used twice, also at /${kind}/0/${field}`
  return put(`/${kind}/${index}`, element, words, `/${kind}/${index}/${field}`)
}

const first = <K extends Exclude<keyof Seed, 'fixtures'>>(kind: K) =>
  (MINIMAL[kind] as object[])[0] ?? {}
const ofFirst = (kind: Exclude<keyof Seed, 'fixtures'>) => added(kind, 'id', first(kind))

/** A key of rows that a seed makes of an element and its id, so that no value of the seed can break it. */
const OF_ITS_ELEMENT = 'made of the element that has it'
/** A key of rows that no seed makes. */
const OF_OPERATIONS = 'written by operations only'

/** Every foreign key of the schema: how a seed breaks it, or why it cannot. */
const FOREIGN_KEYS: Readonly<Record<string, Breach | string>> = {
  'approval_objects(approval_id)': OF_ITS_ELEMENT,
  'approval_objects(asset_id)': missing('/approvals/0/assetIds/0', 'assets'),
  'approval_tasks(approval_id)': OF_ITS_ELEMENT,
  'approval_tasks(assignee)': missing('/approvals/0/tasks/0/assignee', 'users'),
  'approvals(process_definition_id)': missing(
    '/approvals/0/processDefinitionId',
    'processDefinitions',
  ),
  'approvals(submitter)': missing('/approvals/0/submitter', 'users'),
  'asset_metadata(asset_id)': OF_ITS_ELEMENT,
  'asset_metadata(field_code,value_code)': put(
    '/assets/0/metadata',
    { [FIELD]: ['999'] },
    'is "999", which is not among the values of the field',
    `/assets/0/metadata/${FIELD}/0`,
  ),
  'asset_rights(asset_id)': put(
    '/assetRights',
    [{ assetId: 9, unit: { everyone: true }, role: 'viewerRole' }],
    'is 9, which is not among the assets',
    '/assetRights/0/assetId',
  ),
  'asset_rights(data_role_id)': missing('/assets/0/rights/0/role', 'dataRoles', 'none'),
  'atoms(asset_id)': missing('/atoms/0/assetId', 'assets'),
  'atoms(file_digest)': OF_ITS_ELEMENT,
  'collected_collections(collection_id)': OF_ITS_ELEMENT,
  'collected_collections(user_id)': missing('/collections/0/collectedBy/0', 'users'),
  'collection_ancestors(ancestor_id)': missing('/collections/2/parentId', 'collections'),
  'collection_ancestors(collection_id)': OF_ITS_ELEMENT,
  'collection_items(asset_id)': missing('/collections/1/assetIds/0', 'assets'),
  'collection_items(collection_id)': OF_ITS_ELEMENT,
  'collection_rights(collection_id)': put(
    '/collectionRights',
    [{ collectionId: 9, unit: { everyone: true }, mayAdd: true }],
    'is 9, which is not among the collections',
    '/collectionRights/0/collectionId',
  ),
  'content_metadata(content_id)': OF_ITS_ELEMENT,
  'content_metadata(field_code,value_code)': put(
    `${CONTENT}/metadata`,
    { other: ['1'] },
    'is for the field "other", which is not among the metadataFields',
    `${CONTENT}/metadata/other`,
  ),
  'crowd_members(pack_id)': OF_ITS_ELEMENT,
  'marketing_tasks(content_group_id)': missing('/marketingTasks/0/contentGroupId', 'contentGroups'),
  'marketing_tasks(plan_id)': missing('/marketingTasks/0/planId', 'marketingPlans'),
  'metadata_values(field_code)': OF_ITS_ELEMENT,
  'notifications(user_id)': OF_OPERATIONS,
  'portal_blocks(portal_id)': OF_ITS_ELEMENT,
  'portal_collaborators(portal_id)': OF_OPERATIONS,
  'portal_content_tags(content_id)': OF_ITS_ELEMENT,
  'portal_contents(block_id)': OF_ITS_ELEMENT,
  'portal_contents(core_id)': missing(`${CONTENT}/coreId`, 'assets'),
  'sub_resources(asset_id)': OF_ITS_ELEMENT,
  'sub_resources(file_digest)': OF_ITS_ELEMENT,
  'upload_parts(upload_id)': OF_ITS_ELEMENT,
  'uploads(file_digest)': OF_ITS_ELEMENT,
  'user_dimensions(dimension_id)': missing('/users/0/dimensionIds/0', 'dimensions'),
  'user_dimensions(user_id)': OF_ITS_ELEMENT,
  'users(dept_id)': missing('/users/0/deptId', 'departments'),
}

/** Places that name something without a foreign key. */
const OTHER_REFERENCES: Readonly<Record<string, Breach>> = {
  'users(line_manager_user_id)': missing('/users/1/lineManagerUserId', 'users'),
  'departments(parent_id)': missing('/departments/1/parentId', 'departments'),
  'assets(create_user)': missing('/assets/0/createUser', 'users'),
  'assets(update_user)': missing('/assets/1/updateUser', 'users'),
  'asset_rights(unit_id), a user': missing('/assets/2/rights/0/unit/user', 'users'),
  'asset_rights(unit_id)': missing('/assets/0/rights/2/unit/department', 'departments'),
  'atoms(create_user)': missing('/atoms/3/createUser', 'users'),
  'collections(create_user)': missing('/collections/2/createUser', 'users'),
  'collections(update_user)': missing('/collections/1/updateUser', 'users'),
  'collection_rights(unit_id)': missing('/collections/0/rights/3/unit/user', 'users'),
}

const EVERYONE = { unit: { everyone: true } }
const RIGHT_TWICE = 'unit {"everyone":true} has this right twice, also at'

/** Every unique key of the schema: how a seed breaks it, or why it cannot. */
const UNIQUE_KEYS: Readonly<Record<string, Breach | string>> = {
  'approval_objects(approval_id,object_id)': listTwice('/approvals/0/assetIds', 100_004),
  'approval_tasks(id)': OF_ITS_ELEMENT,
  'approval_tasks(sequence)': OF_ITS_ELEMENT,
  'approvals(id)': ofFirst('approvals'),
  'asset_metadata(asset_id,field_code,value_code)': [
    ['assets', 0, 'metadata'],
    { [FIELD]: ['101', '101'] },
    `metadata.${FIELD}[1] "101" is used twice, also at /assets/0/metadata/${FIELD}/0`,
  ],
  'asset_rights(asset_id,unit_type,unit_id,data_role_id)': [
    ['assetRights'],
    [1, 2].map(() => ({ assetId: 100_003, ...EVERYONE, role: 'ownerRole' })),
    `assetRights: ${RIGHT_TWICE} /assetRights/0/unit (/assetRights/1/unit)`,
  ],
  'assets(id)': ofFirst('assets'),
  'atoms(id)': ofFirst('atoms'),
  'collected_collections(user_id,collection_id)': listTwice('/collections/1/collectedBy', 1001),
  'collection_ancestors(collection_id,ancestor_id)': OF_ITS_ELEMENT,
  'collection_items(collection_id,asset_id)': listTwice('/collections/1/assetIds', 100_008),
  'collection_rights(collection_id,unit_type,unit_id)': [
    ['collections', 1, 'rights'],
    [1, 2].map(() => ({ ...EVERYONE, mayAdd: true })),
    `collections, id 3002: rights[1].${RIGHT_TWICE} /collections/1/rights/0/unit`,
  ],
  'collections(id)': ofFirst('collections'),
  'content_groups(id)': ofFirst('contentGroups'),
  'content_metadata(content_id,field_code,value_code)': [
    pathOf(`${CONTENT}/metadata`),
    { [FIELD]: ['101', '101'] },
    `portals, id 51: blocks[0].contents[0].metadata.${FIELD}[1] "101" is used twice`,
  ],
  'crowd_members(id)': OF_ITS_ELEMENT,
  'crowd_members(pack_id,sign)': listTwice('/crowdPacks/0/members', 'x'),
  'crowd_packs()': ofFirst('crowdPacks'),
  'crowd_packs(id)': ofFirst('crowdPacks'),
  'data_roles(code)': double('/dataRoles/1/code', 'ownerRole', '/dataRoles/0/code'),
  'data_roles(id)': ofFirst('dataRoles'),
  'departments(id)': ofFirst('departments'),
  'dimensions(id)': ofFirst('dimensions'),
  'files(digest)': OF_ITS_ELEMENT,
  'fixtures(name)': 'a fixture replaces the one of its name',
  'image_search_reports(id)': OF_OPERATIONS,
  'marketing_plans(id)': ofFirst('marketingPlans'),
  'marketing_tasks(id)': ofFirst('marketingTasks'),
  'metadata_fields(code)': added('metadataFields', 'code', first('metadataFields')),
  'metadata_values(field_code,code)': double(
    '/metadataFields/0/values/1/code',
    '101',
    '/metadataFields/0/values/0/code',
  ),
  'named_states(name)': OF_OPERATIONS,
  'notifications(id)': OF_OPERATIONS,
  'portal_blocks(id)': double('/portals/0/blocks/1/id', 601, '/portals/0/blocks/0/id'),
  'portal_collaborators(id)': OF_OPERATIONS,
  'portal_collaborators(portal_id,unit_type,unit_id)': OF_OPERATIONS,
  'portal_content_tags(content_id,tag)': listTwice(`${CONTENT}/tags`, 'x'),
  'portal_contents(id)': double('/portals/0/blocks/0/contents/1/id', 80_001, `${CONTENT}/id`),
  'portals(code)': added('portals', 'code', { ...first('portals'), id: 52, blocks: [] }),
  'portals(id)': ofFirst('portals'),
  'process_definitions(id)': ofFirst('processDefinitions'),
  'sequences(name)': OF_ITS_ELEMENT,
  'social_posts(id)': ofFirst('socialPosts'),
  'sub_resources(id)': double(
    '/assets/1/subResources/0/id',
    500_001,
    '/assets/0/subResources/0/id',
  ),
  'tracking_records(id)': OF_OPERATIONS,
  'upload_parts(upload_id,part_number)': OF_ITS_ELEMENT,
  'uploads(file_path)': added('uploads', 'filePath', { ...first('uploads'), id: 'other' }),
  'uploads(id)': ofFirst('uploads'),
  'user_dimensions(user_id,dimension_id)': listTwice('/users/1/dimensionIds', 40),
  'users(email_folded)': double('/users/1/email', 'Owner@Example.com', '/users/0/email'),
  'users(id)': ofFirst('users'),
}

const tablesOf = ({ sqlite }: Store): string[] =>
  sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_\\_%' ESCAPE '\\' ORDER BY name",
    )
    .pluck()
    .all()

const foreignKeysOf = (store: Store): string[] =>
  tablesOf(store).flatMap((table) => {
    const keys = new Map<number, string[]>()
    const rows = store.sqlite.pragma(`foreign_key_list(${table})`) as { id: number; from: string }[]
    for (const { id, from } of rows) keys.set(id, [...(keys.get(id) ?? []), from])
    return [...keys.values()].map((columns) => `${table}(${columns})`)
  })

const uniqueKeysOf = (store: Store): string[] =>
  tablesOf(store).flatMap((table) => {
    const columns = store.sqlite.pragma(`table_info(${table})`) as { name: string; pk: number }[]
    const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    const indexes = store.sqlite.pragma(`index_list(${table})`) as {
      name: string
      unique: number
      origin: string
    }[]
    const others = indexes
      .filter(({ unique, origin }) => unique === 1 && origin !== 'pk')
      .map(({ name }) => store.sqlite.pragma(`index_info(${name})`) as { name: string | null }[])
    return [primary, ...others].map(
      (key) => `${table}(${key.flatMap(({ name }) => name ?? []).join(',')})`,
    )
  })

const refusalOf = (store: Store, seed: Seed, mode: 'add' | 'replace'): string => {
  const before = dumpOf(store)
  try {
    loadSeed(store, seed, FILES, 1, { mode })
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidDataError)
    expect(dumpOf(store)).toEqual(before)
    return (error as InvalidDataError).message
  }
  throw new Error('the seed was accepted')
}

const breachesIn = (keys: Readonly<Record<string, Breach | string>>) =>
  Object.entries(keys).flatMap(([key, breach]) =>
    typeof breach === 'string' ? [] : [[key, breach] as const],
  )

/** Words of SQL that no refusal has. */
const SQL = /constraint|SQLITE|foreign key|UNIQUE|[a-z]_[a-z]/

describe('a refusal of a seed', () => {
  test('is known for every foreign key and unique key of the schema', () => {
    const { store } = openStore()
    expect(Object.keys(FOREIGN_KEYS).sort()).toEqual(foreignKeysOf(store).sort())
    expect(Object.keys(UNIQUE_KEYS).sort()).toEqual(uniqueKeysOf(store).sort())
  })

  test.each([FOREIGN_KEYS, OTHER_REFERENCES, UNIQUE_KEYS].flatMap(breachesIn))(
    'names kind, id, field and place where %s would be broken',
    (_, [path, value, words]) => {
      const seed = withLeaf(MINIMAL, path, value) as Seed
      const message = refusalOf(openStore().store, seed, 'replace')
      expect(message).toContain(words)
      expect(message).not.toMatch(SQL)
    },
  )

  test.each(Object.keys(MINIMAL).filter((kind) => kind !== 'fixtures'))(
    'says of ids of %s that are taken how to replace what has them',
    (kind) => {
      const [element] = Reflect.get(MINIMAL, kind) as { id?: unknown; code?: unknown }[]
      const [name, key] = element?.id === undefined ? ['code', element?.code] : ['id', element.id]
      expect(refusalOf(openStore().store, { [kind]: [element] }, 'add')).toBe(
        `${kind}, ${name} ${key}: ${name} ${JSON.stringify(key)} is taken already; send ?mode=replace to replace it (/${kind}/0/${name})`,
      )
    },
  )

  test('names the file and the place in it for a seed of several files', () => {
    const seed = readSeed({ folder: FOLDER })
    for (const user of seed.users ?? []) user.deptId = 9
    expect(refusalOf(openStore().store, seed, 'replace')).toContain('(people.json#/users/0/deptId)')
  })
})
