import { describe, expect, test } from 'vitest'
import { act, done, expectRefused } from '#test/kit/acts.ts'
import { NOW } from '#test/kit/databases.ts'
import { ask } from '#test/kit/downloads.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const EVERYONE = { everyone: true }
const GUEST = {
  id: 1050,
  email: 'Guest@example.com',
  nickname: 'Guest',
  deptId: 11,
  createdAtMs: NOW,
}
const BRIEF = {
  id: 900_001,
  name: 'Brief',
  extension: 'content_text',
  createUser: 1001,
  createdAtMs: NOW,
  rights: [{ unit: { user: 1001 }, role: 'ownerRole' }],
  subResources: [
    {
      id: 990_001,
      name: 'Brief',
      extension: 'content_text',
      mediaType: 'content_text',
      sizeBytes: 5,
      baseText: 'Hello',
    },
  ],
}

const expectUnchanged = async (server: TestServer, work: () => Promise<void>): Promise<void> => {
  const before = server.workspace.store.sqlite.serialize()
  await work()
  expect(server.workspace.store.sqlite.serialize().equals(before)).toBe(true)
}

describe('the addition of a seed fragment', () => {
  test('reports how much was added, and operations find it', async () => {
    const server = await injectServer()
    const fragment = {
      users: [GUEST],
      assets: [
        { ...BRIEF, rights: [...BRIEF.rights, { unit: { user: 1050 }, role: 'viewerRole' }] },
      ],
      collections: [
        {
          id: 3900,
          name: 'For guests',
          parentId: 3001,
          createUser: 1001,
          createdAtMs: NOW,
          rights: [{ unit: { user: 1050 }, mayAdd: true }],
        },
      ],
      crowdPacks: [
        {
          id: 2900,
          corpId: 'corp',
          source: 'CDP_CROWD_PACK',
          name: 'P',
          createdAtMs: NOW,
          members: ['a', 'b'],
        },
      ],
      approvals: [
        {
          id: 9900,
          processDefinitionId: 81,
          name: 'Guest',
          detailName: '',
          category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
          submitter: 1050,
          createdAtMs: NOW,
          assetIds: [BRIEF.id],
          tasks: [{ key: 'task1', assignee: 1001, status: 'IN_PROGRESS', createdAtMs: NOW }],
        },
      ],
    }
    const answer = await done(server, '/seed', fragment)
    expect(answer).toEqual({
      added: { users: 1, assets: 1, collections: 1, crowdPacks: 1, approvals: 1 },
    })
    const guest = { as: 'guest@example.com' }
    const add = { collectionId: 3900, assetIds: [BRIEF.id] }
    expect(await server.result('E22', add, guest)).toBe(true)
    const pack = { source: 'CDP_CROWD_PACK', corpId: 'corp', crowdPackId: 2900 }
    expect(await server.result('E10', pack)).toHaveLength(2)
    const { records } = await server.result<{ records: object[] }>('E5', { createTimeForm: NOW })
    expect(records).toMatchObject([{ approvalId: '9900', processName: 'Guest', submitter: 1050 }])
  })

  test('grants rights on what exists already', async () => {
    const server = await injectServer()
    await done(server, '/seed', { assets: [BRIEF] })
    const asEditor = { as: server.fixtures.users.editor.email }
    const find = () =>
      server.result<{ detail: object[] }>('E4', { assetIdList: [BRIEF.id] }, asEditor)
    expect((await find()).detail).toEqual([])
    await done(server, '/seed', {
      assetRights: [{ assetId: BRIEF.id, unit: EVERYONE, role: 'viewerRole' }],
      users: [GUEST],
      collectionRights: [{ collectionId: 3002, unit: { user: GUEST.id }, mayAdd: true }],
    })
    expect((await find()).detail).toHaveLength(1)
    const add = { collectionId: 3002, assetIds: [BRIEF.id] }
    expect(await server.result('E22', add, { as: GUEST.email })).toBe(true)
  })

  test('returns the credentials of the workspace, even for fixtures of the same names', async () => {
    const server = await injectServer()
    const { app, portalApp } = server.fixtures
    await done(server, '/seed', { fixtures: { app: 'mine', portalApp: null } })
    expect(await server.control('/fixtures')).toMatchObject({ app, portalApp })
  })

  test('puts archive groups below existing roots, and replaces fixtures of the same name', async () => {
    const server = await injectServer()
    await done(server, '/seed', {
      collections: [{ id: 7900, name: 'NEW', parentId: 6001, createUser: 1001, createdAtMs: NOW }],
      fixtures: { social: { createDate: '1999' }, mine: [1, 2] },
    })
    expect(await server.result('E17', { groupPath: ['BRAND/NEW'] })).toMatchObject([
      { groupId: 7900, name: 'NEW' },
    ])
    expect(await server.control('/fixtures')).toMatchObject({
      social: { createDate: '1999' },
      mine: [1, 2],
    })
  })

  test("copies files of the workspace's seed with their metadata", async () => {
    const server = await injectServer()
    const part = { id: 990_002, name: 'hero.jpg', extension: 'jpg', file: 'mist-ridge.jpg' }
    await done(server, '/seed', { assets: [{ ...BRIEF, extension: 'jpg', subResources: [part] }] })
    const { detail } = await server.result<{
      detail: { size: number; subResList: { downloadUrl: string; type: string }[] }[]
    }>('E4', { assetIdList: [BRIEF.id] })
    expect(detail).toMatchObject([{ size: 258_568, subResList: [{ type: 'image/jpeg' }] }])
    expect((await ask(detail[0]?.subResList[0]?.downloadUrl)).bytes).toHaveLength(258_568)
  })

  test.each<[string, unknown, string]>([
    [
      'an unknown key',
      { user: [] },
      'the fragment: user is not a known property; did you mean "users"? Known properties are departments',
    ],
    [
      'several wrong values, listing all',
      { users: [{ id: 'x', email: 'a@b', nickname: '', createdAtMs: -1 }], uploads: 3 },
      'the fragment: users[0].deptId is missing; expected an integer; users[0].id must be an integer, got a string; ' +
        'users[0].createdAtMs must be at least 0; uploads must be an array, got a number',
    ],
    [
      'a right without a known holder',
      { assetRights: [{ assetId: 1, unit: { usr: 1 }, role: 'x' }] },
      'unit must be an object with user or an object with department or an object with everyone, got {"usr":1}',
    ],
    [
      'a file name with a path',
      {
        atoms: [
          { id: 1, path: '', name: '', extension: '', file: 'a/b', createUser: 1, createdAtMs: 0 },
        ],
      },
      'atoms[0].file must be a name in the folder `files`, got "a/b"',
    ],
    [
      'a file that its seed does not have',
      {
        assets: [
          { ...BRIEF, subResources: [{ id: 1, name: 'x', extension: 'x', file: 'no.jpg' }] },
        ],
      },
      'subResources[0].file is "no.jpg", which the seed minimal does not have; it has brand-guidelines.pdf',
    ],
    [
      'a file outside its folder',
      { assets: [{ ...BRIEF, subResources: [{ id: 1, name: 'x', extension: 'x', file: '..' }] }] },
      'file is ".."',
    ],
    ['a value that is not an object', [], 'an object'],
  ])('rejects %s, and adds nothing', async (_, fragment, words) => {
    const server = await injectServer()
    await expectUnchanged(server, async () => {
      expectRefused(await act(server, '/seed', fragment), 400, words)
    })
  })

  test('rejects more than the quota of the workspace, and adds nothing', async () => {
    const server = await injectServer()
    const { workspace } = await server.sandbox.create({
      seed: 'minimal',
      quota: { databaseBytes: 1_500_000 },
    })
    const posts = Array.from({ length: 4_000 }, (_, index) => ({
      id: 30_000 + index,
      mediaType: 'note',
      title: 'x'.repeat(1_000),
      readNum: 1,
      createDate: '2024-01-01',
      statDate: '2024-01-02',
    }))
    const before = workspace.store.sqlite.serialize()
    const reply = await act(server, `/seed?workspace=${workspace.id}`, { socialPosts: posts })
    expectRefused(reply, 507, 'is full; the call stored nothing')
    expect(workspace.store.sqlite.serialize().equals(before)).toBe(true)
  })

  test('affects its own workspace only, also one whose database is closed', async () => {
    const server = await injectServer({ env: { SANDBOX_MAX_OPEN: '1' } })
    const { workspace } = await server.sandbox.create({ seed: 'minimal' })
    server.sandbox.default.open()
    await done(server, `/seed?workspace=${workspace.id}`, { assets: [BRIEF] })
    const found = await server.result<{ detail: object[] }>('E4', { assetIdList: [BRIEF.id] })
    expect(found.detail).toEqual([])
    const there = await server.result<{ detail: object[] }>(
      'E4',
      { assetIdList: [BRIEF.id] },
      { prefix: `/w/${workspace.id}`, token: tokenOf(server, workspace.id) },
    )
    expect(there.detail).toHaveLength(1)
  })
})

const tokenOf = ({ sandbox }: TestServer, id: string): string => {
  const workspace = sandbox.find(id)
  return (workspace && sandbox.access.credentialsOf(workspace)?.accessToken) ?? ''
}
