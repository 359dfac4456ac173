import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Store } from '#src/db/store.ts'
import { InvalidDataError } from '#src/errors/invalid-data-error.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { readSeed } from '#src/seeds/read-seed.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { dumpOf } from '#test/kit/dumps.ts'
import { type Leaf, withLeaf } from '#test/kit/leaves.ts'
import { seedFiles } from '#test/kit/seeds.ts'
import { openStore } from '#test/kit/store.ts'

type Path = Leaf['path']

/** A change of the seed `minimal` that breaks a key, and what the refusal says of it. */
type Breach = readonly [path: Path, value: unknown, words: string]

const FOLDER = join(shippedFolders().seeds, 'minimal')
const MINIMAL = readSeed({ folder: FOLDER })
const FILES = await seedFiles(MINIMAL, FOLDER)
const FIELD = MINIMAL.metadataFields?.[0]?.code ?? ''
const CONTENT: Path = ['portals', 0, 'blocks', 0, 'contents', 0]

/** A key of rows that a seed makes of an element and its id, so that no value of the seed can break it. */
const OF_ITS_ELEMENT = 'made of the element that has it'
/** A key of rows that no seed makes. */
const OF_OPERATIONS = 'written by operations only'

/** Every foreign key of the schema: how a seed breaks it, or why it cannot. */
const FOREIGN_KEYS: Readonly<Record<string, Breach | string>> = {
  'approval_objects(approval_id)': OF_ITS_ELEMENT,
  'approval_objects(asset_id)': [
    ['approvals', 0, 'assetIds', 0],
    9,
    'approvals, id 9001: assetIds[0] is 9, which is not among the assets (/approvals/0/assetIds/0)',
  ],
  'approval_tasks(approval_id)': OF_ITS_ELEMENT,
  'approval_tasks(assignee)': [
    ['approvals', 0, 'tasks', 0, 'assignee'],
    9,
    'approvals, id 9001: tasks[0].assignee is 9, which is not among the users',
  ],
  'approvals(process_definition_id)': [
    ['approvals', 0, 'processDefinitionId'],
    9,
    'approvals, id 9001: processDefinitionId is 9, which is not among the processDefinitions',
  ],
  'approvals(submitter)': [
    ['approvals', 0, 'submitter'],
    9,
    'approvals, id 9001: submitter is 9, which is not among the users',
  ],
  'asset_metadata(asset_id)': OF_ITS_ELEMENT,
  'asset_metadata(field_code,value_code)': [
    ['assets', 0, 'metadata'],
    { [FIELD]: ['999'] },
    `assets, id 100001: metadata.${FIELD}[0] is "999", which is not among the values of the field (/assets/0/metadata/${FIELD}/0)`,
  ],
  'asset_rights(asset_id)': [
    ['assetRights'],
    [{ assetId: 9, unit: { everyone: true }, role: 'viewerRole' }],
    'assetRights: assetId is 9, which is not among the assets (/assetRights/0/assetId)',
  ],
  'asset_rights(data_role_id)': [
    ['assets', 0, 'rights', 0, 'role'],
    'none',
    'assets, id 100001: rights[0].role is "none", which is not among the dataRoles',
  ],
  'atoms(asset_id)': [
    ['atoms', 0, 'assetId'],
    9,
    'atoms, id 700001: assetId is 9, which is not among the assets',
  ],
  'atoms(file_digest)': OF_ITS_ELEMENT,
  'collected_collections(collection_id)': OF_ITS_ELEMENT,
  'collected_collections(user_id)': [
    ['collections', 0, 'collectedBy', 0],
    9,
    'collections, id 3001: collectedBy[0] is 9, which is not among the users',
  ],
  'collection_ancestors(ancestor_id)': [
    ['collections', 2, 'parentId'],
    9,
    'collections, id 3003: parentId is 9, which is not among the collections (/collections/2/parentId)',
  ],
  'collection_ancestors(collection_id)': OF_ITS_ELEMENT,
  'collection_items(asset_id)': [
    ['collections', 1, 'assetIds', 0],
    9,
    'collections, id 3002: assetIds[0] is 9, which is not among the assets',
  ],
  'collection_items(collection_id)': OF_ITS_ELEMENT,
  'collection_rights(collection_id)': [
    ['collectionRights'],
    [{ collectionId: 9, unit: { everyone: true }, mayAdd: true }],
    'collectionRights: collectionId is 9, which is not among the collections',
  ],
  'content_metadata(content_id)': OF_ITS_ELEMENT,
  'content_metadata(field_code,value_code)': [
    [...CONTENT, 'metadata'],
    { ['0'.repeat(32)]: ['1'] },
    `is for the field "${'0'.repeat(32)}", which is not among the metadataFields`,
  ],
  'crowd_members(pack_id)': OF_ITS_ELEMENT,
  'marketing_tasks(content_group_id)': [
    ['marketingTasks', 0, 'contentGroupId'],
    9,
    'contentGroupId is 9, which is not among the contentGroups (/marketingTasks/0/contentGroupId)',
  ],
  'marketing_tasks(plan_id)': [
    ['marketingTasks', 0, 'planId'],
    9,
    'planId is 9, which is not among the marketingPlans (/marketingTasks/0/planId)',
  ],
  'metadata_values(field_code)': OF_ITS_ELEMENT,
  'notifications(user_id)': OF_OPERATIONS,
  'portal_blocks(portal_id)': OF_ITS_ELEMENT,
  'portal_collaborators(portal_id)': OF_OPERATIONS,
  'portal_content_tags(content_id)': OF_ITS_ELEMENT,
  'portal_contents(block_id)': OF_ITS_ELEMENT,
  'portal_contents(core_id)': [
    [...CONTENT, 'coreId'],
    9,
    'portals, id 51: blocks[0].contents[0].coreId is 9, which is not among the assets',
  ],
  'sub_resources(asset_id)': OF_ITS_ELEMENT,
  'sub_resources(file_digest)': OF_ITS_ELEMENT,
  'upload_parts(upload_id)': OF_ITS_ELEMENT,
  'uploads(file_digest)': OF_ITS_ELEMENT,
  'user_dimensions(dimension_id)': [
    ['users', 0, 'dimensionIds'],
    [9],
    'users, id 1001: dimensionIds[0] is 9, which is not among the dimensions',
  ],
  'user_dimensions(user_id)': OF_ITS_ELEMENT,
  'users(dept_id)': [
    ['users', 0, 'deptId'],
    9,
    'users, id 1001: deptId is 9, which is not among the departments (/users/0/deptId)',
  ],
}

/** The second element of a kind gets the id of the first. */
const twice = (kind: keyof Seed, id: number | string): Breach => [
  [kind, (MINIMAL[kind] as unknown[]).length],
  (MINIMAL[kind] as unknown[])[0],
  `${kind}, id ${id}: id ${JSON.stringify(id)} is used twice, also at /${kind}/0/id (/${kind}/${(MINIMAL[kind] as unknown[]).length}/id)`,
]

const first = (kind: keyof Seed): { id: number } =>
  (MINIMAL[kind] as { id: number }[])[0] ?? { id: 0 }
const ofFirst = (kind: keyof Seed): Breach => twice(kind, first(kind).id)

const EVERYONE = { unit: { everyone: true } }

/** Every unique key of the schema: how a seed breaks it, or why it cannot. */
const UNIQUE_KEYS: Readonly<Record<string, Breach | string>> = {
  'approval_objects(approval_id,object_id)': [
    ['approvals', 0, 'assetIds'],
    [100_004, 100_004],
    'approvals, id 9001: assetIds[1] 100004 is used twice, also at /approvals/0/assetIds/0',
  ],
  'approval_tasks(id)': OF_ITS_ELEMENT,
  'approval_tasks(sequence)': OF_ITS_ELEMENT,
  'approvals(id)': ofFirst('approvals'),
  'asset_metadata(asset_id,field_code,value_code)': [
    ['assets', 0, 'metadata'],
    { [FIELD]: ['101', '101'] },
    `assets, id 100001: metadata.${FIELD}[1] "101" is used twice, also at /assets/0/metadata/${FIELD}/0`,
  ],
  'asset_rights(asset_id,unit_type,unit_id,data_role_id)': [
    ['assetRights'],
    [1, 2].map(() => ({ assetId: 100_003, ...EVERYONE, role: 'ownerRole' })),
    'assetRights: unit {"everyone":true} has this right twice, also at /assetRights/0/unit (/assetRights/1/unit)',
  ],
  'assets(id)': ofFirst('assets'),
  'atoms(id)': ofFirst('atoms'),
  'collected_collections(user_id,collection_id)': [
    ['collections', 1, 'collectedBy'],
    [1001, 1001],
    'collections, id 3002: collectedBy[1] 1001 is used twice',
  ],
  'collection_ancestors(collection_id,ancestor_id)': OF_ITS_ELEMENT,
  'collection_items(collection_id,asset_id)': [
    ['collections', 1, 'assetIds'],
    [100_008, 100_008],
    'collections, id 3002: assetIds[1] 100008 is used twice',
  ],
  'collection_rights(collection_id,unit_type,unit_id)': [
    ['collections', 1, 'rights'],
    [1, 2].map(() => ({ ...EVERYONE, mayAdd: true })),
    'collections, id 3002: rights[1].unit {"everyone":true} has this right twice, also at /collections/1/rights/0/unit',
  ],
  'collections(id)': ofFirst('collections'),
  'content_groups(id)': ofFirst('contentGroups'),
  'content_metadata(content_id,field_code,value_code)': [
    [...CONTENT, 'metadata'],
    { [FIELD]: ['101', '101'] },
    `portals, id 51: blocks[0].contents[0].metadata.${FIELD}[1] "101" is used twice`,
  ],
  'crowd_members(id)': OF_ITS_ELEMENT,
  'crowd_members(pack_id,sign)': [
    ['crowdPacks', 0, 'members'],
    ['x', 'x'],
    'crowdPacks, id 2101: members[1] "x" is used twice, also at /crowdPacks/0/members/0',
  ],
  'crowd_packs()': ofFirst('crowdPacks'),
  'crowd_packs(id)': ofFirst('crowdPacks'),
  'data_roles(code)': [
    ['dataRoles', 1, 'code'],
    'ownerRole',
    'code "ownerRole" is used twice, also at /dataRoles/0/code (/dataRoles/1/code)',
  ],
  'data_roles(id)': ofFirst('dataRoles'),
  'departments(id)': ofFirst('departments'),
  'dimensions(id)': ofFirst('dimensions'),
  'files(digest)': OF_ITS_ELEMENT,
  'fixtures(name)': 'a fixture replaces the one of its name',
  'image_search_reports(id)': OF_OPERATIONS,
  'marketing_plans(id)': ofFirst('marketingPlans'),
  'marketing_tasks(id)': ofFirst('marketingTasks'),
  'metadata_fields(code)': [
    ['metadataFields', 1],
    MINIMAL.metadataFields?.[0],
    `metadataFields, code ${FIELD}: code "${FIELD}" is used twice, also at /metadataFields/0/code`,
  ],
  'metadata_values(field_code,code)': [
    ['metadataFields', 0, 'values', 1, 'code'],
    '101',
    `metadataFields, code ${FIELD}: values[1].code "101" is used twice, also at /metadataFields/0/values/0/code`,
  ],
  'named_states(name)': OF_OPERATIONS,
  'notifications(id)': OF_OPERATIONS,
  'portal_blocks(id)': [
    ['portals', 0, 'blocks', 1, 'id'],
    601,
    'portals, id 51: blocks[1].id 601 is used twice, also at /portals/0/blocks/0/id',
  ],
  'portal_collaborators(id)': OF_OPERATIONS,
  'portal_collaborators(portal_id,unit_type,unit_id)': OF_OPERATIONS,
  'portal_content_tags(content_id,tag)': [
    [...CONTENT, 'tags'],
    ['x', 'x'],
    'portals, id 51: blocks[0].contents[0].tags[1] "x" is used twice',
  ],
  'portal_contents(id)': [
    ['portals', 0, 'blocks', 0, 'contents', 1, 'id'],
    80_001,
    'portals, id 51: blocks[0].contents[1].id 80001 is used twice',
  ],
  'portals(code)': [
    ['portals', 1],
    { ...MINIMAL.portals?.[0], id: 52, blocks: [] },
    'portals, id 52: code "E14B6B737BEBC077AD867A8D1FAAB8A9" is used twice, also at /portals/0/code',
  ],
  'portals(id)': ofFirst('portals'),
  'process_definitions(id)': ofFirst('processDefinitions'),
  'sequences(name)': OF_ITS_ELEMENT,
  'social_posts(id)': ofFirst('socialPosts'),
  'sub_resources(id)': [
    ['assets', 1, 'subResources', 0, 'id'],
    500_001,
    'assets, id 100002: subResources[0].id 500001 is used twice, also at /assets/0/subResources/0/id',
  ],
  'tracking_records(id)': OF_OPERATIONS,
  'upload_parts(upload_id,part_number)': OF_ITS_ELEMENT,
  'uploads(file_path)': [
    ['uploads', 1],
    { ...MINIMAL.uploads?.[0], id: 'other' },
    'uploads, id other: filePath "',
  ],
  'uploads(id)': ofFirst('uploads'),
  'user_dimensions(user_id,dimension_id)': [
    ['users', 1, 'dimensionIds'],
    [40, 40],
    'users, id 1002: dimensionIds[1] 40 is used twice',
  ],
  'users(email_folded)': [
    ['users', 1, 'email'],
    'Owner@Example.com',
    'users, id 1002: email "Owner@Example.com" is used twice, also at /users/0/email (/users/1/email)',
  ],
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

  test.each([...breachesIn(FOREIGN_KEYS), ...breachesIn(UNIQUE_KEYS)])(
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
