import { describe, expect, test, vi } from 'vitest'
import type { Connection } from '#src/client/connection.ts'
import { operationRequest } from '#src/client/operation-request.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { NO_FILES } from '#src/seeds/seed-files.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { send } from '#test/kit/http.ts'
import { listJournal } from '#test/kit/journal.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freshFolder } from '#test/kit/process.ts'
import { assumptionsOf, expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { seedUser } from '#test/kit/seeds.ts'
import {
  injectServer,
  type ServerOptions,
  startServer,
  type TestServer,
  TOKEN,
} from '#test/kit/server.ts'
import { uploadWhole } from '#test/kit/uploads.ts'

const DISABLED = { as: 'disabled@example.com' }
const VIEWER = { as: 'viewer@example.com' }

const USERS: Seed = {
  users: [
    ['disabled', { status: 0, role: 'viewer' }] as const,
    ['cancelled', { status: 0, logoutStatus: 1 }] as const,
    ['leaving', { status: 2, logoutStatus: 2 }] as const,
  ].map(([name, more], index) => seedUser(9_001 + index, name, more)),
}

const withUsers = async (
  options: ServerOptions = {},
  start: typeof injectServer = injectServer,
): Promise<TestServer> => {
  const server = await start(options)
  loadSeed(server.workspace.store, USERS, NO_FILES, 1)
  return server
}

const disableOwner = (server: TestServer): void => {
  server.workspace.store.sqlite.exec('UPDATE users SET status = 0 WHERE is_app_owner = 1')
}

describe('an acting user whose account is not active', () => {
  test('is refused, and the message says why', async () => {
    const server = await withUsers()
    const disabled = await server.call('E8', { userIds: [] }, DISABLED)
    expectRefusal(
      disabled,
      '90010013',
      'x-open-api-user names "disabled@example.com", who is disabled (status 0); name an active user',
    )
    expect(assumptionsOf(disabled)).toEqual(['A-auth-12'])
    const cancelled = await server.call('E8', { userIds: [] }, { as: 'CANCELLED@example.com' })
    expectRefusal(
      cancelled,
      '90010013',
      '"cancelled@example.com", who is logged out (logoutStatus 1)',
    )
  })

  test('may act with the variant may-act, by its role', async () => {
    const server = await withUsers({ variants: { 'A-auth-12': 'may-act' } })
    const read = await server.call('E8', { userIds: [] }, DISABLED)
    expectSuccess(read, [])
    expect(assumptionsOf(read)).toContain('A-auth-12')
    const write = await server.call('E21', { assetIdList: [] }, DISABLED)
    expectRefusal(write, '10134011')
    expect(assumptionsOf(write)).toEqual(['A-auth-11', 'A-auth-12'])
  })

  test('may be the owner, who is refused without a header; others still act', async () => {
    const server = await withUsers()
    disableOwner(server)
    expectRefusal(
      await server.call('E8', { userIds: [] }),
      '90010013',
      'The acting user is the application\'s owner "owner@example.com", who is disabled (status 0)',
    )
    expectSuccess(await server.call('E8', { userIds: [] }, VIEWER), [])
  })

  test('is still answered by E8, and other numbers have no meaning', async () => {
    const server = await withUsers()
    const users = await server.result<object[]>('E8', { userIds: [9001, 9002] })
    expect(users).toMatchObject([
      { email: 'disabled@example.com', status: 0, logoutStatus: 0 },
      { email: 'cancelled@example.com', status: 0, logoutStatus: 1 },
    ])
    expectSuccess(await server.call('E8', { userIds: [] }, { as: 'leaving@example.com' }), [])
  })

  test('does not concern the portal, which has no acting user', async () => {
    const server = await withUsers()
    disableOwner(server)
    const { blockId } = server.fixtures.portal
    const reply = await server.call('E6', { blockId }, DISABLED)
    expect(reply.body).toMatchObject({ code: '0' })
  })
})

describe('the header x-open-api-user', () => {
  test('is required by the five operations that show it, with the variant required of A-auth-3', async () => {
    const server = await injectServer({ variants: { 'A-auth-3': 'required' } })
    for (const options of [{ as: null }, { as: '' }]) {
      const reply = await server.call('E21', { assetIdList: [] }, options)
      expectRefusal(
        reply,
        '90010001',
        'The header x-open-api-user is missing; set it to the e-mail address of the acting user',
      )
      expect(assumptionsOf(reply)).toEqual(['A-auth-3'])
    }
    const named = await server.call('E17', { groupPath: [] }, VIEWER)
    expect(named.body).toMatchObject({ code: '0' })
    expect(assumptionsOf(named)).not.toContain('A-auth-3')
    expectSuccess(await server.call('E8', { userIds: [] }), [])
  })
})

describe('an acting user with an address beyond ASCII', () => {
  test('acts by its address in UTF-8 and in Latin-1, and is named so in the journal', async () => {
    const server = await withUsers({}, startServer)
    const { store } = server.workspace
    const users = ['zoë', '张三', 'Åsa'].map((name, index) =>
      seedUser(9_101 + index, name, { role: 'viewer' }),
    )
    loadSeed(store, { users }, NO_FILES, 1)
    const codeFor = async (value: string, encoding: BufferEncoding) => {
      const headers = {
        'content-type': 'application/json',
        'access-token': TOKEN,
        'token-type': 'bearer',
        'x-open-api-user': Buffer.from(value, encoding).toString('latin1'),
      }
      // Node's client sends a header and a body that is a string as one text in UTF-8.
      const body = Buffer.from('{"token":"","param":{"userIds":[1001]}}')
      const reply = await send(server.url + pathOf('E8'), { method: 'POST', headers, body })
      return (reply.body as { code: string }).code
    }
    expect(await codeFor('zoë@example.com', 'utf8')).toBe('0')
    expect(await codeFor('zoë@example.com', 'latin1')).toBe('0')
    expect(await codeFor('张三@example.com', 'utf8')).toBe('0')
    expect(await codeFor('åsa@example.com', 'utf8')).toBe('0')
    const { entries } = await listJournal(server)
    expect(entries.map(({ actor }) => actor)).toContain('张三@example.com')
  })

  test('is named by the library and the command line in UTF-8', async () => {
    const connection = { url: 'http://127.0.0.1:1' } as Connection
    const caller = { accessToken: 'a' } as Parameters<typeof operationRequest>[1]
    const { headers } = await operationRequest(
      connection,
      caller,
      'E8',
      {},
      { as: '张三@例子.公司' },
    )
    const sent = new Headers(headers).get('x-open-api-user') ?? ''
    expect(Buffer.from(sent, 'latin1').toString()).toBe('张三@例子.公司')
  })
})

describe('the order of checks (A-reply-3)', () => {
  const body = { param: { collectionId: 'x', assetIds: [] } }
  const unknown = { collectionId: 424_242, assetIds: [] }

  test('is headers, fields, acting user, account, role, rule', async () => {
    const server = await withUsers()
    const call = (options: object, param: unknown = unknown) => server.call('E22', param, options)
    expectRefusal(await call({ ...DISABLED, token: null, body }), '90010001', 'Access-token')
    expectRefusal(await call({ ...DISABLED, body }), '90020002', 'param.collectionId')
    expectRefusal(await call({ as: 'nobody@example.com', body }), '90020002', 'param.collectionId')
    expectRefusal(await call({ as: 'nobody@example.com' }), '90010006')
    // Disabled and a viewer.
    expectRefusal(await call(DISABLED), '90010013')
    expectRefusal(await call(VIEWER), '10134011')
    expectRefusal(await call({ as: 'editor@example.com' }), '90030003', 'param.collectionId')
  })
})

describe('a call that waits for files', () => {
  test('is checked again afterwards: a user who was disabled in the meantime creates nothing', async () => {
    const server = await withUsers({}, injectServer)
    const path = await uploadWhole(server, 'leaflet.txt', [Buffer.from('Two pages')])
    const { files } = server.sandbox
    const whileHeld = files.whileHeld.bind(files)
    vi.spyOn(files, 'whileHeld').mockImplementation((work, waiting) => {
      server.workspace.store.sqlite.exec("UPDATE users SET status = 0 WHERE nickname = 'leaving'")
      return whileHeld(work, waiting)
    })
    const fileList = [{ path, name: 'leaflet.txt' }]
    const reply = await server.call('E16', { fileList }, { as: 'leaving@example.com' })
    expectRefusal(reply, '90010013', 'leaving@example.com')
    expect(files.whileHeld).toHaveBeenCalledOnce()
  })
})

describe('the journal', () => {
  test('has the acting user of a call that rights refuse', async () => {
    const server = await injectServer()
    await server.call('E21', { assetIdList: [] }, { as: 'VIEWER@example.com' })
    const { entries } = await listJournal(server)
    expect(entries).toMatchObject([{ operation: 'E21', code: '10134011', actor: VIEWER.as }])
  })
})

describe('a refusal of an unknown acting user', () => {
  const sentenceFor = async (as: string, options?: ServerOptions): Promise<string> => {
    const server = await withUsers(options)
    const reply = await server.call('E8', { userIds: [] }, { as })
    expectRefusal(reply, '90010006', `x-open-api-user is ${JSON.stringify(as)}`)
    return (reply.body as { message: string }).message
  }

  test.each(['onwer@example.com', 'Owner@corp.test', 'owner', 'owner@exmaple.com'])(
    'names the user that is similar: %s',
    async (as) => {
      expect(await sentenceFor(as)).toMatch(/address; did you mean "owner@example.com"\?$/)
    },
  )

  test.each(['nobody@example.com', '1001', '@', 'disabld@example.com'])(
    'names some users who may act where none is similar: %s',
    async (as) => {
      expect(await sentenceFor(as)).toMatch(
        /address; some users are owner@example.com, editor@example.com, viewer@example.com$/,
      )
    },
  )

  test('names nobody in staging, where the journal shows no addresses of people', async () => {
    const env = {
      SANDBOX_PROFILE: 'staging',
      SANDBOX_ADMIN_KEY: 'change-me-0123456789',
      SANDBOX_DATA: freshFolder(),
    }
    const server = await injectServer({ env })
    const { credentials } = await server.sandbox.create()
    const options = { as: 'onwer@example.com', token: credentials.accessToken ?? '' }
    const { message } = (await server.call('E8', { userIds: [] }, options)).body as {
      message: string
    }
    expect(message).toMatch(/address; GET \/_sandbox\/fixtures names some users$/)
  })
})
