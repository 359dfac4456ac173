import { describe, expect, test } from 'vitest'
import type { UserSimpleInfo } from '#src/contract/resources/user-simple-info.ts'
import { act, done } from '#test/kit/acts.ts'
import { exportOf, importTo } from '#test/kit/archives.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const EDITOR = { as: 'editor@example.com' }

/** What calls show of the editor: the name that E8 answers, and whether the role allows to write. */
const shown = async (server: TestServer) => {
  const [user] = await server.result<UserSimpleInfo[]>('E8', { userIds: [1002] }, EDITOR)
  const { body } = await server.call('E21', { assetIdList: [] }, EDITOR)
  return { nickname: user?.nickname, code: (body as { code: string }).code }
}

const BEFORE = { nickname: 'Elena Marlowe', code: '0' }
const CHANGED = { nickname: 'Changed', code: '10134011' }

const EDITED = {
  id: 1002,
  email: EDITOR.as,
  nickname: CHANGED.nickname,
  deptId: 10,
  createdAtMs: 0,
  role: 'viewer',
}

const change = (server: TestServer): Promise<unknown> =>
  done(server, '/seed?mode=replace', { users: [EDITED] })

describe('users and their rights follow', () => {
  test('a seed', async () => {
    const server = await startServer()
    expect(await shown(server)).toEqual(BEFORE)
    await change(server)
    expect(await shown(server)).toEqual(CHANGED)
  })

  test.each<[string, (server: TestServer, exported: Buffer) => Promise<unknown>]>([
    ['a reset', (server) => done(server, '/reset')],
    ['a restore', (server) => done(server, '/snapshots/before/restore')],
    [
      'an import',
      async (server, exported) => expect((await importTo(server, exported)).status).toBe(200),
    ],
  ])('%s', async (_name, goBack) => {
    const server = await startServer()
    const exported = await exportOf(server)
    await act(server, '/snapshots', { name: 'before' })
    await change(server)
    expect(await shown(server)).toEqual(CHANGED)
    await goBack(server, exported)
    expect(await shown(server)).toEqual(BEFORE)
  })

  test('a seed that is refused in the middle', async () => {
    const server = await startServer()
    expect(await shown(server)).toEqual(BEFORE)
    const users = [EDITED, { ...EDITED, id: 1050, email: 'other@example.com', deptId: 424_242 }]
    const refused = await act(server, '/seed?mode=replace', { users })
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
