import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#src/config/config.ts'
import { buildApp } from '#src/start/app.ts'
import { act } from '#test/kit/acts.ts'
import { openConnection, operationBytes } from '#test/kit/connections.ts'
import { addRule, ruleFor, rulesOf, transmit } from '#test/kit/faults.ts'
import { expectCalls } from '#test/kit/journal.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectEnvelope, expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, startServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const CALLER = { 'content-type': 'application/json', 'access-token': TOKEN, 'token-type': 'bearer' }

const USERS = { userIds: [1001] }
const RESET = { reset: true }
const DENIED = 'User has no operation permission'

interface Tokens {
  refresh_token: string
}

const faultOf = ({ headers }: { headers: Headers }): string | null => headers.get('x-sandbox-fault')

const approvalsOf = async (server: TestServer): Promise<number> => {
  const { counts } = await server.control<{ counts: { approvals: number } }>('/workspaces/default')
  return counts.approvals
}

/** Waits until the last rule of a workspace holds a call up. */
const untilUsed = async ({ workspace }: Pick<TestServer, 'workspace'>): Promise<void> => {
  await expect.poll(() => workspace.faults.list().at(-1)?.used).toBe(1)
}

const portalCaller = (server: TestServer) => ({
  'content-type': 'application/json',
  'access-token': TOKEN,
  'x-app-key': server.fixtures.portalApp.appKey,
  's-sign': 'any',
  's-timestamp': String(server.workspace.clock.now()),
})

const sampleOf = (server: TestServer, operation: string) => samplesOf(server.fixtures)[operation]

describe('a connection reset', () => {
  test('keeps exactly one approval after the commit of E9', async () => {
    const server = await startServer()
    const before = await approvalsOf(server)
    await addRule(server, ruleFor('E9', RESET, 'after'))
    const lost = await transmit(server, 'E9', sampleOf(server, 'E9'))
    expect(lost).toMatchObject({ status: 0, error: 'ECONNRESET' })
    expect(await approvalsOf(server)).toBe(before + 1)
  })

  test.each(['arrival', 'before'])('stores nothing in the phase %s', async (phase) => {
    const server = await startServer()
    const before = await approvalsOf(server)
    await addRule(server, ruleFor('E9', RESET, phase))
    const lost = await transmit(server, 'E9', sampleOf(server, 'E9'))
    expect(lost).toMatchObject({ status: 0, error: 'ECONNRESET' })
    expect(await approvalsOf(server)).toBe(before)
    expect((await server.call('E9', sampleOf(server, 'E9'))).text).toContain('"code":"0"')
    expect(await approvalsOf(server)).toBe(before + 1)
  })

  test('follows half of the bytes in the phase during', async () => {
    const server = await startServer()
    const whole = (await server.call('E15', sampleOf(server, 'E15'))).text
    await addRule(server, ruleFor('E15', RESET, 'during'))
    const cut = await transmit(server, 'E15', sampleOf(server, 'E15'))
    expect(cut).toMatchObject({ status: 200, announced: whole.length, error: 'ECONNRESET' })
    expect(cut.body).toBe(whole.slice(0, whole.length / 2))
  })
})

describe('a corrupted answer', () => {
  test('has half of the bytes and the length of all when truncated, without a reset', async () => {
    const server = await startServer()
    for (const operation of ['E15', 'E19', 'E20']) {
      const whole = (await server.call(operation, sampleOf(server, operation))).text
      await addRule(server, ruleFor(operation, { truncate: true }, 'during'))
      const cut = await transmit(server, operation, sampleOf(server, operation))
      expect(cut).toMatchObject({ status: 200, announced: whole.length, error: undefined })
      expect(cut.body).toBe(whole.slice(0, whole.length / 2))
    }
  })

  test('is valid HTTP with invalid JSON when malformed', async () => {
    const server = await injectServer()
    for (const [index, operation] of ['E8', 'E10', 'E19', 'E20'].entries()) {
      await addRule(server, ruleFor(operation, { malformed: true }, 'during'))
      const reply = await server.call(operation, sampleOf(server, operation))
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(reply.text.length).toBeGreaterThan(0)
      expect(() => JSON.parse(reply.text)).toThrow()
      expect(faultOf(reply)).toBe(`f-${index + 1} during malformed`)
    }
  })

  test('is half of a file; the next download is complete', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    const { detail } = await server.result<{ detail: { subResources?: unknown }[] }>('E4', {
      assetIdList: server.fixtures.assets.ids.slice(0, 1),
    })
    const address = /"(http[^"]+)"/.exec(JSON.stringify(detail))?.[1] ?? ''
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer())
    await addRule(server, ruleFor('download', { malformed: true }, 'during'))
    const half = await fetch(address)
    expect(faultOf(half)).toBe('f-1 during malformed')
    const bytes = Buffer.from(await half.arrayBuffer())
    expect(bytes.length).toBeLessThan(whole.length)
    expect(bytes.equals(whole.subarray(0, bytes.length))).toBe(true)
    expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(whole)).toBe(true)
  })
})

describe('a refusal from a fault rule', () => {
  test.each([
    ['plain', 'E8'],
    ['nested', 'E7'],
    ['bare', 'E19'],
    ['empty', 'E20'],
  ])('looks like a real one on a %s operation, in every phase', async (_shape, operation) => {
    const server = await injectServer()
    for (const phase of ['arrival', 'before', 'after'])
      await addRule(server, ruleFor(operation, { code: '10134011' }, phase))
    for (const note of ['f-1 arrival refuse', 'f-2 before refuse', 'f-3 after refuse']) {
      const reply = await server.call(operation, sampleOf(server, operation))
      expectRefusal(reply, '10134011', DENIED)
      expect(faultOf(reply)).toBe(note)
    }
    const reply = await server.call(operation, sampleOf(server, operation))
    expect(reply.text).toMatch(/^(true|\{\}|\{"code":"0")/)
    expect(faultOf(reply)).toBeNull()
  })

  test('precedes the guard on arrival and follows the validation before the operation', async () => {
    const server = await injectServer()
    await addRule(server, ruleFor('E8', { code: '7' }))
    expectRefusal(await server.call('E8', USERS, { token: null }), '90010001')
    expectRefusal(await server.call('E8', { userIds: 'x' }), '90020002')
    await addRule(server, ruleFor('E8', { code: '8' }, 'arrival'))
    expectRefusal(await server.call('E8', USERS, { token: null }), '8')
    expectRefusal(await server.call('E8', USERS), '7')
  })

  test('has another status and an envelope in every phase', async () => {
    const server = await injectServer()
    for (const phase of ['arrival', 'before', 'after']) {
      await addRule(server, ruleFor('E8', { status: 503 }, phase))
      const reply = await server.call('E8', USERS)
      const message = 'An injected fault returns HTTP 503 for this call'
      expect([reply.status, reply.body]).toEqual([503, { code: '90000012', message, result: null }])
    }
  })

  test('applies only to the given actor and part of the body', async () => {
    const server = await startServer()
    const actor = 'Owner@example.com'
    const match = { operation: '*', actor, body: { param: { userIds: [1003] } } }
    await addRule(server, { match, phase: 'before', effect: { code: '7' }, times: 'always' })
    const param = { userIds: [1001, 1003] }
    expectRefusal(await server.call('E8', param), '7')
    expectRefusal(await server.call('E8', param, { as: 'owner@EXAMPLE.com' }), '7')
    expect((await server.call('E8', param, { as: 'editor@example.com' })).text).toContain('"0"')
    expect((await server.call('E8', USERS)).text).toContain('"0"')
  })

  const asking = async (server: TestServer, what: 'get' | 'refresh', body: object, prefix = '') => {
    const reply = await fetch(`${server.url}${prefix}/open-api/oauth/${what}-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { code, result } = (await reply.json()) as { code: string; result: Tokens | null }
    return { code, refreshToken: result?.refresh_token ?? '', fault: faultOf(reply) }
  }

  test.each(['before', 'after', 'during'])(
    'applies to token calls in the workspace of the client that they name, in the phase %s',
    async (phase) => {
      const server = await startServer()
      const { workspace, credentials } = await server.sandbox.create()
      const { clientId, clientKey } = credentials
      const client = { clientId, clientKey }
      const { refreshToken } = await asking(server, 'get', client)
      const effect = phase === 'during' ? { delayMs: 1 } : { code: '7' }
      const id = workspace.id
      for (const operation of ['get-token', 'refresh-token'])
        await addRule(server, ruleFor(operation, effect, phase), id)
      const word = phase === 'during' ? 'delay' : 'refuse'
      const own = await asking(server, 'get', server.fixtures.app)
      expect([own.code, own.fault]).toEqual(['0', null])
      expect((await asking(server, 'get', client)).fault).toBe(`f-1 ${phase} ${word}`)
      const refreshed = await asking(server, 'refresh', { refresh_token: refreshToken })
      expect(refreshed.fault).toBe(`f-2 ${phase} ${word}`)
      expect((await rulesOf(server, id)).map(({ seen }) => seen)).toEqual([1, 1])
    },
  )

  test('applies to token calls by the rules of default on arrival, or of the prefix if they have one', async () => {
    const server = await startServer()
    const { workspace, credentials } = await server.sandbox.create()
    const { clientId, clientKey } = credentials
    for (const id of ['default', workspace.id])
      await addRule(
        server,
        ruleFor('get-token', { delayMs: 1 }, 'arrival', { times: 'always' }),
        id,
      )
    await addRule(server, ruleFor('get-token', { delayMs: 1 }, 'before'), workspace.id)
    const first = await asking(server, 'get', { clientId, clientKey })
    expect([first.code, first.fault]).toEqual(['0', 'f-1 arrival delay, f-2 before delay'])
    expect((await rulesOf(server))[0]?.used).toBe(1)
    const inside = await asking(server, 'get', { clientId, clientKey }, `/w/${workspace.id}`)
    expect(inside.fault).toBe('f-1 arrival delay')
    expect((await rulesOf(server, workspace.id)).map(({ seen }) => seen)).toEqual([1, 2])
  })
})

describe('a portal call whose answer is replaced by a fault', () => {
  const headers = { 's-nonce': '00000000-0000-4000-8000-00000000abcd' }
  const startStrict = () => startServer({ variants: { 'A-auth-4.nonce': 'refused' } })
  const callAgain = (server: TestServer) => server.call('E11', sampleOf(server, 'E11'), { headers })

  test.each([{ code: '7' }, { status: 503 }, { reset: true }, { delayMs: 1 }])(
    'uses up its nonce after the commit: %j',
    async (effect) => {
      const server = await startStrict()
      await addRule(server, ruleFor('E11', effect, 'after'))
      await callAgain(server).catch(() => undefined)
      expect((await rulesOf(server))[0]?.used).toBe(1)
      expectRefusal(await callAgain(server), '90010012', 'S-Nonce was already used')
    },
  )

  test.each(['before', 'after'])('blocks its nonce while it is delayed %s', async (phase) => {
    const server = await startStrict()
    await addRule(server, ruleFor('E11', { delayMs: 60_000 }, phase))
    const delayed = callAgain(server)
    await untilUsed(server)
    expectRefusal(await callAgain(server), '90010012', 'S-Nonce was already used')
    await server.close()
    expect((await delayed).text).toContain('"code":"0"')
  })

  test('frees its nonce when the caller disconnects or a reset comes before the operation', async () => {
    const server = await startStrict()
    await addRule(server, ruleFor('E11', { reset: true }, 'before'))
    await expect(callAgain(server)).rejects.toThrow()
    await addRule(server, ruleFor('E11', { delayMs: 60_000 }, 'before'))
    const gone = new AbortController()
    const delayed = fetch(server.url + pathOf('E11'), {
      method: 'POST',
      headers: { ...portalCaller(server), ...headers },
      body: JSON.stringify(sampleOf(server, 'E11')),
      signal: gone.signal,
    })
    await untilUsed(server)
    expectRefusal(await callAgain(server), '90010012')
    gone.abort()
    await expect(delayed).rejects.toThrow()
    await expectCalls(server, 'wait', { match: { operation: 'E11' }, count: 3 })
    expect((await callAgain(server)).text).toContain('"code":"0"')
  })
})

describe('a partial success of E21', () => {
  const ROWS: readonly [string, number[] | number | 'all', number[], number[]][] = [
    ['the given atoms', [700_002], [700_001], [700_002]],
    ['the first atoms', 1, [700_002], [700_001]],
    ['all', 'all', [], [700_001, 700_002]],
  ]

  test.each(ROWS)(
    'lists %s in failedList and creates no asset of them',
    async (_which, failed, successList, failedList) => {
      const server = await injectServer()
      await addRule(server, ruleFor('E21', { failed }))
      const param = { assetIdList: [700_001, 700_002] }
      const reply = await server.call('E21', param)
      expectSuccess(reply, {
        successList,
        failedList,
        successMaterialIdList: successList.map((_, index) => 700_005 + index),
      })
      expect(faultOf(reply)).toBe('f-1 before failed')
      const again = await server.result<{ successMaterialIdList: number[] }>('E21', param)
      expect(again.successMaterialIdList.toSorted()).toEqual([700_005, 700_006])
    },
  )
})

describe('a workspace removed during a delayed call', () => {
  test('is reported in an envelope, even when a rule matches by actor', async () => {
    const server = await startServer()
    const { workspace, credentials } = await server.sandbox.create({ seed: 'minimal' })
    const { id } = workspace
    const match = { operation: 'E8', actor: 'owner@example.com' }
    await addRule(server, ruleFor('E8', { delayMs: 60_000 }), id)
    await addRule(server, { match, phase: 'during', effect: { malformed: true } }, id)
    const delayed = server.call('E8', USERS, { token: credentials.accessToken ?? '' })
    await expect.poll(() => workspace.faults.find('f-1')?.used).toBe(1)
    await act(server, `/workspaces/${id}`, undefined, 'DELETE')
    await server.close()
    const reply = await delayed
    expect(reply.status).toBe(404)
    expectEnvelope(reply, '90000010', id)
  })
})

describe('a delay', () => {
  test('stores nothing when the caller disconnects while an earlier answer is pending', async () => {
    const server = await startServer()
    const before = await approvalsOf(server)
    await addRule(server, ruleFor('E8', { delayMs: 60_000 }))
    const socket = openConnection(server)
    for (const operation of ['E8', 'E9'])
      socket.write(operationBytes(operation, sampleOf(server, operation)))
    await expect.poll(() => server.workspace.faults.find('f-1')?.used).toBe(1)
    socket.destroy()
    await expect.poll(() => server.app.calls.count).toBe(0)
    await server.call('E17', {})
    expect(await approvalsOf(server)).toBe(before)
  })

  test.each(['arrival', 'before', 'after', 'during'])(
    'ends at once in the phase %s when the server stops',
    async (phase) => {
      const server = await startServer()
      await addRule(server, ruleFor('E8', { delayMs: 60_000 }, phase))
      const delayed = server.call('E8', { userIds: [] })
      await untilUsed(server)
      await server.close()
      const reply = await delayed
      expectSuccess(reply, [])
      expect(faultOf(reply)).toBe(`f-1 ${phase} delay`)
    },
  )

  test('pauses an answer without changing its bytes', async () => {
    const server = await injectServer()
    freezeAt(server, 1_800_000_000_000)
    const traceless = (text: string) => text.replace(/"traceId":"\w+"/, '')
    for (const operation of ['E8', 'E10']) {
      const param = sampleOf(server, operation)
      const whole = (await server.call(operation, param)).text
      await addRule(server, ruleFor(operation, { delayMs: 1 }, 'during'))
      const reply = await server.call(operation, param)
      expect(traceless(reply.text)).toBe(traceless(whole))
      expect(faultOf(reply)).toMatch(/ during delay$/)
    }
  })

  test('follows the first half of the bytes in the phase during', async () => {
    const server = await startServer()
    await addRule(server, ruleFor('E8', { delayMs: 60_000 }, 'during'))
    const socket = openConnection(server)
    socket.write(operationBytes('E8', { userIds: [] }))
    let text = ''
    for await (const chunk of socket) {
      text += chunk
      if (text.includes('"code"')) break
    }
    expect(text.split('\r\n\r\n')[1]).toBe('{"code":"0","message":')
  })

  test('stores nothing when the caller disconnects before the operation, and keeps a commit after it', async () => {
    const server = await startServer()
    const before = await approvalsOf(server)
    for (const [phase, count] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      await addRule(server, ruleFor('E9', { delayMs: 60_000 }, phase))
      const gone = new AbortController()
      const left = fetch(`${server.url}${pathOf('E9')}`, {
        method: 'POST',
        headers: CALLER,
        body: JSON.stringify({ param: sampleOf(server, 'E9') }),
        signal: gone.signal,
      }).catch(() => 'gone')
      await untilUsed(server)
      gone.abort()
      expect(await left).toBe('gone')
      expect(await approvalsOf(server)).toBe(before + count)
    }
  })
})

describe('a fault requested by the call itself', () => {
  const withHeader = (fault: string) => ({ headers: { 'x-sandbox-fault': fault } })

  test('applies to that call only', async () => {
    const server = await injectServer()
    const refused = await server.call('E8', USERS, withHeader('before:refuse=10134011'))
    expectRefusal(refused, '10134011', DENIED)
    expect(faultOf(refused)).toBe('header before refuse')
    const odd = await server.call('E8', USERS, withHeader('arrival:status=502'))
    expect(odd.status).toBe(502)
    const late = await server.call('E8', USERS, withHeader('after:delay=1'))
    expect(faultOf(late)).toBe('header after delay')
    expect(faultOf(await server.call('E8', USERS))).toBeNull()
    expect(await rulesOf(server)).toEqual([])
  })

  test('is refused by name when the header is invalid, and nothing runs', async () => {
    const server = await injectServer()
    for (const operation of ['E8', 'E7', 'E19', 'E20', 'E11']) {
      const reply = await server.call(operation, sampleOf(server, operation), withHeader('reset'))
      expectRefusal(reply, '90000013', 'Header x-sandbox-fault: "reset" is not a valid fault')
    }
  })

  test('applies from any field at any depth, but not from texts that only resemble it', async () => {
    const server = await injectServer()
    const param = { ...sampleOf(server, 'E9'), name: 'sandbox:refuse:10134011' }
    const before = await approvalsOf(server)
    const refused = await server.call('E9', param)
    expectRefusal(refused, '10134011', DENIED)
    expect(faultOf(refused)).toBe('field before refuse')
    const deep = { ...sampleOf(server, 'E9'), variables: { a: [{ b: 'sandbox:refuse:7' }] } }
    expectRefusal(await server.call('E9', deep), '7')
    expect(await approvalsOf(server)).toBe(before)
    const usual = await server.call('E9', { ...param, name: 'about sandbox:refuse:10134011' })
    expect(usual.text).toContain('"code":"0"')
    expect(faultOf(usual)).toBeNull()
    const delayed = await server.call('E9', { ...param, name: 'sandbox:delay:1' })
    expect(delayed.text).toContain('"code":"0"')
    expect(faultOf(delayed)).toBe('field before delay')
    const tooLong = await server.call('E9', { ...param, name: 'sandbox:delay:60001' })
    expectRefusal(tooLong, '90000013', 'at most 60000 ms')
  })

  test('is disabled in the profile staging, where rules still apply', async () => {
    const { sandbox, workspace } = await startServer()
    const config = { ...readConfig([], {}), profile: 'staging' as const }
    const app = await buildApp({ sandbox, config })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    const codeOf = async (headers: Record<string, string>, name: string): Promise<string> => {
      const reply = await fetch(url + pathOf('E17'), {
        method: 'POST',
        headers: { ...CALLER, ...headers },
        body: JSON.stringify({ param: { groupPath: [name] } }),
      })
      return ((await reply.json()) as { code: string }).code
    }
    expect(await codeOf({ 'x-sandbox-fault': 'before:refuse=7' }, 'a')).toBe('0')
    expect(await codeOf({ 'x-sandbox-fault': 'nonsense' }, 'sandbox:refuse:7')).toBe('0')
    workspace.faults.add({ match: { operation: '*' }, phase: 'before', effect: { code: '8' } })
    expect(await codeOf({}, 'a')).toBe('8')
  })
})
