import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidDataError } from '#src/contract/errors/invalid-data-error.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { readSeed } from '#src/seeds/read-seed.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import type { Store } from '#src/store/db/store.ts'
import { dumpOf } from '#test/kit/dumps.ts'
import { seedFiles } from '#test/kit/seeds.ts'
import { openStore } from '#test/kit/store.ts'

const FOLDER = join(shippedFolders().seeds, 'minimal')
const MINIMAL = readSeed({ folder: FOLDER })
const FILES = await seedFiles(MINIMAL, FOLDER)

const replace = (store: Store, seed: Seed): void =>
  loadSeed(store, seed, FILES, 1, { mode: 'replace' })

const rows = (store: Store, query: string, ...parameters: unknown[]): unknown[] =>
  store.sqlite
    .prepare(query)
    .raw()
    .all(...parameters)

const element = <K extends Exclude<keyof Seed, 'fixtures'>>(kind: K, id: number) => {
  const found = (MINIMAL[kind] as { id: unknown }[]).find((each) => each.id === id)
  return structuredClone(found) as NonNullable<Seed[K]>[number]
}

/** Why a fragment was refused; undefined when it was loaded. */
const attempt = (store: Store, fragment: Seed): string | undefined => {
  try {
    replace(store, fragment)
    return undefined
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error
    return error.message
  }
}

/** What operations do to a database of the seed `minimal`. */
const CHANGES = [
  "INSERT INTO crowd_members (id, pack_id, sign) SELECT 9000000, min(id), 'added' FROM crowd_packs",
  'DELETE FROM crowd_members WHERE id = (SELECT min(id) FROM crowd_members)',
  'DELETE FROM collection_items WHERE collection_id = 3002',
  "UPDATE collections SET name = 'Changed', name_folded = 'changed' WHERE id = 3002",
  "INSERT INTO portal_collaborators SELECT 77, min(id), 1, 'user', 1003, 1001, 1 FROM portals",
  "UPDATE approval_tasks SET status = 'APPROVED', ended_at_ms = created_at_ms WHERE key = 'task1'",
  'UPDATE assets SET tags = id, approval_status = 0',
  "UPDATE metadata_values SET name = 'Changed'",
  "UPDATE users SET nickname = 'Changed'",
  'DELETE FROM upload_parts',
]

describe('a seed that replaces what has its ids', () => {
  test('changes nothing when it is what the database has', () => {
    const { store } = openStore()
    const before = dumpOf(store)
    replace(store, MINIMAL)
    expect(dumpOf(store)).toEqual(before)
  })

  test('gives the same database when it is sent twice, also after changes', () => {
    const kinds = Object.keys(MINIMAL).filter((kind) => kind !== 'fixtures')
    const wanted = fc.record({
      kinds: fc.subarray(kinds, { minLength: 1 }),
      share: fc.integer({ min: 1, max: 4 }),
      statements: fc.subarray(CHANGES),
    })
    fc.assert(
      fc.property(wanted, ({ kinds: chosen, share, statements }) => {
        const { store } = openStore()
        for (const statement of statements) store.sqlite.exec(statement)
        const fragment = Object.fromEntries(
          chosen.map((kind) => [
            kind,
            (Reflect.get(MINIMAL, kind) as unknown[]).filter((_, index) => index % share === 0),
          ]),
        )
        const first = attempt(store, fragment)
        const once = dumpOf(store)
        expect(attempt(store, fragment)).toBe(first)
        expect(dumpOf(store)).toEqual(once)
      }),
      { numRuns: 60 },
    )
  })

  test('keeps what others refer to it by', () => {
    const { store } = openStore()
    const items = 'SELECT collection_id, asset_id, added_at_ms FROM collection_items ORDER BY 1, 2'
    const before = rows(store, items)
    replace(store, {
      assets: [{ ...element('assets', 100_008), name: 'Renamed' }],
      users: [1001, 1003].map((id) => ({ ...element('users', id), nickname: 'Renamed' })),
      processDefinitions: (MINIMAL.processDefinitions ?? []).map((each) => ({
        ...each,
        name: 'R',
      })),
    })
    expect(rows(store, items)).toEqual(before)
    expect(rows(store, 'SELECT name FROM assets WHERE id = 100008')).toEqual([['Renamed']])
    expect(
      rows(store, 'SELECT user_id FROM collected_collections WHERE collection_id = 3001'),
    ).toEqual([[1003]])
    expect(rows(store, 'SELECT count(*) FROM approvals WHERE submitter = 1001')).not.toEqual([[0]])
  })

  test('counts with its own lists in place of what operations added', () => {
    const { store } = openStore()
    store.sqlite.exec('INSERT INTO collection_items VALUES (3002, 100001, 1)')
    store.sqlite.exec('INSERT INTO collected_collections VALUES (1003, 3002)')
    store.sqlite.exec("INSERT INTO portal_collaborators VALUES (77, 51, 1, 'user', 1003, 1001, 1)")
    const [pack] = MINIMAL.crowdPacks ?? []
    store.sqlite.exec(`INSERT INTO crowd_members VALUES (9000000, ${pack?.id}, 'added')`)
    replace(store, {
      collections: [element('collections', 3002)],
      crowdPacks: MINIMAL.crowdPacks ?? [],
      portals: MINIMAL.portals ?? [],
    })
    const assets = 'SELECT asset_id FROM collection_items WHERE collection_id = 3002 ORDER BY 1'
    expect(rows(store, assets)).toEqual([[100_008], [100_011], [100_017]])
    expect(rows(store, 'SELECT item_count FROM collections WHERE id = 3002')).toEqual([[3]])
    expect(
      rows(store, 'SELECT user_id FROM collected_collections WHERE collection_id = 3002'),
    ).toEqual([[1001]])
    expect(rows(store, 'SELECT * FROM portal_collaborators')).toEqual([])
    expect(rows(store, "SELECT * FROM crowd_members WHERE sign = 'added'")).toEqual([])
  })

  test('moves what is below a collection with it', () => {
    const { store } = openStore()
    const branch =
      'SELECT id, parent_id, root_id, archive_path FROM collections WHERE id IN (6001, 6004) ORDER BY id'
    const above =
      'SELECT ancestor_id FROM collection_ancestors WHERE collection_id = 6004 ORDER BY 1'
    replace(store, { collections: [{ ...element('collections', 6001), name: 'HOUSE' }] })
    expect(rows(store, branch)).toEqual([
      [6001, 0, 6001, 'HOUSE'],
      [6004, 6001, 6001, 'HOUSE/GUIDELINES'],
    ])
    const { isArchive: _, ...root } = element('collections', 6001)
    replace(store, { collections: [{ ...root, parentId: 6002 }] })
    expect(rows(store, branch)).toEqual([
      [6001, 6002, 6002, 'PRODUCT/BRAND'],
      [6004, 6001, 6002, 'PRODUCT/BRAND/GUIDELINES'],
    ])
    expect(rows(store, above)).toEqual([[6001], [6002], [6004]])
    replace(store, { collections: [{ ...root, parentId: 3001 }] })
    expect(rows(store, branch)).toEqual([
      [6001, 3001, 3001, null],
      [6004, 6001, 3001, null],
    ])
  })

  test('exchanges keys that are not ids', () => {
    const { store } = openStore()
    const [first, second] = [element('users', 1002), element('users', 1003)]
    const exchanged = [
      { ...first, email: second.email },
      { ...second, email: first.email },
    ]
    replace(store, { users: exchanged })
    expect(rows(store, 'SELECT email FROM users WHERE id IN (1002, 1003) ORDER BY id')).toEqual([
      [second.email],
      [first.email],
    ])
  })

  test('replaces the rights of a unit on a thing', () => {
    const { store } = openStore()
    const right = { assetId: 100_001, unit: { user: 1003 } }
    const query = `SELECT code FROM asset_rights JOIN data_roles ON data_roles.id = data_role_id
      WHERE asset_id = 100001 AND unit_type = 1 AND unit_id = 1003`
    for (const role of ['ownerRole', 'viewerRole', 'viewerRole']) {
      replace(store, { assetRights: [{ ...right, role }] })
      expect(rows(store, query)).toEqual([[role]])
    }
    const unit = { everyone: true } as const
    replace(store, { collectionRights: [{ collectionId: 3002, unit, mayAdd: true }] })
    const rights =
      'SELECT unit_type, may_add FROM collection_rights WHERE collection_id = 3002 ORDER BY 1'
    expect(rows(store, rights)).toEqual([
      [1, 1],
      [3, 1],
    ])
  })

  test('gives the tasks of approvals the category of their definition', () => {
    const { store } = openStore()
    const [definition] = MINIMAL.processDefinitions ?? []
    replace(store, { processDefinitions: [{ ...definition, processCategory: 'NEW' } as never] })
    const query = `SELECT DISTINCT process_category FROM approval_tasks JOIN approvals ON approvals.id = approval_id
      WHERE process_definition_id = ?`
    expect(rows(store, query, definition?.id)).toEqual([['NEW']])
  })

  test.each<[string, () => Seed, string]>([
    [
      'a collection below itself',
      () => {
        const { isArchive: _, ...root } = element('collections', 3001)
        return { collections: [{ ...root, parentId: 3003 }] }
      },
      'collection 3001 is below itself',
    ],
    [
      'a field without a value that a content carries',
      () => {
        const fields = structuredClone(MINIMAL.metadataFields ?? [])
        for (const { values } of fields) values.shift()
        return { metadataFields: fields }
      },
      `metadataFields, code ${MINIMAL.metadataFields?.[0]?.code}: values does not include "101", which an asset or a content uses`,
    ],
    [
      'one id twice',
      () => ({ marketingPlans: [1, 2].map((n) => ({ id: 7, name: `${n}` })) }),
      'marketingPlans, id 7: id 7 is used twice, also at /marketingPlans/0/id (/marketingPlans/1/id)',
    ],
  ])('is refused for %s, and changes nothing', (_, fragment, words) => {
    const { store } = openStore()
    const before = dumpOf(store)
    expect(attempt(store, fragment())).toContain(words)
    expect(dumpOf(store)).toEqual(before)
  })
})
