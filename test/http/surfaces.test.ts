import { describe, expect, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { expectCalls } from '#test/kit/journal.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freezeAt } from '#test/kit/records.ts'
import {
  assumptionsOf,
  expectEnvelope,
  expectRefusal,
  expectSuccess,
  findingsOf,
} from '#test/kit/replies.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
import { sendLines, talk } from '#test/kit/wire.ts'

const PATH = pathOf('E8')
const UNKNOWN = '00000000-0000-4000-8000-000000000002'

type Line = readonly [string, string]

const JSON_TYPE: Line = ['Content-Type', 'application/json']
const GUARDED: readonly Line[] = [
  ['Access-token', TOKEN],
  ['Token-type', 'bearer'],
]

/** Sends a body to E8 with exactly these header lines. */
const lines = (
  server: TestServer,
  headers: readonly Line[],
  body: string | Uint8Array = '{"param":{"userIds":[]}}',
): Promise<Reply> => sendLines(server.url, { path: PATH, headers, body })

/** Sends a body to E8 as an authorised caller. */
const bytes = (server: TestServer, body: string | Uint8Array): Promise<Reply> =>
  lines(server, [...GUARDED, JSON_TYPE], body)

const param = { userIds: [] }

describe('Access-token', () => {
  const withTokens = (server: TestServer, ...tokens: string[]): Promise<Reply> =>
    lines(server, [
      JSON_TYPE,
      ['Token-type', 'bearer'],
      ...tokens.map((token): Line => ['Access-token', token]),
    ])

  test('is refused where it is missing or unknown', async () => {
    const server = await injectServer()
    for (const [tokens, code, message] of [
      [[], '90010001', 'The header Access-token is missing'],
      [[''], '90010001', 'The header Access-token is missing'],
      [[`Bearer ${TOKEN}`], '90010003', 'is unknown; send the token without "Bearer"'],
      [[UNKNOWN], '90010003', 'Access-token is unknown'],
      [['nonsense'], '90010003', 'Access-token is unknown'],
      [[`${TOKEN}0`], '90010003', 'Access-token is unknown'],
      [['💥'], '90010003', 'Access-token is unknown'],
    ] as const) {
      const sent = tokens.map((token) => Buffer.from(token).toString('latin1'))
      expectRefusal(await withTokens(server, ...sent), code, message)
    }
  })

  test('may arrive twice when one of both is valid, with a finding', async () => {
    const server = await injectServer()
    const { workspace } = await server.sandbox.create()
    const garbage = `${workspace.id}-0000-4000-8000-000000000009`
    const orders = [
      [TOKEN, UNKNOWN],
      [UNKNOWN, TOKEN],
      [TOKEN, TOKEN],
      ['nonsense', UNKNOWN, TOKEN],
      [garbage, TOKEN],
      [`${TOKEN}, ${garbage}`],
    ]
    for (const tokens of orders) {
      const reply = await withTokens(server, ...tokens)
      expectSuccess(reply, [])
      expect(findingsOf(reply)).toEqual(['second-access-token'])
    }
  })

  test('is refused when two invalid ones arrive, as expired if one of them is', async () => {
    const server = await injectServer()
    freezeAt(server, 1_800_000_000_000)
    const tokens = await send(`${server.url}/open-api/oauth/get-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"clientId":"00000000-sandbox","clientKey":"sandbox-key"}',
    })
    const { result } = tokens.body as { result: { access_token: string } }
    freezeAt(server, 1_900_000_000_000)
    expectRefusal(await withTokens(server, UNKNOWN, 'x'), '90010003')
    expectRefusal(await withTokens(server, UNKNOWN, result.access_token), '90010004')
  })

  test('selects the users of the first of two valid tokens', async () => {
    const server = await injectServer()
    const { credentials, workspace } = await server.sandbox.create()
    workspace.store.sqlite.exec("UPDATE users SET nickname = 'theirs'")
    const own = credentials.accessToken ?? ''
    const nicknames = async (tokens: readonly string[]): Promise<string[]> => {
      const sent = tokens.map((token): Line => ['Access-token', token])
      const headers: Line[] = [JSON_TYPE, ['Token-type', 'bearer'], ...sent]
      const reply = await lines(server, headers, '{"param":{"userIds":[1001]}}')
      return (reply.body as { result: { nickname: string }[] }).result.map((user) => user.nickname)
    }
    for (const tokens of [[own, TOKEN], [`${own},${TOKEN}`]])
      expect(await nicknames(tokens)).toEqual(['theirs'])
    for (const tokens of [[TOKEN, own], [`${TOKEN},${own}`]])
      expect(await nicknames(tokens)).not.toEqual(['theirs'])
  })
})

describe('the headers of a call', () => {
  test('are all named when they are missing', async () => {
    const server = await injectServer()
    const authorization: Line = ['Authorization', `Bearer ${TOKEN}`]
    for (const [headers, message] of [
      [
        [],
        'The headers Token-type and Access-token are missing; Token-type must be bearer; POST clientId and clientKey to /open-api/oauth/get-token for an access token',
      ],
      [
        [['Token-type', 'mac']],
        'The header Access-token is missing; POST clientId and clientKey to /open-api/oauth/get-token for one',
      ],
      [[['Access-token', ' , ']], 'The headers Token-type and Access-token are missing'],
      [[['Access-token', UNKNOWN]], 'The header Token-type is missing; it must be bearer'],
      [
        [['Token-type', 'bearer'], authorization],
        'The header Access-token is missing; send the token in Access-token, not in Authorization',
      ],
    ] as const)
      expectRefusal(await lines(server, [...headers, JSON_TYPE]), '90010001', message)
  })

  test('are all named on the portal, before any value is checked', async () => {
    const server = await injectServer()
    const bare = (headers: readonly Line[]): Promise<Reply> =>
      sendLines(server.url, { path: pathOf('E6'), headers: [JSON_TYPE, ...headers], body: '{}' })
    expectRefusal(
      await bare([]),
      '90010001',
      'The headers X-App-Key, S-Sign, S-Timestamp, S-Nonce and Access-token are missing; POST',
    )
    const some: Line[] = [
      ['X-App-Key', 'unknown'],
      ['S-Nonce', '1'],
    ]
    expectRefusal(
      await bare(some),
      '90010001',
      'The headers S-Sign, S-Timestamp and Access-token are',
    )
    const rest: Line[] = [
      ['S-Sign', 'x'],
      ['S-Timestamp', '1'],
      ['Access-token', UNKNOWN],
    ]
    expectRefusal(await bare([...some, ...rest]), '90010007', 'X-App-Key is unknown')
  })
})

describe('Token-type', () => {
  const withTypes = (server: TestServer, ...types: string[]): Promise<Reply> =>
    lines(server, [
      JSON_TYPE,
      ['Access-token', TOKEN],
      ...types.map((type): Line => ['Token-type', type]),
    ])

  test('is bearer in any case, once or twice', async () => {
    const server = await injectServer()
    for (const types of [['Bearer'], ['  bearer  '], ['bearer', 'BEARER']])
      expectSuccess(await withTypes(server, ...types), [])
    for (const type of ['mac', 'bearer token', 'bearer,basic'])
      expectRefusal(await withTypes(server, type), '90010002', 'Token-type must be bearer', type)
    expectRefusal(await withTypes(server, ''), '90010001', 'The header Token-type is missing')
  })
})

describe('the token field of the body', () => {
  const bodies = [{ param }, { token: '', param }, { token: null, param }, { token: 'x', param }]

  test('is ignored', async () => {
    const server = await injectServer()
    for (const body of bodies) {
      const reply = await server.call('E8', null, { body })
      expectSuccess(reply, [])
      expect(findingsOf(reply)).toEqual([])
    }
  })

  test('is refused when it is not a string', async () => {
    const server = await injectServer()
    const reply = await server.call('E8', null, { body: { token: 1, param } })
    expectRefusal(reply, '90020002', 'token must be a string or null, got a number')
  })

  test('must equal the header with the variant must-equal of A-auth-1, where the sample has one', async () => {
    const server = await injectServer({ variants: { 'A-auth-1': 'must-equal' } })
    const words = 'token must equal the header Access-token'
    for (const body of bodies) {
      const reply = await server.call('E17', null, { body: { ...body, param: {} } })
      expectRefusal(reply, '90010005', words)
      expect(assumptionsOf(reply)).toEqual(['A-auth-1'])
    }
    for (const id of ['E2', 'E8', 'E19']) {
      const sample = samplesOf(server.fixtures)[id]
      const absent = await server.call(id, null, { body: { param: sample } })
      expect(absent.text).not.toContain('90010005')
      const other = await server.call(id, null, { body: { token: 'other', param: sample } })
      expectRefusal(other, '90010005', words)
    }
  })
})

describe('x-open-api-user', () => {
  const nobody = { as: 'nobody@example.com' }

  test('defaults to the owner of the application (A-auth-3)', async () => {
    const server = await injectServer()
    const { collections, assets } = server.fixtures
    const addition = { collectionId: collections.forbidden.id, assetIds: assets.ids.slice(0, 1) }
    for (const as of [null, '']) {
      const reply = await server.call('E22', addition, { as })
      expectSuccess(reply, true)
      expect(findingsOf(reply)).toEqual(['missing-acting-user'])
    }
    expect(findingsOf(await server.call('E8', param, { as: null }))).toEqual([])
    for (const as of ['viewer@example.com', 'VIEWER@Example.COM']) {
      const reply = await server.call('E22', addition, { as })
      expectRefusal(reply, '10134011', 'User has no operation permission')
    }
  })

  test('is created and kept with the variant create of A-auth-2', async () => {
    const server = await injectServer({ variants: { 'A-auth-2': 'create' } })
    const asNew = { as: 'New.User@example.com' }
    const reply = await server.call('E8', { userIds: [1004] }, asNew)
    expect(assumptionsOf(reply)).toEqual(['A-8-2', 'A-auth-2'])
    expect(reply.body).toMatchObject({
      code: '0',
      result: [{ id: 1004, email: 'New.User@example.com', nickname: 'New.User' }],
    })
    const again = await server.call('E8', { userIds: [1004, 1005] }, { as: 'new.user@EXAMPLE.com' })
    expect((again.body as { result: { id: number }[] }).result.map(({ id }) => id)).toEqual([1004])
    const { forbidden } = server.fixtures.collections
    const addition = { collectionId: forbidden.id, assetIds: [] }
    expectRefusal(await server.call('E22', addition, asNew), '10134011')
  })

  test('is not created by a refused call', async () => {
    const server = await injectServer({ variants: { 'A-auth-2': 'create' } })
    expectRefusal(
      await server.call('E20', { attrCode: 'x', attrValueList: [] }, nobody),
      '90030014',
    )
    expect(await server.result('E8', { userIds: [1004] })).toEqual([])
  })
})

test('Content-Type is JSON in UTF-8, in any spelling', async () => {
  const server = await injectServer()
  for (const type of ['application/json;charset=UTF8', 'Application/JSON; Charset="utf-8"'])
    expectSuccess(await lines(server, [...GUARDED, ['Content-Type', type]]), [])
  for (const type of [
    'text/json',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application',
    ';;;',
    'application/json; charset=utf-16',
    '',
  ]) {
    const reply = await lines(server, [...GUARDED, ['Content-Type', type]])
    expectRefusal(reply, '90000003', 'Content-Type must be application/json', type || 'none')
  }
  expectRefusal(await lines(server, GUARDED), '90000003', 'none')
})

describe('the request body', () => {
  test('is refused with line and column of its first error', async () => {
    const server = await injectServer()
    for (const [text, words] of [
      ['{"param":{\n  "userIds": [1,],\n}}', 'line 2, column 17: Unexpected token'],
      ['{"param":\r\n\r\n {"userIds" [1]}}', 'line 3, column 13: Expected'],
      ['{"param":{}', 'line 1, column 12: '],
      ['{"param":{}} trailing', 'line 1, column 14: '],
      ["{'param':{}}", 'line 1, column 2: '],
      ['hello', 'line 1, column 1: '],
      [' \ufeff{}', 'line 1, column 2: '],
    ] as const) {
      const reply = await bytes(server, text)
      expectRefusal(reply, '90000001', `The request body is not valid JSON: ${words}`)
      expect(reply.text).not.toMatch(/position|column.*column|valid JSON.*valid JSON/)
    }
  })

  test('is an object with an object param', async () => {
    const server = await injectServer()
    for (const [text, code, words] of [
      ['', '90000002', 'The request body is empty; expected a JSON object with param'],
      ['\ufeff', '90000002', 'The request body is empty; expected a JSON object with param'],
      [' \n ', '90000001', 'not valid JSON'],
      ['null', '90020002', 'The request body must be an object, got null'],
      ['[]', '90020002', 'The request body must be an object, got an array'],
      ['{"param":[]}', '90020002', 'param must be an object, got an array'],
      ['{"userIds":[]}', '90020001', 'param is missing'],
    ] as const)
      expectRefusal(await bytes(server, text), code, words)
  })

  test('is read behind a UTF-8 byte order mark, with a finding', async () => {
    const server = await injectServer()
    const reply = await bytes(server, '\ufeff{"param":{"userIds":[]}}')
    expectSuccess(reply, [])
    expect(findingsOf(reply)).toEqual(['byte-order-mark'])
    const expected = { operation: 'E8', body: { param: { userIds: [] } } }
    expect((await expectCalls(server, 'wait', { match: expected })).matched).toBe(true)
    const refused = await bytes(server, '\ufeff{"param":{}}')
    expectRefusal(refused, '90020001', 'param.userIds is missing')
    expect(findingsOf(refused)).toEqual(['byte-order-mark'])
  })

  test('counts as empty without param with the variant empty of A-request-1, else it is refused', async () => {
    for (const [body, findings] of [
      [{}, []],
      [{ param: null }, ['null-as-absent param']],
    ] as const) {
      const refused = await (await injectServer()).call('E17', null, { body })
      expectRefusal(refused, '90020001', 'param is missing; expected an object')
      expect(assumptionsOf(refused)).toEqual(['A-request-1'])
      const server = await injectServer({ variants: { 'A-request-1': 'empty' } })
      const reply = await server.call('E17', null, { body })
      expectSuccess(reply, await server.result('E17', {}))
      expect(findingsOf(reply)).toEqual(findings)
      const words = 'param.userIds is missing; expected an array'
      expectRefusal(await server.call('E8', null, { body }), '90020001', words)
    }
  })

  test('is refused where it is not UTF-8, or has half of an escaped surrogate pair', async () => {
    const server = await injectServer()
    for (const inside of [[0x80], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe5, 0xb1]]) {
      const body = Buffer.from('{"param":{"userIds":[]},"x":"????"}').fill(' ', 29, 33)
      Buffer.from(inside).copy(body, 29)
      expectRefusal(await bytes(server, body), '90000006', 'not UTF-8')
    }
    for (const text of [
      '{"param":{"userIds":[]},"x":"\\uDE00\\uD83D"}',
      '{"param":{"userIds":[]},"\\udfff":1}',
      '{"param":{"userIds":[],"deep":[{"x":["\\uD800"]}]}}',
    ])
      expectRefusal(await bytes(server, text), '90000006', 'half of a surrogate pair')
  })

  test('may have escaped surrogate pairs and backslashes that resemble them', async () => {
    const server = await injectServer()
    for (const text of ['\\ud83d\\ude00', '\\\\ud83d'])
      expectSuccess(await bytes(server, `{"param":{"userIds":[]},"x":"${text}"}`), [])
  })

  test('may have 64 levels but not 65 or 100,000, closed or not', async () => {
    const server = await injectServer()
    const nested = (levels: number): string =>
      `{"param":{"userIds":[]},"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expectSuccess(await bytes(server, nested(64)), [])
    for (const text of [nested(65), '['.repeat(100_000), '{"a":'.repeat(100_000)])
      expectRefusal(await bytes(server, text), '90000005', 'more than 64 levels deep')
  })

  test('is accepted at 1.5 MiB and refused above it', async () => {
    const server = await injectServer()
    const text = '{"param":{"userIds":[]}}'
    const limit = LIMITS.bodyBytes.max
    expectSuccess(await bytes(server, text.padEnd(limit, ' ')), [])
    expectRefusal(await bytes(server, text.padEnd(limit + 1, ' ')), '90000004', '1.5 MiB')
    expectRefusal(await bytes(server, text.padEnd(33 * 1_048_576, ' ')), '90000004', '1.5 MiB')
    expectSuccess(await bytes(server, text), [])
  })
})

describe('paths and methods', () => {
  const at = (
    server: TestServer,
    method: string,
    path: string,
    headers: readonly Line[] = [],
    body = '',
  ) => sendLines(server.url, { method, path, headers, body })

  test('receive 404 at an unknown path', async () => {
    const server = await injectServer()
    // GET of / has an answer.
    for (const path of ['/', '/nothing', `${PATH}/`, PATH.toUpperCase(), `/${PATH}`])
      for (const method of [path === '/' ? 'PUT' : 'GET', 'POST', 'DELETE']) {
        const reply = await at(server, method, path)
        expect(reply.status, method).toBe(404)
        expectEnvelope(reply, '90000007', `No operation has the path "${path}"`)
      }
  })

  test('receive 405 for another method at an operation of either surface', async () => {
    const server = await injectServer()
    for (const method of ['GET', 'PUT', 'DELETE', 'PROPFIND'])
      for (const path of [PATH, `/w/00000000${PATH}`, pathOf('E6')]) {
        const reply = await at(server, method, path)
        expect(reply.status).toBe(405)
        expect(reply.headers.get('allow')).toBe('POST, OPTIONS')
        expectEnvelope(reply, '90000008', `Operations are called with POST, not ${method}`)
      }
  })

  test('are matched without a query string', async () => {
    const server = await injectServer()
    const body = '{"param":{"userIds":[]}}'
    for (const query of ['?', '?a=1&b', '?x=%zz'])
      expectSuccess(await at(server, 'POST', PATH + query, [...GUARDED, JSON_TYPE], body), [])
  })

  test('receive 404 and 405 with any body', async () => {
    const server = await injectServer()
    for (const body of ['{', '', ' '.repeat(33 * 1_048_576)]) {
      const missing = await at(server, 'POST', '/nothing', [JSON_TYPE], body)
      expectEnvelope(missing, '90000007', '/nothing')
      const wrong = await at(server, 'PUT', PATH, [JSON_TYPE], body)
      expectEnvelope(wrong, '90000008', 'PUT')
      expect([missing.status, wrong.status]).toEqual([404, 405])
    }
  })

  test('receive 400 where they cannot be decoded', async () => {
    const server = await injectServer()
    for (const path of ['/%zz', `${PATH}%`, '/%c3%28']) {
      const reply = await at(server, 'POST', path)
      expect(reply.status).toBe(400)
      expectEnvelope(reply, '90000009', 'The request cannot be read')
    }
  })
})

describe('a message that is not HTTP', () => {
  /** Expects a closed connection, the status line and the envelope. */
  const expectAnswer = (answer: string, status: string, code: string, words: string): void => {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
    expect(head).toContain('Content-Type: application/json; charset=utf-8')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
    expect(JSON.parse(body)).toEqual({
      code,
      message: expect.stringContaining(words),
      result: null,
    })
  }

  const post = `POST ${PATH} HTTP/1.1\r\nHost: a\r\n`

  test('receives an envelope', async () => {
    const server = await startServer()
    const lengths = 'Content-Length: 5\r\nTransfer-Encoding: chunked'
    for (const [text, status] of [
      ['hello\r\n\r\n', '400 Bad Request'],
      ['\u0016\u0003\u0001\u0000\u0001\u0000', '400 Bad Request'],
      [`FOO ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`, '400 Bad Request'],
      [`${post}Content-Length: -5\r\n\r\n`, '400 Bad Request'],
      [`${post}${lengths}\r\n\r\n0\r\n\r\n`, '400 Bad Request'],
      [`${post}X: ${'x'.repeat(100_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
    ] as const) {
      const answer = await talk(server.url, Buffer.from(text, 'latin1'))
      expectAnswer(answer, status, '90000009', 'The request cannot be read')
    }
    expectSuccess(await server.call('E8', param), [])
  })

  test('receives the code that SANDBOX_CODES gives it', async () => {
    const server = await startServer({ env: { SANDBOX_CODES: '90000009=400' } })
    const answer = await talk(server.url, 'hello\r\n\r\n')
    expectAnswer(answer, '400 Bad Request', '400', 'The request cannot be read')
  })
})

describe('answer settings', () => {
  test('remap a code with SANDBOX_CODES at any HTTP status', async () => {
    const env = { SANDBOX_CODES: '90020001=10130001, 90000007=404, 10134011=7' }
    const server = await injectServer({ env })
    expectRefusal(await server.call('E8', {}), '10130001', 'param.userIds is missing')
    const missing = await send(`${server.url}/nothing`, { method: 'POST' })
    expect(missing.status).toBe(404)
    expectEnvelope(missing, '404', '/nothing')
    const addition = { collectionId: server.fixtures.collections.forbidden.id, assetIds: [] }
    expectRefusal(await server.call('E22', addition, { as: 'viewer@example.com' }), '7')
    expectRefusal(await server.call('E8', { userIds: 1 }), '90020002', 'param.userIds')
  })

  const bases = (reply: Reply): string[] => [
    ...new Set(
      [...reply.text.matchAll(/"(https?:\/\/[^"]*?)\/_files\//g)].map((match) => match[1] ?? ''),
    ),
  ]

  const addressesOf = async (server: TestServer): Promise<string[][]> => {
    const samples = samplesOf(server.fixtures)
    const library = await server.call('E4', samples.E4)
    const portal = await server.call('E6', samples.E6)
    const detail = await server.call('E11', samples.E11)
    return [library, portal, detail].map(bases)
  }

  test('base URLs on the Host of the request', async () => {
    const server = await injectServer()
    expect(await addressesOf(server)).toEqual([[server.url], [server.url], [server.url]])
    const headers: Line[] = [...GUARDED, JSON_TYPE, ['Host', 'dam.example:8080']]
    const body = JSON.stringify({ param: { assetIdList: server.fixtures.assets.ids.slice(0, 1) } })
    const reply = await sendLines(server.url, { path: pathOf('E4'), headers, body })
    expect(bases(reply)).toEqual(['http://dam.example:8080'])
  })

  test.each(['E7', 'E10', 'E18'])(
    'put the refusal of %s inside the envelope with the variant inner of A-reply-2, and no plain one',
    async (id) => {
      const server = await injectServer({ variants: { 'A-reply-2': 'inner' } })
      const reply = await server.call(id, {})
      expectRefusal(await server.call('E8', {}), '90020001', 'param.userIds is missing')
      expect(reply.status).toBe(200)
      expect(assumptionsOf(reply)).toEqual(['A-reply-2'])
      expect(reply.body).toEqual({
        code: '0',
        message: 'success',
        result: {
          code: '90020001',
          message: expect.stringMatching(/^param\.\w+ is missing/),
          result: null,
          traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
      })
    },
  )
})
