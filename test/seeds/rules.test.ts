import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { InvalidDataError } from '#src/contract/errors/invalid-data-error.ts'
import { queryOf, RULES } from '#src/seeds/check-rules.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { readSeed } from '#src/seeds/read-seed.ts'
import type { Seed, SeedRow } from '#src/seeds/seed-format.ts'
import { THINGS } from '#src/seeds/seed-keys.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { migrateToNewest } from '#src/store/db/migrate.ts'
import { openInMemory } from '#src/store/db/open-database.ts'
import { Store } from '#src/store/db/store.ts'
import { NOW, openCopy } from '#test/kit/databases.ts'
import {
  SEED_TASK,
  seedApproval,
  seedAsset,
  seedAtom,
  seedFiles,
  seedPart,
  seedPortal,
  seedUser,
} from '#test/kit/seeds.ts'

const FOLDER = join(shippedFolders().seeds, 'minimal')
const MINIMAL = readSeed({ folder: FOLDER })
const FILES = await seedFiles(MINIMAL, FOLDER)

type Task = SeedRow<'approvals'>['tasks'][number]

const user = (row: Partial<SeedRow<'users'>>) => seedUser(7001, 'new', row)

const PICTURE = { id: 800_002, name: 'a', extension: 'x', file: 'serum-packshot.png' }

const collection = (row: Partial<SeedRow<'collections'>>): SeedRow<'collections'> => ({
  id: 7002,
  name: 'c',
  createUser: 1001,
  createdAtMs: NOW,
  ...row,
})

const running = SEED_TASK
const approved: Task = { ...running, status: 'APPROVED', endedAtMs: NOW + 5 }
const pending: Task = { key: 'task2', assignee: 1001, status: 'PENDING' }

const approval = (row: Partial<SeedRow<'approvals'>>, ...tasks: Task[]) =>
  seedApproval({ ...(tasks.length > 0 && { tasks }), ...row })
const approvals = (...tasks: Task[]): Seed => ({ approvals: [approval({}, ...tasks)] })

type Breach = readonly [Seed, string]

const BREACHES: Readonly<Record<string, Breach>> = {
  'At most one user has `isAppOwner`.': [
    { users: [user({ isAppOwner: true })] },
    'user 7001 and user 1001 have isAppOwner; one user must, as the acting user of calls without x-open-api-user',
  ],
  'Nothing in `departments` is below itself, or more than 64 levels below another.': [
    { departments: [{ id: 7001, name: 'd', parentId: 7001 }] },
    'department 7001 is below itself',
  ],
  'Nothing in `users` is below itself, or more than 64 levels below another.': [
    {
      users: [
        user({ lineManagerUserId: 7002 }),
        user({ id: 7002, email: 'other@example.com', lineManagerUserId: 7001 }),
      ],
    },
    'user 7001 is below itself',
  ],
  'Assets, their parts and atoms share one id space; only an atom and the part that it became have the same id (A-id-1).':
    [
      { atoms: [seedAtom({ id: 500_001 })] },
      'part 500001 of asset 100001 and atom 500001 have one id; assets, their parts and atoms share one id space',
    ],
  'An atom that became an asset is a part of it.': [
    { atoms: [seedAtom({ assetId: 100_001 })] },
    'atom 800003 became asset 100001, which has no part 800003',
  ],
  'The total size of the parts of an asset is at most 9007199254740991 bytes.': [
    {
      assets: [
        seedAsset({
          subResources: [800_002, 800_003].map((id) =>
            seedPart(id, { sizeBytes: Number.MAX_SAFE_INTEGER }),
          ),
        }),
      ],
    },
    'the parts of asset 800001 are larger together than 9007199254740991 bytes',
  ],
  '`sizeBytes` of a text is its size in UTF-8.': [
    { assets: [seedAsset({}, { mediaType: 'content_text', baseText: 'Täglich', sizeBytes: 7 })] },
    'part 800002 of asset 800001 has sizeBytes 7, but its baseText has 8',
  ],
  'Nothing in `assets` is updated before it is created.': [
    { assets: [seedAsset({ updatedAtMs: NOW - 1 })] },
    `asset 800001 is updated before it is created: updatedAtMs is ${NOW - 1}, createdAtMs ${NOW}`,
  ],
  'Nothing in `collections` is updated before it is created.': [
    { collections: [collection({ updatedAtMs: NOW - 1 })] },
    `collection 7002 is updated before it is created: updatedAtMs is ${NOW - 1}`,
  ],
  '`approvalStatus` of an asset is the status of the last change in the approvals that name it.': [
    { assets: [seedAsset({ approvalStatus: 0 })], approvals: [approval({ assetIds: [800_001] })] },
    'asset 800001 has approvalStatus 0, but approval 7003 in progress names it',
  ],
  '`approvalStatus` 1 needs an approval that names the asset.': [
    { assets: [seedAsset({ approvalStatus: 1 })] },
    'asset 800001 has approvalStatus 1, but no approval in progress names it',
  ],
  'A task has a start unless it is pending, and an end unless it is pending or in progress.': [
    approvals({ ...running, status: 'APPROVED' }),
    `approval 7003 has a task task1 that is APPROVED, which its times contradict: createdAtMs is ${NOW}, endedAtMs absent`,
  ],
  'An approval has one task for each key and assignee.': [
    approvals(running, running),
    'approval 7003 has 2 tasks task1 of the user 1002',
  ],
  'The first step that is not approved is not pending.': [
    approvals(approved, pending),
    'approval 7003 has a task task2 that is PENDING, although every step before it is approved',
  ],
  'An approval with a task that is rejected or withdrawn has none in progress.': [
    approvals({ ...approved, status: 'REJECTED' }, { ...running, assignee: 1001 }),
    'approval 7003 has a task task1 that is IN_PROGRESS, but is REJECTED by its task task1',
  ],
  'A content is not stopped before it is published.': [
    { portals: [seedPortal({ stoppedAtMs: NOW - 1 })] },
    `content 7006 is stopped before it is published: stoppedAtMs is ${NOW - 1}, publishedAtMs ${NOW}`,
  ],
}

const UNUSUAL: Readonly<Record<string, Seed>> = {
  'instants on the first day of 1970': {
    assets: [seedAsset({ createdAtMs: 0 })],
    collections: [collection({ createdAtMs: 0, parentId: 3001, assetIds: [100_001] })],
    approvals: [approval({ createdAtMs: 0, assetIds: [100_001] }, { ...running, createdAtMs: 0 })],
  },
  'an asset that was approved before': { assets: [seedAsset({ approvalStatus: 2 })] },
  'steps that all start with their approval': approvals(running, {
    ...pending,
    status: 'IN_PROGRESS',
    createdAtMs: NOW,
  }),
  'a step that never started, after a rejection': approvals(
    { ...approved, status: 'REJECTED' },
    pending,
  ),
  'facts that a file has too': {
    assets: [seedAsset({ subResources: [{ ...PICTURE, width: 528, sizeBytes: 21_655 }] })],
  },
  'a fact that the file does not tell': {
    assets: [
      seedAsset({ subResources: [{ ...PICTURE, file: 'product-story.docx', wordNum: 120 }] }),
    ],
  },
  'fixtures of another shape': {
    fixtures: { users: ['x'], assets: { first: 9 }, upload: 7, own: { id: 9 } },
  },
}

const MINIMAL_BYTES = (() => {
  const store = new Store(openInMemory())
  migrateToNewest(store.sqlite, 'workspace', shippedFolders().migrations)
  loadSeed(store, MINIMAL, FILES, 1)
  const bytes = store.sqlite.serialize()
  store.close()
  return bytes
})()

const minimal = (): Store => {
  const store = new Store(openCopy(MINIMAL_BYTES))
  onTestFinished(() => store.close())
  return store
}

const NO_IDS = Object.fromEntries([...Object.keys(THINGS), 'ids'].map((thing) => [thing, '[]']))

/** Scans of what the seed has added, of a list in the query, and of the rows that a subquery has found. */
const OWN_SCANS = /VIRTUAL TABLE|^SCAN (named|last|above|\(subquery)/

describe('the checker of seeds', () => {
  test.each(RULES.map(({ says }) => says))('refuses a breach of: %s', (says) => {
    const [fragment, sentence] = BREACHES[says] ?? [{}, 'no case']
    const load = () => loadSeed(minimal(), fragment, FILES, 1)
    expect(load).toThrow(InvalidDataError)
    expect(load).toThrow(`the seed contradicts itself: ${sentence}`)
  })

  test.each<object>([
    { status: 'PENDING' },
    { createdAtMs: undefined },
    { endedAtMs: NOW },
    { status: 'REJECTED', endedAtMs: NOW - 1 },
  ])('refuses a task whose times contradict its status: %j', (task) => {
    const load = () => loadSeed(minimal(), approvals({ ...running, ...task } as Task), FILES, 1)
    expect(load).toThrow('approval 7003 has a task task1 that is')
  })

  test('refuses facts of a part that its file contradicts', () => {
    const seed = { assets: [seedAsset({ subResources: [{ ...PICTURE, width: 527 }] })] }
    expect(() => loadSeed(minimal(), seed, FILES, 1)).toThrow(
      'the seed contradicts itself: part 800002 of asset 800001 has width 527, but its file serum-packshot.png has 528',
    )
  })

  test.each(Object.keys(UNUSUAL))('accepts %s', (name) => {
    expect(() => loadSeed(minimal(), UNUSUAL[name] ?? {}, FILES, 1)).not.toThrow()
  })

  test('looks rows up by an index, and scans only what the seed has added', () => {
    const { sqlite } = minimal()
    const scans = RULES.flatMap((rule) => {
      const plan = sqlite.prepare<[object], { detail: string }>(
        `EXPLAIN QUERY PLAN ${queryOf(rule)}`,
      )
      return plan
        .all(NO_IDS)
        .filter(({ detail }) => /^SCAN/.test(detail) && !OWN_SCANS.test(detail))
        .map(({ detail }) => `${detail} for: ${rule.says}`)
    })
    expect(scans).toEqual([])
  })

  test('has a case for each rule, and no other', () => {
    expect(Object.keys(BREACHES).sort()).toEqual(RULES.map(({ says }) => says).sort())
  })
})

describe('a value that a seed does not state', () => {
  const read = (store: Store, query: string): unknown => store.sqlite.prepare(query).pluck().get()

  test('is the approvalStatus of the last change but a withdrawal, also of an asset that was there', () => {
    const store = minimal()
    const status = () => read(store, 'SELECT approval_status FROM assets WHERE id = 100001')
    const add = (id: number, ...tasks: Task[]) =>
      loadSeed(store, { approvals: [approval({ id, assetIds: [100_001] }, ...tasks)] }, FILES, 1)
    expect(status()).toBe(0)
    add(7003)
    expect(status()).toBe(1)
    add(7004, { ...approved, status: 'REJECTED' })
    expect(status()).toBe(3)
    add(7005, { ...approved, endedAtMs: NOW + 4 })
    expect(status()).toBe(3)
    add(7006, { ...approved, endedAtMs: NOW + 5 })
    expect(status()).toBe(2)
    add(7007, { ...approved, status: 'WITHDRAWN', endedAtMs: NOW + 6 })
    expect(status()).toBe(2)
    expect(read(store, 'SELECT updated_at_ms FROM assets WHERE id = 100001')).toBe(NOW + 5)
  })

  test('is the approvalStatus that is left when an approval is replaced by one of other assets', () => {
    const store = minimal()
    const status = (id: number) =>
      read(store, `SELECT approval_status FROM assets WHERE id = ${id}`)
    const earlier = approval({ id: 7004, assetIds: [100_002] }, { ...approved, status: 'REJECTED' })
    loadSeed(store, { approvals: [earlier, approval({ assetIds: [100_001, 100_002] })] }, FILES, 1)
    expect([status(100_001), status(100_002), status(100_003)]).toEqual([1, 3, 0])
    const replaced = approval({ assetIds: [100_003] })
    loadSeed(store, { approvals: [replaced] }, FILES, 1, { mode: 'replace' })
    expect([status(100_001), status(100_002), status(100_003)]).toEqual([0, 3, 1])
  })

  test('is updatedAtMs of a collection, from the last of its assets', () => {
    const store = minimal()
    const assets = [seedAsset({ createdAtMs: NOW + 7 })]
    loadSeed(store, { assets, collections: [collection({ assetIds: [800_001] })] }, FILES, 1)
    expect(read(store, 'SELECT updated_at_ms FROM collections WHERE id = 7002')).toBe(NOW + 7)
    expect(read(store, 'SELECT added_at_ms FROM collection_items WHERE collection_id = 7002')).toBe(
      NOW + 7,
    )
  })

  test.each([
    ['application/pdf', 1],
    ['Application/PDF; version=1.7', 1],
    ['image/png', 0],
    ['content_text', 0],
  ])('is pdfStatus, of %s', (mediaType, pdfStatus) => {
    const store = minimal()
    loadSeed(store, { assets: [seedAsset({}, { mediaType })] }, FILES, 1)
    expect(read(store, 'SELECT pdf_status FROM sub_resources WHERE id = 800002')).toBe(pdfStatus)
  })
})

describe('a contradiction with a row that was there', () => {
  test('is not found again by a seed that does not touch it', () => {
    const store = minimal()
    store.sqlite.exec('UPDATE assets SET updated_at_ms = 1, approval_status = 1')
    expect(() => loadSeed(store, { assets: [seedAsset({})] }, FILES, 1)).not.toThrow()
  })
})
