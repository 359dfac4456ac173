import { describe, expect, test, vi } from 'vitest'
import { done } from '#test/kit/acts.ts'
import { addRule, ruleFor } from '#test/kit/faults.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { signedHeaders } from '#test/kit/portal.ts'
import { freezeAt } from '#test/kit/records.ts'
import { findingsOf } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import { begin } from '#test/kit/uploads.ts'

const NOW_MS = 1_800_000_000_000

const FILE = Buffer.from('a text in a file\n')

describe('retry-without-pause', () => {
  const wrong = (server: TestServer, id: number): Promise<Reply> =>
    server.call('E8', { userIds: [id] })

  test('is silent if the clock is frozen', async () => {
    const server = await injectServer()
    freezeAt(server, NOW_MS)
    await wrong(server, 1.5)
    expect(findingsOf(await wrong(server, 1.5))).toEqual([])
  })

  test.each(['arrival', 'before'] as const)(
    'comes after a fault in the phase %s, also for the call that then succeeds',
    async (phase) => {
      const server = await injectServer()
      vi.spyOn(server.workspace.clock, 'now').mockReturnValue(NOW_MS)
      const call = async (ids: number[]) => findingsOf(await server.call('E8', { userIds: ids }))
      const match = { operation: 'E8' } as const
      await addRule(server, { match, phase, effect: { status: 503 }, times: 2 })
      expect(await call([1001])).toEqual([])
      expect(await call([1001])).toEqual(['retry-without-pause'])
      expect(await call([1001])).toEqual(['retry-without-pause'])
      expect(await call([1001])).toEqual([])
      await addRule(server, { match, phase, effect: { status: 503 } })
      await call([1001])
      expect(await call([1001, 1002])).toEqual([])
    },
  )

  test('is silent about another body, another token, and after a change', async () => {
    const server = await injectServer()
    vi.spyOn(server.workspace.clock, 'now').mockReturnValue(NOW_MS)
    await wrong(server, 1.5)
    expect(findingsOf(await wrong(server, 2.5))).toEqual([])
    await wrong(server, 1.5)
    const { access } = server.sandbox
    const credentials = { clientId: '00000000-sandbox', clientKey: 'sandbox-key' }
    const { access_token: token } = access.issueTokens(server.workspace, credentials)
    const renewed = await server.call('E8', { userIds: [1.5] }, { token })
    expect(findingsOf(renewed)).toEqual([])
    await wrong(server, 1.5)
    await server.call('E21', { assetIdList: [] })
    expect(findingsOf(await wrong(server, 1.5))).toEqual([])
    expect(findingsOf(await wrong(server, 1.5))).toEqual(['retry-without-pause'])
  })

  test('is silent about a call that is signed again, even if settings change the code', async () => {
    const server = await injectServer({
      variants: { 'A-auth-4': 'hmac-sha256' },
      env: { SANDBOX_CODES: '90010010=10130001' },
    })
    vi.spyOn(server.workspace.clock, 'now').mockReturnValue(NOW_MS)
    const param = { blockId: 5 }
    for (const last of [1, 2]) {
      const nonce = `00000000-0000-4000-8000-00000000000${last}`
      const signed = { timestamp: String(NOW_MS), nonce, secret: 'another' }
      const headers = signedHeaders(server, param, signed)
      const reply = await server.call('E6', param, { headers })
      expect(reply.body).toMatchObject({ code: '10130001' })
      expect(findingsOf(reply)).not.toContain('retry-without-pause')
    }
  })

  test.each([
    ['90000003', 'E8', { 'content-type': 'text/plain' }],
    ['90010002', 'E8', { 'token-type': 'basic' }],
    ['90010010', 'E6', { 's-sign': 'wrong' }],
  ])(
    'is silent about a call whose headers are corrected after %s',
    async (code, operation, wrong) => {
      const server = await injectServer({ variants: { 'A-auth-4': 'hmac-sha256' } })
      vi.spyOn(server.workspace.clock, 'now').mockReturnValue(NOW_MS)
      const param = { blockId: 5, userIds: [] }
      const signed = { timestamp: String(NOW_MS), nonce: '00000000-0000-4000-8000-000000000001' }
      const right = operation === 'E6' ? signedHeaders(server, param, signed) : {}
      const call = (headers: object) =>
        server.call(operation, param, { headers: { ...right, ...headers } })
      expect((await call(wrong)).body).toMatchObject({ code })
      expect(findingsOf(await call({}))).not.toContain('retry-without-pause')
      await call(wrong)
      expect(findingsOf(await call(wrong))).toContain('retry-without-pause')
    },
  )
})

describe('token-per-call', () => {
  const token = async (server: TestServer): Promise<string[]> =>
    findingsOf(
      await send(`${server.url}/open-api/oauth/get-token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"clientId":"00000000-sandbox","clientKey":"sandbox-key"}',
      }),
    )

  test('is silent about workers that start together, and about tokens that had expired', async () => {
    const server = await injectServer()
    for (let worker = 0; worker < 6; worker += 1) expect(await token(server)).toEqual([])
    const hour = 3_600_000
    for (let round = 0; round < 5; round += 1) {
      freezeAt(server, NOW_MS + 3 * round * hour)
      expect(await token(server)).toEqual([])
      await server.call('E8', { userIds: [] })
    }
  })
})

describe('an upload that is not finished', () => {
  const pendingOf = async (server: TestServer) => {
    const { findings } = await server.control<{
      findings: { code: string; pending: number; count: number; calls: { seq: number }[] }[]
    }>('/findings')
    return findings.map(({ code, pending, count, calls }) => [code, pending, count, calls[0]?.seq])
  }

  test('is linked to the call that began it, and counted for good when the data goes', async () => {
    const server = await injectServer()
    await begin(server, { name: 'a.txt', size: FILE.length })
    expect(await pendingOf(server)).toEqual([['upload-never-completed', 1, 1, 1]])
    await done(server, '/reset')
    expect(await pendingOf(server)).toEqual([['upload-never-completed', 0, 1, 1]])
  })

  test('does not count where the caller never learned of it', async () => {
    const server = await injectServer()
    await addRule(server, ruleFor('begin-upload', { reset: true }, 'after'))
    await begin(server, { name: 'a.txt', size: FILE.length }).catch(() => undefined)
    expect(await pendingOf(server)).toEqual([])
  })
})
