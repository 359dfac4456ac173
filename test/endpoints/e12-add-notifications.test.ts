import { describe, expect, test } from 'vitest'
import { samplesOf } from '#src/openapi/examples/samples.ts'
import { freezeAt, LONG_TEXTS, recordsOf } from '#test/kit/records.ts'
import { expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { injectServer } from '#test/kit/server.ts'

const NOON_MS = 1_800_000_000_000

const required = {
  users: ['editor@example.com'],
  templateCode: 'MATERIAL_SHARED_WITH_YOU',
  content: { htmlContent: '<p>Hello</p>' },
}

describe('E12 add in-app notification', () => {
  test("answers true in the envelope to the document's sample", async () => {
    const server = await injectServer()
    const reply = await server.call('E12', samplesOf(server.fixtures).E12)
    expectSuccess(reply, true)
    expect(findingsOf(reply)).toEqual([])
  })

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

  test('remembers absent optional fields as now, no URL and no model', async () => {
    const server = await injectServer()
    freezeAt(server, NOON_MS)
    await server.result('E12', required)
    const [row] = await recordsOf(server, 'notifications')
    expect(row).toMatchObject({ sendTime: NOON_MS, url: '', modelCode: null, isVisible: true })
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

  test.each(Object.entries(LONG_TEXTS))('remembers %s unchanged', async (_name, text) => {
    const server = await injectServer()
    await server.result('E12', {
      ...required,
      templateCode: text,
      modelCode: text,
      url: text,
      content: { htmlContent: text },
    })
    const [row] = await recordsOf(server, 'notifications')
    expect(row).toMatchObject({
      templateCode: text,
      modelCode: text,
      url: text,
      content: { htmlContent: text },
    })
  })

  test('answers a null in an optional field like its absence, with a finding per field', async () => {
    const server = await injectServer()
    freezeAt(server, NOON_MS)
    const reply = await server.call('E12', {
      ...required,
      sendTime: null,
      url: null,
      modelCode: null,
    })
    expectSuccess(reply, true)
    expect(findingsOf(reply)).toEqual([
      'null-as-absent param.sendTime',
      'null-as-absent param.url',
      'null-as-absent param.modelCode',
    ])
    const [row] = await recordsOf(server, 'notifications')
    expect(row).toMatchObject({ sendTime: NOON_MS, url: '', modelCode: null })
  })

  test('answers with unknown fields as without, with a finding per field', async () => {
    const server = await injectServer()
    const reply = await server.call('E12', {
      priority: 1,
      ...required,
      content: { htmlContent: 'x', textContent: 'x' },
    })
    expectSuccess(reply, true)
    expect(findingsOf(reply)).toEqual([
      'unknown-field param.priority',
      'unknown-field param.content.textContent',
    ])
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

  test.each([
    ['users', undefined, '90020001', 'param.users is missing; expected an array'],
    ['users', null, '90020001', 'param.users is missing; expected an array'],
    ['users', 'editor@example.com', '90020002', 'param.users must be an array, got a string'],
    ['users', [1002], '90020002', 'param.users[0] must be a string, got a number'],
    ['users', [null], '90020002', 'param.users[0] must be a string, got null'],
    ['templateCode', undefined, '90020001', 'param.templateCode is missing; expected a string'],
    ['templateCode', '', '90020003', 'param.templateCode must not be empty'],
    ['content', undefined, '90020001', 'param.content is missing; expected an object'],
    ['content', null, '90020001', 'param.content is missing; expected an object'],
    ['content', {}, '90020001', 'param.content.htmlContent is missing; expected a string'],
    ['content', { htmlContent: null }, '90020001', 'param.content.htmlContent is missing'],
    ['content', { htmlContent: 7 }, '90020002', 'param.content.htmlContent must be a string'],
    ['sendTime', '1800000000000', '90020002', 'param.sendTime must be an integer, got a string'],
    ['sendTime', 1.5, '90020002', 'param.sendTime must be an integer, got a fraction'],
    ['sendTime', 2 ** 53, '90020003', 'param.sendTime must be at most 9007199254740991'],
    ['url', 1, '90020002', 'param.url must be a string, got a number'],
    ['modelCode', {}, '90020002', 'param.modelCode must be a string, got an object'],
  ])('refuses %s %j and names it', async (field, value, code, words) => {
    const server = await injectServer()
    expectRefusal(await server.call('E12', { ...required, [field]: value }), code, words)
    expect(await recordsOf(server, 'notifications')).toEqual([])
  })
})
