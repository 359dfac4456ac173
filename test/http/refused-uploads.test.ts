import { describe, expect, test } from 'vitest'
import { requestBytes } from '#test/kit/connections.ts'
import { addRule, ruleFor } from '#test/kit/faults.ts'
import { signOssPath } from '#test/kit/oss-url.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
import { type Granted, grantOf } from '#test/kit/storage.ts'
import { talk } from '#test/kit/wire.ts'

const SIX_GIB = 6 * 1_024 ** 3

/** The head of an upload whose client sends the body only after 100 Continue. */
const waiting = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): string =>
  requestBytes(method, path, {
    headers: { 'content-length': '10', expect: '100-continue', ...headers },
  })

const mine = { 'access-token': TOKEN }

/** Uploads that the server refuses, to the listener of the operations. */
const AT_SERVER: [name: string, head: string, status: number, code: string][] = [
  ['without a token', waiting('POST', '/_files/uploads/single?name=x'), 401, '90010001'],
  [
    'with an unknown token',
    waiting('POST', '/_files/uploads/single?name=x', { 'access-token': 'x' }),
    401,
    '90010003',
  ],
  ['without a name', waiting('POST', '/_files/uploads/single?nam=x', mine), 400, '90020001'],
  [
    'that is too large',
    waiting('POST', '/_files/uploads/single?name=x', { ...mine, 'content-length': `${SIX_GIB}` }),
    413,
    '90030027',
  ],
  ['of a part of no upload', waiting('PUT', '/_files/uploads/x/parts/1', mine), 404, '90030'],
  [
    'of a part with a wrong signature',
    waiting('PUT', '/_files/default/uploads/x/parts/1?expires=1&signature=2'),
    403,
    '9',
  ],
]

/** The same, to the storage listener. */
const AT_STORAGE: [name: string, head: (grant: Granted) => string, status: number, code: string][] =
  [
    ['without a signature', ({ bucket }) => waiting('PUT', `/${bucket}/upload/x`), 403, 'Access'],
    [
      'with an unknown key',
      (grant) => waiting('PUT', signOssPath({ ...grant, accessKeyId: 'STS.x' }, 'PUT', 'upload/x')),
      403,
      'InvalidAccessKeyId',
    ],
    [
      'with a wrong signature',
      (grant) => waiting('PUT', signOssPath({ ...grant, accessKeySecret: 'x' }, 'PUT', 'upload/x')),
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'of a key outside of the grant',
      (grant) => waiting('PUT', signOssPath(grant, 'PUT', 'elsewhere/x')),
      403,
      'AccessDenied',
    ],
    [
      'that is too large',
      (grant) =>
        waiting('PUT', signOssPath(grant, 'PUT', 'upload/x'), { 'content-length': `${SIX_GIB}` }),
      400,
      'EntityTooLarge',
    ],
  ]

const RULES: [name: string, add: (server: TestServer) => Promise<unknown>][] = [
  ['without a fault rule', async () => undefined],
  [
    'with a fault rule for another operation',
    (server) => addRule(server, ruleFor('E9', { status: 503 })),
  ],
  [
    'with a fault rule that delays its answer',
    async (server) => {
      for (const route of ['send-file', 'send-part', 'storage-put'])
        await addRule(server, ruleFor(route, { delayMs: 1 }, 'after'))
    },
  ],
]

describe.each(RULES)('a client that waits for 100 Continue, %s,', (_name, add) => {
  test.each(AT_SERVER)('gets the refusal of an upload %s', async (_why, head, status, code) => {
    const server = await startServer()
    await add(server)
    const answer = await talk(server.url, head)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*"code":"${code}`, 's'))
  })

  test.each(AT_STORAGE)('gets the refusal of an object %s', async (_why, headFor, status, code) => {
    const server = await startServer({ storage: true })
    await add(server)
    const grant = await grantOf(server.url)
    const answer = await talk(grant.endpoint, headFor(grant))
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*<Code>${code}`, 's'))
  })
})
