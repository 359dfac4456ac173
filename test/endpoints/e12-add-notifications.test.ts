import { describe, expect, test } from 'vitest'
import { freezeAt, recordsOf } from '#test/kit/records.ts'
import { expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { injectServer } from '#test/kit/server.ts'

const NOON_MS = 1_800_000_000_000

const required = {
  users: ['editor@example.com'],
  templateCode: 'MATERIAL_SHARED_WITH_YOU',
  content: { htmlContent: '<p>Hello</p>' },
}

describe('E12 add in-app notification', () => {
  test('remembers every field of the notification', async () => {
    const server = await injectServer()
    freezeAt(server, NOON_MS)
    await server.result('E12', {
      ...required,
      sendTime: NOON_MS - 5_000,
      url: '/library/assets?tab=mine',
      modelCode: 'MATERIAL',
    })
    expect(await recordsOf(server, 'notifications')).toEqual([
      {
        id: 1,
        user: 'editor@example.com',
        userId: server.fixtures.users.editor.id,
        templateCode: 'MATERIAL_SHARED_WITH_YOU',
        modelCode: 'MATERIAL',
        sendTime: NOON_MS - 5_000,
        content: { htmlContent: '<p>Hello</p>' },
        url: '/library/assets?tab=mine',
        createTime: NOON_MS,
        isVisible: true,
      },
    ])
  })

  test('remembers one notification per e-mail address, named repeatedly and in any case', async () => {
    const server = await injectServer()
    const users = [
      'viewer@example.com',
      'EDITOR@Example.com',
      'viewer@example.com',
      'editor@example.com',
    ]
    await server.result('E12', { ...required, users })
    const rows = await recordsOf(server, 'notifications')
    expect(rows.map(({ id, user }) => [id, user])).toEqual([
      [2, 'editor@example.com'],
      [1, 'viewer@example.com'],
    ])
  })

  test('remembers that a notification is visible from its sendTime on and not before', async () => {
    const server = await injectServer()
    const sendTime = NOON_MS + 3_600_000
    const isVisible = async () => (await recordsOf(server, 'notifications'))[0]?.isVisible
    freezeAt(server, NOON_MS)
    await server.result('E12', { ...required, sendTime })
    expect(await isVisible()).toBe(false)
    freezeAt(server, sendTime - 1)
    expect(await isVisible()).toBe(false)
    freezeAt(server, sendTime)
    expect(await isVisible()).toBe(true)
  })

  test('answers true to no recipients, and remembers nothing', async () => {
    const server = await injectServer()
    expectSuccess(await server.call('E12', { ...required, users: [] }), true)
    expect(await recordsOf(server, 'notifications')).toEqual([])
  })

  test.each([
    ['an unknown address', ['editor@example.com', 'nobody@example.com'], 'nobody@example.com'],
    ['an empty address', ['editor@example.com', ''], '""'],
    [
      'an address with something behind a NUL',
      ['editor@example.com', 'viewer@example.com\u0000x'],
      'viewer@example.com',
    ],
  ])('refuses the whole call for %s', async (_name, users, named) => {
    const server = await injectServer()
    expectRefusal(
      await server.call('E12', { ...required, users }),
      '90030001',
      'param.users',
      named,
    )
    expect(await recordsOf(server, 'notifications')).toEqual([])
    await server.result('E12', required)
    expect((await recordsOf(server, 'notifications')).map(({ id }) => id)).toEqual([1])
  })
})
