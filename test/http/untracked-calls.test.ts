import { describe, expect, test } from 'vitest'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import { coverageOf, sumsOfCoverage } from '#test/kit/coverage.ts'
import { addRule, ruleFor, rulesOf } from '#test/kit/faults.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { listJournal } from '#test/kit/journal.ts'
import { injectServer, type ServerOptions, type TestServer } from '#test/kit/server.ts'

const UNTRACKED = { 'x-sandbox-untracked': 'true' }

/** A parameter with a field that the operation does not know, which is a finding. */
const ODD = { userIds: [], colour: 'red' }

const tracesOf = async (server: TestServer) => {
  const { entries } = await listJournal(server)
  const { assumptions } = await server.control<{
    assumptions: { number: string; isTouched: boolean }[]
  }>('/variants')
  return {
    entries: entries.map(({ operation }) => operation),
    counts: sumsOfCoverage(await coverageOf(server)),
    findings: (await server.control<{ findings: unknown[] }>('/findings')).findings,
    touched: assumptions.filter(({ isTouched }) => isTouched).map(({ number }) => number),
    rules: await rulesOf(server),
  }
}

const NO_TRACES = { entries: [], counts: {}, findings: [], touched: [] }

const getToken = (server: TestServer, headers: Readonly<Record<string, string>>): Promise<Reply> =>
  send(`${server.url}/open-api/oauth/get-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ clientId: '00000000-sandbox', clientKey: 'sandbox-key' }),
  })

const thumbnailOf = async (server: TestServer): Promise<string> => {
  const assetIdList = server.fixtures.assets.ids.slice(0, 1)
  const { detail } = await server.result<{ detail: AssetDetail[] }>(
    'E4',
    { assetIdList },
    { headers: UNTRACKED },
  )
  return String(detail[0]?.subResList[0]?.thunder)
}

/** Calls of an operation, of the tokens and of a file, with these headers. */
const callAll = async (server: TestServer, headers: Readonly<Record<string, string>>) => [
  await server.call('E8', ODD, { headers }),
  await server.call('E8', { userIds: 'all' }, { headers }),
  await getToken(server, headers),
  await send(await thumbnailOf(server), { headers }),
]

describe('a call with x-sandbox-untracked', () => {
  test('leaves no entry, no count and no finding, touches no variant and uses up no fault rule', async () => {
    const server = await injectServer()
    for (const phase of ['arrival', 'before', 'after'])
      await addRule(server, { match: { operation: '*' }, phase, effect: { code: '10134011' } })
    for (const name of ['get-token', 'download'])
      await addRule(server, ruleFor(name, { code: '10134011' }))
    await addRule(server, ruleFor('E8', { malformed: true }, 'during'))
    const before = await rulesOf(server)
    const [odd, refused, token, picture] = await callAll(server, UNTRACKED)
    expect(odd?.body).toEqual({ code: '0', message: 'success', result: [] })
    expect(odd?.headers.get('x-sandbox-findings')).toContain('unknown-field')
    expect(refused?.body).toMatchObject({ code: expect.stringMatching(/^9/) })
    expect(token?.body).toMatchObject({ code: '0' })
    expect(picture?.headers.get('content-type')).toMatch(/^image\//)
    expect(await tracesOf(server)).toEqual({ ...NO_TRACES, rules: before })
  })

  test('asks for no fault by header or field', async () => {
    const server = await injectServer()
    const asked = { ...UNTRACKED, 'x-sandbox-fault': 'before:refuse=10134011' }
    const reply = await server.call('E8', { userIds: [] }, { headers: asked })
    expect(reply.body).toMatchObject({ code: '0' })
    const field = { createDate: 'sandbox:refuse:10134011' }
    expect((await server.call('E2', field, { headers: UNTRACKED })).body).not.toMatchObject({
      code: '10134011',
    })
  })

  test('takes no trace id of the calls that are tracked', async () => {
    const ids = async (hasUntracked: boolean): Promise<unknown> => {
      const server = await injectServer()
      const { corpId, id: crowdPackId, source } = server.fixtures.crowdPack
      const param = { corpId, crowdPackId, source, selfAgent: 0 }
      if (hasUntracked) await server.call('E10', param, { headers: UNTRACKED })
      return ((await server.call('E10', param)).body as { result: { traceId: string } }).result
        .traceId
    }
    expect(await ids(true)).toBe(await ids(false))
  })

  test('is logged at debug only, also when it is refused', async () => {
    const log: string[] = []
    const server = await injectServer({ log })
    await callAll(server, UNTRACKED)
    await expect.poll(() => log.filter((line) => line.includes('/_files/'))).toHaveLength(1)
    const lines = log.map((line) => JSON.parse(line) as { level: number; status?: number })
    const levels = lines.filter(({ status }) => status !== undefined).map(({ level }) => level)
    expect(new Set(levels)).toEqual(new Set([20]))
  })
})

describe('x-sandbox-untracked that is not honoured', () => {
  const expectTracked = async (
    options: ServerOptions,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const key = options.env?.SANDBOX_ADMIN_KEY
    const server = await injectServer(options)
    const param = { userIds: [] }
    expect((await server.call('E8', param, { headers })).body).toMatchObject({ code: '0' })
    const { text } = await send(`${server.url}/_sandbox/journal`, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    })
    expect(JSON.parse(text)).toMatchObject({ entries: [{ operation: 'E8' }], total: 1 })
  }

  test('from other sites, under a foreign host name, or with another value', async () => {
    for (const headers of [
      { ...UNTRACKED, origin: 'http://localhost:3000' },
      { ...UNTRACKED, 'sec-fetch-site': 'cross-site' },
      { ...UNTRACKED, host: 'elsewhere.example' },
      { 'x-sandbox-untracked': '1' },
    ])
      await expectTracked({}, headers)
  })

  test('without the admin key, or with a wrong one', async () => {
    const options = { env: { SANDBOX_ADMIN_KEY: 'secret' } }
    await expectTracked(options, UNTRACKED)
    await expectTracked(options, { ...UNTRACKED, authorization: 'Bearer wrong' })
  })

  test('and is honoured with the admin key', async () => {
    const server = await injectServer({ env: { SANDBOX_ADMIN_KEY: 'secret' } })
    const authorization = 'Bearer secret'
    await server.call('E8', { userIds: [] }, { headers: { ...UNTRACKED, authorization } })
    const { text } = await send(`${server.url}/_sandbox/journal`, { headers: { authorization } })
    expect(JSON.parse(text)).toMatchObject({ entries: [], total: 0 })
  })
})
