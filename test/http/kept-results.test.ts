import { describe, expect, test } from 'vitest'
import type { PortalContent } from '#src/contract/resources/portal-content.ts'
import type { UserSimpleInfo } from '#src/contract/resources/user-simple-info.ts'
import { act, done } from '#test/kit/acts.ts'
import type { Reply } from '#test/kit/http.ts'
import { callPortal } from '#test/kit/portal.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
import { WAYS_BACK } from '#test/kit/ways-back.ts'

const EDITOR = { as: 'editor@example.com' }
const VIEWER = { as: 'viewer@example.com' }
const CHANNEL = '19d7ab01a804f3ee9325bd3be0e4f14f'

const codeOf = ({ body }: Reply): string => (body as { code: string }).code

/** What calls show of everything that is kept. */
const shown = async (server: TestServer) => {
  const [editor] = await server.result<UserSimpleInfo[]>('E8', { userIds: [1002] })
  const groups = await server.result<{ groupId: number }[]>('E17', {
    groupPath: ['BRAND/CAMPAIGN-2025'],
  })
  const { body } = await callPortal(server, 'E11', { id: 80_002 })
  return {
    nickname: editor?.nickname,
    viewerWrites: codeOf(await server.call('E21', { assetIdList: [] }, VIEWER)),
    editorAdds: codeOf(
      await server.call('E22', { collectionId: 3001, assetIds: [100_023] }, EDITOR),
    ),
    groups: groups.map(({ groupId }) => groupId),
    names: (body as { result: PortalContent }).result.metadataInfo[CHANNEL],
  }
}

const BEFORE = {
  nickname: 'Elena Marlowe',
  viewerWrites: '10134011',
  editorAdds: '0',
  groups: [6003],
  names: ['线下门店 Tea Rooms'],
}

const CHANGED = {
  nickname: 'Changed',
  viewerWrites: '0',
  editorAdds: '10134011',
  groups: [],
  names: ['茶室'],
}

const EDITED = { id: 1002, email: EDITOR.as, nickname: 'Changed', deptId: 10, createdAtMs: 0 }

const CHANGE = {
  users: [EDITED, { ...EDITED, id: 1003, email: VIEWER.as }],
  collections: [
    {
      id: 3001,
      name: 'Shared',
      createUser: 1001,
      createdAtMs: 0,
      rights: [{ unit: { everyone: true }, mayAdd: false }],
    },
    { id: 6003, name: 'CAMPAIGN-2026', parentId: 6001, createUser: 1001, createdAtMs: 0 },
  ],
  metadataFields: [
    {
      code: CHANNEL,
      name: 'Channel',
      values: ['101', '102', '103'].map((code, sort) => ({
        code,
        name: '茶室',
        sort,
        updatedAtMs: 0,
      })),
    },
  ],
}

const change = (server: TestServer): Promise<unknown> => done(server, '/seed?mode=replace', CHANGE)

describe('what operations show follows', () => {
  test('a seed', async () => {
    const server = await startServer()
    expect(await shown(server)).toEqual(BEFORE)
    await change(server)
    expect(await shown(server)).toEqual(CHANGED)
  })

  test.each(WAYS_BACK)('%s', async (_name, prepare) => {
    const server = await startServer()
    const goBack = await prepare(server)
    await change(server)
    expect(await shown(server)).toEqual(CHANGED)
    await goBack()
    expect(await shown(server)).toEqual(BEFORE)
  })

  test('a seed that is refused in the middle', async () => {
    const server = await startServer()
    expect(await shown(server)).toEqual(BEFORE)
    const users = [
      ...CHANGE.users,
      { ...EDITED, id: 1050, email: 'x@example.com', deptId: 424_242 },
    ]
    const refused = await act(server, '/seed?mode=replace', { ...CHANGE, users })
    expect(refused.status, refused.text).toBe(400)
    expect(await shown(server)).toEqual(BEFORE)
  })

  test('a state that adds users', async () => {
    const server = await startServer()
    await done(server, '/seed?mode=replace', {
      users: [
        { id: 1003, email: 'renamed@example.com', nickname: 'x', deptId: 10, createdAtMs: 0 },
      ],
    })
    const call = () => server.call('E8', { userIds: [] }, { as: 'state-viewer@example.com' })
    expectRefusal(await call(), '90010006')
    await done(server, '/states/collection-without-permission')
    expect((await call()).body).toMatchObject({ code: '0' })
  })

  test('E20, unless it is refused', async () => {
    const server = await startServer()
    const rename = (...codes: string[]) =>
      server.call('E20', {
        attrCode: CHANNEL,
        attrValueList: codes.map((attrValueCode) => ({ attrValueCode, attrValueName: '茶室' })),
      })
    expect(await shown(server)).toEqual(BEFORE)
    expectRefusal(await rename('102', 'unknown'), '90030015')
    expect(await shown(server)).toEqual(BEFORE)
    await rename('102')
    expect(await shown(server)).toEqual({ ...BEFORE, names: ['茶室'] })
  })

  test('a user that an operation creates, unless the call is refused', async () => {
    const server = await startServer({ variants: { 'A-auth-2': 'create', 'A-8-1': 'refused' } })
    const call = (userIds: number[]) => server.call('E8', { userIds }, { as: 'new@example.com' })
    const users = () =>
      server.workspace.store.sqlite
        .prepare("SELECT count(*) FROM users WHERE email = 'new@example.com'")
        .pluck()
        .get()
    expectRefusal(await call([424_242]), '90030001')
    expect(users()).toBe(0)
    expect((await call([1001])).body).toMatchObject({ code: '0' })
    expect(users()).toBe(1)
    expect((await call([1001])).body).toMatchObject({ code: '0' })
    expect(users()).toBe(1)
  })
})
