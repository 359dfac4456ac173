import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrateToNewest } from '#src/db/migrate.ts'
import { openInMemory } from '#src/db/open-database.ts'
import { Store } from '#src/db/store.ts'
import { InvalidDataError } from '#src/errors/invalid-data-error.ts'
import { queryOf } from '#src/seeds/check/check-loaded.ts'
import { RULES } from '#src/seeds/check/rules.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { readSeed } from '#src/seeds/read-seed.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { openCopy } from '#test/kit/databases.ts'
import { seedFiles } from '#test/kit/seeds.ts'

const FOLDER = join(shippedFolders().seeds, 'minimal')
const MINIMAL = readSeed({ folder: FOLDER })
const FILES = await seedFiles(MINIMAL, FOLDER)
const NOW = 1_792_000_000_000
/** Before every user of the seed minimal is created. */
const LONG_AGO = 1_000_000_000_000

type List<Key extends keyof Seed> = NonNullable<Seed[Key]>
type Row<Key extends keyof Seed> = List<Key> extends readonly (infer T)[] ? T : never
type Part = Row<'assets'>['subResources'][number]
type Task = Row<'approvals'>['tasks'][number]

const user = (row: Partial<Row<'users'>>): Row<'users'> => ({
  id: 7001,
  email: 'new@example.com',
  nickname: 'New',
  deptId: 10,
  createdAtMs: NOW,
  ...row,
})

const asset = (row: Partial<Row<'assets'>>, part: Partial<Part> = {}): Row<'assets'> => ({
  id: 800_001,
  name: 'a',
  extension: 'x',
  createUser: 1001,
  createdAtMs: NOW,
  rights: [],
  subResources: [
    { id: 800_002, name: 'a', extension: 'x', mediaType: 'image/png', sizeBytes: 1, ...part },
  ],
  ...row,
})

const text = (part: Partial<Part>) =>
  asset({}, { mediaType: 'content_text', baseText: 'Täglich', sizeBytes: 8, ...part })

/** A part with a file of the seed minimal. */
const withFile = (part: Partial<Part>): Seed => {
  const { mediaType: _, sizeBytes: __, ...row } = asset({}).subResources[0] as Part
  return { assets: [asset({ subResources: [{ ...row, ...part }] })] }
}

const atom = (row: Partial<Row<'atoms'>>): Row<'atoms'> => ({
  id: 800_003,
  path: 'upload/a',
  name: 'a',
  extension: 'x',
  mediaType: 'image/png',
  sizeBytes: 1,
  createUser: 1001,
  createdAtMs: NOW,
  ...row,
})

const collection = (row: Partial<Row<'collections'>>): Row<'collections'> => ({
  id: 7002,
  name: 'c',
  createUser: 1001,
  createdAtMs: NOW,
  ...row,
})

const running: Task = { key: 'task1', assignee: 1002, status: 'IN_PROGRESS', createdAtMs: NOW }
const approved: Task = { ...running, status: 'APPROVED', endedAtMs: NOW + 5 }
const pending: Task = { key: 'task2', assignee: 1001, status: 'PENDING' }

const approval = (
  row: Partial<Row<'approvals'>> = {},
  ...tasks: readonly Task[]
): Row<'approvals'> => ({
  id: 7003,
  processDefinitionId: 81,
  name: 'a',
  detailName: '',
  category: 'c',
  submitter: 1001,
  createdAtMs: NOW,
  assetIds: [],
  tasks: tasks.length > 0 ? [...tasks] : [running],
  ...row,
})

const approvals = (...tasks: readonly Task[]): Seed => ({ approvals: [approval({}, ...tasks)] })

const content = (
  row: Partial<Row<'portals'>['blocks'][number]['contents'][number]>,
): List<'portals'> => [
  {
    id: 7004,
    code: 'F'.repeat(32),
    name: 'p',
    blocks: [
      {
        id: 7005,
        name: 'b',
        contents: [{ id: 7006, coreId: 100_001, name: 'c', text: '', publishedAtMs: NOW, ...row }],
      },
    ],
  },
]

const values = (...parents: readonly [code: string, parentCode: string][]): Seed => ({
  metadataFields: [
    {
      code: 'f'.repeat(32),
      name: 'f',
      values: parents.map(([code, parentCode]) => ({
        code,
        name: code,
        parentCode,
        updatedAtMs: NOW,
      })),
    },
  ],
})

const fixture = (name: string, value: object): Seed => ({ fixtures: { [name]: value } })

/** A fragment that breaks a rule, and the sentence about it. */
type Breach = readonly [Seed, string]

/** A fixture with a wrong value at a place, which may have a dot. */
const named = (name: string, place: string, value: number | string): Breach => {
  const [outer = '', inner] = place.split('.')
  return [
    fixture(name, { [outer]: inner === undefined ? value : { [inner]: value } }),
    `fixture ${name} has the ${place} ${value}, but that is not `,
  ]
}

/** A fixture with a right and a wrong id. */
const each = (name: string, right: number, wrong: number): Breach => [
  fixture(name, { ids: [right, wrong] }),
  `fixture ${name} has the id ${wrong}, but that is not `,
]

type Origin = NonNullable<Row<'assets'>['origin']>

/** Two assets that a rule check has judged. */
const twoChecked = (one: Origin, other: Origin): Seed => ({
  assets: [
    asset({ origin: { ruleCheckStatus: 'PASSED', ...one } }),
    asset({ id: 800_005, origin: { ruleCheckStatus: 'PASSED', ...other } }, { id: 800_006 }),
  ],
})

/** For each rule the smallest fragment that breaks it, beside the seed minimal, and the sentence about it. */
const BREACHES: Readonly<Record<string, Breach>> = {
  'A user is not among the managers above it.': [
    {
      users: [
        user({ lineManagerUserId: 7002 }),
        user({ id: 7002, email: 'other@example.com', lineManagerUserId: 7001 }),
      ],
    },
    'user 7001 is its own manager, by way of 7002, 7001',
  ],
  'A department is not below itself.': [
    { departments: [{ id: 7001, name: 'd', parentId: 7001 }] },
    'department 7001 is below itself, by way of 7001',
  ],
  'At most one user has `isAppOwner`.': [
    { users: [user({ isAppOwner: true })] },
    'user 7001 and user 1001 have isAppOwner; one user must, as the acting user of calls without x-open-api-user',
  ],
  '`isAdmin` and `role` of a user say the same.': [
    { users: [user({ isAdmin: true, role: 'viewer' })] },
    'user 7001 has isAdmin true and the role viewer; leave out isAdmin',
  ],
  'A user is created before its `assets`.': [
    { assets: [asset({ createdAtMs: LONG_AGO })] },
    `asset 800001 is created at ${LONG_AGO}, before the user 1001, who made it, was at 1583115120000`,
  ],
  'Nothing in `assets` is updated before it is created.': [
    { assets: [asset({ updatedAtMs: NOW - 1 })] },
    `asset 800001 is updated before it is created: updatedAtMs is ${NOW - 1}, createdAtMs ${NOW}`,
  ],
  'Nothing in `assets` is updated by a user who is created later.': [
    { users: [user({ createdAtMs: NOW + 9 })], assets: [asset({ updateUser: 7001 })] },
    `asset 800001 is updated at ${NOW}, before the user 7001, who updated it, was created at ${NOW + 9}`,
  ],
  'A user is created before its `atoms`.': [
    { atoms: [atom({ createdAtMs: LONG_AGO })] },
    `atom 800003 is created at ${LONG_AGO}, before the user 1001`,
  ],
  'A user is created before its `collections`.': [
    { collections: [collection({ createdAtMs: LONG_AGO })] },
    `collection 7002 is created at ${LONG_AGO}, before the user 1001`,
  ],
  'Nothing in `collections` is updated before it is created.': [
    { collections: [collection({ updatedAtMs: NOW - 1 })] },
    `collection 7002 is updated before it is created: updatedAtMs is ${NOW - 1}`,
  ],
  'Nothing in `collections` is updated by a user who is created later.': [
    { users: [user({ createdAtMs: NOW + 9 })], collections: [collection({ updateUser: 7001 })] },
    `collection 7002 is updated at ${NOW}, before the user 7001`,
  ],
  'The parts of an asset are together not larger than 9007199254740991 bytes.': [
    {
      assets: [
        asset({
          subResources: [800_002, 800_003].map((id) => ({
            id,
            name: 'a',
            extension: 'x',
            mediaType: 'image/png',
            sizeBytes: Number.MAX_SAFE_INTEGER,
          })),
        }),
      ],
    },
    'the parts of asset 800001 are larger together than 9007199254740991 bytes',
  ],
  '`extension` and `mediaType` of a part are those of one format.': [
    { assets: [asset({}, { extension: 'JPG' })] },
    'part 800002 of asset 800001 has the extension "JPG", but the media type image/png',
  ],
  '`extension` and `mediaType` of an atom are those of one format.': [
    {
      atoms: [atom({ extension: 'mp4', file: 'serum-packshot.png' })],
    },
    'atom 800003 has the extension "mp4", but the media type image/png',
  ],
  'An asset that is a single file has the extension of that file.': [
    { assets: [asset({ extension: 'pdf' }, { extension: 'png' })] },
    'asset 800001 has the extension "pdf", but its only part 800002 has "png"',
  ],
  '`fileFormatType` is that of the media type, where both are a picture, a video, a sound, a font or a text.':
    [
      { assets: [asset({}, { fileFormatType: 'video' })] },
      'part 800002 of asset 800001 has the fileFormatType video, but the media type image/png',
    ],
  '`pdfStatus` is 1 for a PDF and 0 for everything else (A-4-7).': [
    { assets: [asset({}, { mediaType: 'application/pdf', pdfStatus: 0 })] },
    'part 800002 of asset 800001 has pdfStatus 0, but the media type application/pdf',
  ],
  '`sizeBytes` of a text is its size in UTF-8.': [
    { assets: [text({ sizeBytes: 7 })] },
    'part 800002 of asset 800001 has sizeBytes 7, but its baseText has 8',
  ],
  '`textNum` of a text is at most the number of its characters.': [
    { assets: [text({ textNum: 8 })] },
    'part 800002 of asset 800001 has textNum 8, but its baseText has 7 characters',
  ],
  '`thumbnailAssetId` of a part is an asset or a file.': [
    { assets: [asset({}, { thumbnailAssetId: 9 })] },
    'part 800002 of asset 800001 has thumbnailAssetId 9, which is no asset and no file',
  ],
  '`iconAssetId` of a part is an asset or a file.': [
    { assets: [asset({}, { iconAssetId: 9 })] },
    'part 800002 of asset 800001 has iconAssetId 9, which is no asset and no file',
  ],
  '`damId` of a part is an asset or a file.': [
    { assets: [asset({}, { damId: 9 })] },
    'part 800002 of asset 800001 has damId 9, which is no asset and no file',
  ],
  'Each of the `analysisAssetIds` of a part is an asset or a file.': [
    { assets: [asset({}, { analysisAssetIds: [100_001, 9] })] },
    'part 800002 of asset 800001 has 9 in analysisAssetIds, which is no asset and no file',
  ],
  'What a seed states about a part or an atom is what is found in its `file`.': [
    withFile({ file: 'serum-packshot.png', width: 527 }),
    'part 800002 of asset 800001 has width 527, but its file serum-packshot.png has 528',
  ],
  '`ruleCheckStatus` is `UNSUPPORTED_FORMAT` where `ruleCheckStatusCode` is 0, and nowhere else (A-4-7).':
    [
      { assets: [asset({ origin: { ruleCheckStatusCode: 3 } })] },
      'asset 800001 has ruleCheckStatus "UNSUPPORTED_FORMAT", but ruleCheckStatusCode 3',
    ],
  'Each `ruleCheckStatus` has one `ruleCheckStatusCode` (A-4-7).': [
    twoChecked({ ruleCheckStatusCode: 1 }, { ruleCheckStatusCode: 2 }),
    'asset 800005 has ruleCheckStatusCode 2 for "PASSED", but asset 800001 has 1',
  ],
  'Each `ruleCheckStatusCode` has one `ruleCheckStatus` (A-4-7).': [
    twoChecked({ ruleCheckStatusCode: 1 }, { ruleCheckStatusCode: 1, ruleCheckStatus: 'FAILED' }),
    'asset 800005 has ruleCheckStatus "FAILED" for the code 1, but asset 800001 has "PASSED"',
  ],
  'A collection is not created before its parent, unless it replaces one.': [
    { collections: [collection({ parentId: 3001, createdAtMs: 1_600_000_000_000 })] },
    'collection 7002 is created at 1600000000000, before its parent 3001, which is created at 1667268900000',
  ],
  'A collection is not updated for the last time before the assets in it are created.': [
    {
      assets: [asset({ createdAtMs: NOW + 1 })],
      collections: [collection({ updatedAtMs: NOW, assetIds: [800_001] })],
    },
    `collection 7002 is updated for the last time at ${NOW}, before asset 800001 in it is created at ${NOW + 1}`,
  ],
  'A user who has collected a collection sees it.': [
    { collections: [collection({ collectedBy: [1003] })] },
    'collection 7002 is collected by the user 1003, who has no right on it',
  ],
  '`approvalStatus` of an asset is that of the last change in the approvals that name it.': [
    { assets: [asset({ approvalStatus: 0 })], approvals: [approval({ assetIds: [800_001] })] },
    'asset 800001 has approvalStatus 0, but approval 7003 in progress names it',
  ],
  '`approvalStatus` 1 needs an approval that names the asset.': [
    { assets: [asset({ approvalStatus: 1 })] },
    'asset 800001 has approvalStatus 1, but no approval in progress names it',
  ],
  'An approval is not created before the assets that it names.': [
    {
      assets: [asset({ createdAtMs: NOW + 1 })],
      approvals: [approval({ assetIds: [800_001] })],
    },
    `approval 7003 is created at ${NOW}, before asset 800001, which it names, is created at ${NOW + 1}`,
  ],
  'A user is created before the approvals that it submits.': [
    { users: [user({ createdAtMs: NOW + 1 })], approvals: [approval({ submitter: 7001 })] },
    `approval 7003 is created at ${NOW}, before its submitter 7001 was at ${NOW + 1}`,
  ],
  'A task has a start unless it is pending, and an end unless it is pending or in progress.': [
    approvals({ ...running, status: 'APPROVED' }),
    `approval 7003 has a task task1 that is APPROVED, which its times contradict: createdAtMs is ${NOW}, endedAtMs absent`,
  ],
  'An approval has one task for each key and assignee.': [
    approvals(running, running),
    'approval 7003 has 2 tasks task1 of the user 1002',
  ],
  'A task does not start before its approval is created.': [
    approvals({ ...running, createdAtMs: NOW - 1 }),
    `approval 7003 is created at ${NOW}, but its task task1 starts at ${NOW - 1}`,
  ],
  'A task does not start before its assignee is created.': [
    {
      users: [user({ createdAtMs: NOW + 1 })],
      approvals: [approval({}, { ...running, assignee: 7001 })],
    },
    `approval 7003 has a task task1 that starts at ${NOW}, before its assignee 7001 is created at ${NOW + 1}`,
  ],
  'A step starts with the approval, or when the step before is approved.': [
    approvals(approved, { ...pending, status: 'IN_PROGRESS', createdAtMs: NOW + 4 }),
    `approval 7003 has a task task2 that starts at ${NOW + 4}, but the step before it, task1, is approved at ${NOW + 5}`,
  ],
  'The first step that is not approved is not pending.': [
    approvals(approved, pending),
    'approval 7003 has a task task2 that is PENDING, although the step before it, task1, is approved',
  ],
  'An approval with a task that is rejected or withdrawn has none in progress.': [
    approvals({ ...approved, status: 'REJECTED' }, { ...running, assignee: 1001 }),
    'approval 7003 has a task task1 that is IN_PROGRESS, but is REJECTED by its task task1',
  ],
  'A content is not stopped before it is published.': [
    { portals: content({ stoppedAtMs: NOW - 1 }) },
    `content 7006 is stopped before it is published: stoppedAtMs is ${NOW - 1}, publishedAtMs ${NOW}`,
  ],
  'A content is not published before its asset is created.': [
    { portals: content({ publishedAtMs: LONG_AGO }) },
    `content 7006 is published at ${LONG_AGO}, before its asset 100001 is created at 1667816252603`,
  ],
  'A value of a metadata field is not below itself.': [
    values(['1', '2'], ['2', '1']),
    `metadata value 1 of ${'f'.repeat(32)} is below itself, by way of 2 of ${'f'.repeat(32)}, 1 of`,
  ],
  'A post is not counted before it is created.': [
    {
      socialPosts: [
        {
          id: 7007,
          mediaType: 'm',
          title: 't',
          readNum: 1,
          createDate: '2025-02-02',
          statDate: '2025-02-01',
        },
      ],
    },
    'post 7007 is counted on 2025-02-01, before it is created on 2025-02-02',
  ],
  'The fixture `users` names a user in `owner.id`.': named('users', 'owner.id', 9),
  'The fixture `users` names the e-mail address of the user in `owner.email`.': [
    fixture('users', { owner: { id: 1001, email: 'editor@example.com' } }),
    'fixture users has the owner.email editor@example.com, but that is not the e-mail address of the user',
  ],
  'The fixture `users` names a user in `editor.id`.': named('users', 'editor.id', 9),
  'The fixture `users` names the e-mail address of the user in `editor.email`.': [
    fixture('users', { editor: { id: 1002, email: 'x@y' } }),
    'fixture users has the editor.email x@y, but that is not the e-mail address of the user',
  ],
  'The fixture `users` names a user in `viewer.id`.': named('users', 'viewer.id', 9),
  'The fixture `users` names the e-mail address of the user in `viewer.email`.': [
    fixture('users', { viewer: { id: 1003, email: 'x@y' } }),
    'fixture users has the viewer.email x@y, but that is not the e-mail address of the user',
  ],
  'The fixture `collections` names a collection in `editable.id`.': named(
    'collections',
    'editable.id',
    9,
  ),
  'The fixture `collections` names a collection in `forbidden.id`.': named(
    'collections',
    'forbidden.id',
    9,
  ),
  'The fixture `assets` names an asset in each of `ids`.': each('assets', 100_001, 9),
  'The fixture `atoms` names an atom that is not ingested in each of `ids`.': each(
    'atoms',
    700_001,
    100_001,
  ),
  'The fixture `upload` names an upload in `uploadId`.': named('upload', 'uploadId', 'x'),
  'The fixture `upload` names the path of the upload in `filePath`.': named(
    'upload',
    'filePath',
    'x',
  ),
  'The fixture `upload` has the parts of its upload in `partETags`, with their etags.': [
    fixture('upload', {
      uploadId: '3d751e14453020993949362abd92ca52',
      partETags: [{ partNumber: 2, etag: 'x' }],
    }),
    'fixture upload has the etag x of part 2, but upload 3d751e14453020993949362abd92ca52 has 25e30471bd3836e14af74a48a17b1423',
  ],
  'The fixture `crowdPack` names a crowd pack of that corpId and source in `id`.': [
    fixture('crowdPack', { id: 2101, corpId: 'x' }),
    'fixture crowdPack has the id 2101, but that is not a crowd pack of that corpId and source',
  ],
  'The fixture `portal` names a portal in `id`.': named('portal', 'id', 9),
  'The fixture `portal` names the code of the portal in `code`.': named('portal', 'code', 'x'),
  'The fixture `portal` names a block of the portal in `blockId`.': named('portal', 'blockId', 9),
  'The fixture `portal` names a content of the block in `contentId`.': [
    fixture('portal', { blockId: 602, contentId: 80_001 }),
    'fixture portal has the contentId 80001, but that is not a content of the block',
  ],
  'The fixture `portal` names a tag of a content of the block in `tag`.': [
    fixture('portal', { blockId: 601, tag: 'x' }),
    'fixture portal has the tag x, but that is not a tag of a content of the block',
  ],
  'The fixture `departments` names a department in each of `ids`.': each('departments', 10, 9),
  'The fixture `dimensions` names a dimension in each of `ids`.': each('dimensions', 40, 9),
  'The fixture `creative` names a marketing task in `creativeId`.': named(
    'creative',
    'creativeId',
    9,
  ),
  'The fixture `creative` names a marketing plan in `planId`.': named('creative', 'planId', 9),
  'The fixture `creative` names a content group in `contentGroupId`.': named(
    'creative',
    'contentGroupId',
    9,
  ),
  'The fixture `metadata` names a metadata field in `attrCode`.': named(
    'metadata',
    'attrCode',
    'x',
  ),
  'The fixture `metadata` has values of its field in `values`, with their names.': [
    fixture('metadata', {
      attrCode: '19d7ab01a804f3ee9325bd3be0e4f14f',
      values: [{ attrValueCode: '101', attrValueName: 'x' }],
    }),
    'fixture metadata has the value 101 "x" of 19d7ab01a804f3ee9325bd3be0e4f14f, which does not exist',
  ],
  'The fixture `archive` has paths of groups of the archive in `groupPaths`.': [
    fixture('archive', { groupPaths: ['PRODUCT/TEA', 'PRODUCT'] }),
    'fixture archive has the path PRODUCT, but no group of the archive has it',
  ],
  'The fixture `approval` names a process definition in `processDefinitionId`.': named(
    'approval',
    'processDefinitionId',
    9,
  ),
  'The fixture `imageSearch` names an asset in `contentId`.': named('imageSearch', 'contentId', 9),
}

/** Fragments that are unusual and contradict nothing. */
const UNUSUAL: Readonly<Record<string, Seed>> = {
  'instants on the first day of 1970': {
    assets: [asset({ createdAtMs: 0 })],
    atoms: [atom({ createdAtMs: 1 })],
    collections: [collection({ createdAtMs: 0, parentId: 3001, assetIds: [100_001] })],
    approvals: [approval({ createdAtMs: 0, assetIds: [100_001] }, { ...running, createdAtMs: 0 })],
    portals: content({ publishedAtMs: 0 }),
  },
  'an asset that was approved before': { assets: [asset({ approvalStatus: 2 })] },
  'steps that all start with their approval': approvals(running, {
    ...pending,
    status: 'IN_PROGRESS',
    createdAtMs: NOW,
  }),
  'a step that starts some time after the one before': approvals(approved, {
    ...pending,
    status: 'IN_PROGRESS',
    createdAtMs: NOW + 9,
  }),
  'a step that never started, after a rejection': approvals(
    { ...approved, status: 'REJECTED' },
    pending,
  ),
  'an extension that is not known': {
    assets: [asset({ extension: 'heap' }, { extension: 'dat' })],
  },
  'a media type that says nothing': {
    assets: [asset({}, { extension: 'jpg', mediaType: 'application/octet-stream' })],
  },
  'another name of a media type': {
    assets: [
      asset({}, { extension: 'jpg', mediaType: 'image/JPG; q=1', fileFormatType: 'picture' }),
    ],
  },
  'another name of the second media type of an extension': {
    assets: [asset({}, { extension: 'ai', mediaType: 'application/x-pdf' })],
  },
  'a format of its own': { assets: [asset({}, { fileFormatType: 'hologram' })] },
  'a group that has one part': {
    assets: [asset({ extension: 'res_group' }, { extension: 'png' })],
  },
  'facts that a file has too': withFile({
    file: 'serum-packshot.png',
    mediaType: 'image/x-png',
    width: 528,
    sizeBytes: 21_655,
  }),
  'a fact that the file does not tell': withFile({ file: 'product-story.docx', wordNum: 120 }),
  'a rule check of its own': twoChecked({ ruleCheckStatusCode: 1 }, { ruleCheckStatusCode: 1 }),
  'a collection that a user has collected who sees its parent': {
    collections: [collection({ parentId: 3001, collectedBy: [1003] })],
  },
  'a collection that a user has collected whose department sees it': {
    departments: [{ id: 7001, name: 'd', parentId: 11 }],
    users: [user({ deptId: 7001 })],
    collections: [
      collection({ rights: [{ unit: { department: 11 }, mayAdd: false }], collectedBy: [7001] }),
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

/** A database with the seed minimal. */
const minimal = (): Store => {
  const store = new Store(openCopy(MINIMAL_BYTES))
  onTestFinished(() => store.close())
  return store
}

/** Scans of what the seed has added, of a list in the query, and of the rows that a subquery has found. */
const OWN_SCANS = /VIRTUAL TABLE|CONSTANT ROW|^SCAN (above|known|named|last|\(subquery)/

describe('the checker of seeds', () => {
  test.each(RULES.map(({ says }) => says))('refuses a breach of: %s', (says) => {
    const [fragment, sentence] = BREACHES[says] ?? [{}, 'no case']
    const load = () => loadSeed(minimal(), fragment, FILES, 1)
    expect(load).toThrow(InvalidDataError)
    expect(load).toThrow(`the seed contradicts itself: ${sentence}`)
  })

  test('names ten members of a longer cycle', () => {
    const users = Array.from({ length: 50 }, (_, index) =>
      user({
        id: 7001 + index,
        email: `user${index}@example.com`,
        lineManagerUserId: 7001 + ((index + 1) % 50),
      }),
    )
    const load = () => loadSeed(minimal(), { users }, FILES, 1)
    expect(load).toThrow(/by way of 7002, 7003, .*, 7011 and 40 more$/)
  })

  test.each(Object.keys(UNUSUAL))('accepts %s', (name) => {
    expect(() => loadSeed(minimal(), UNUSUAL[name] ?? {}, FILES, 1)).not.toThrow()
  })

  test('looks rows up by an index, and scans only what the seed has added', () => {
    const { sqlite } = minimal()
    const scans = RULES.flatMap((rule) => {
      if (!('query' in rule)) return []
      const plan = sqlite.prepare<[object], { detail: string }>(
        `EXPLAIN QUERY PLAN ${queryOf(rule)}`,
      )
      return plan
        .all({ added: '[]' })
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

  test('is the approvalStatus of the last change, also of an asset that was there', () => {
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
    expect(status()).toBe(0)
    expect(read(store, 'SELECT updated_at_ms FROM assets WHERE id = 100001')).toBe(NOW + 6)
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
    const assets = [asset({ createdAtMs: NOW + 7 })]
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
    loadSeed(store, { assets: [asset({}, { mediaType })] }, FILES, 1)
    expect(read(store, 'SELECT pdf_status FROM sub_resources WHERE id = 800002')).toBe(pdfStatus)
  })
})

describe('a contradiction with a row that was there', () => {
  test('is not found again by a seed that does not touch it', () => {
    const store = minimal()
    store.sqlite.exec('UPDATE assets SET updated_at_ms = 1, approval_status = 1')
    expect(() => loadSeed(store, { assets: [asset({})] }, FILES, 1)).not.toThrow()
  })
})
