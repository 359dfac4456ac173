import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import type { Reply } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { expectEnvelope, expectSuccess } from '#test/kit/replies.ts'
import { injectServer, startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
import { sendLines, talk } from '#test/kit/wire.ts'

const PATH = pathOf('E8')
const BODY = '{"param":{"userIds":[]}}'
const USUAL = {
  'access-token': TOKEN,
  'token-type': 'bearer',
  'content-type': 'application/json',
}
const LINES = Object.entries(USUAL)

/** Sends 40 MB by node:http, which goes on writing while an answer may already be on its way. */
const sendLarge = (
  server: TestServer,
  headers: Readonly<Record<string, string>>,
  path = PATH,
): Promise<Pick<Reply, 'status' | 'text'>> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${server.url}${path}`,
      { method: 'POST', headers: { ...USUAL, ...headers } },
      (response) => {
        response.setEncoding('utf8')
        let text = ''
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject)
    const chunk = Buffer.alloc(1_000_000, ' ')
    const write = (left: number): void => {
      if (left === 0) sent.end()
      else sent.write(chunk, () => write(left - 1))
    }
    write(40)
  })

describe('a body of 40 MB', () => {
  const announced = { 'content-length': '40000000' }
  const chunked = { 'transfer-encoding': 'chunked' }
  const close = { connection: 'close' }

  test.each([announced, chunked, { ...announced, ...close }, { ...chunked, ...close }])(
    'receives an envelope that the sender can read: %j',
    async (headers) => {
      const server = await startServer()
      const { status, text } = await sendLarge(server, headers)
      expect(status).toBe(200)
      const message = expect.stringContaining('1.5 MiB')
      expect(JSON.parse(text)).toEqual({ code: '90000004', message, result: null })
      expectSuccess(await server.call('E8', { userIds: [] }), [])
    },
  )
})

const longPath = (characters: number): string => '/'.padEnd(characters, 'a')

describe('an unusual but valid HTTP request', () => {
  const ask = (server: TestServer, ...more: string[]): Promise<string> => {
    const usual = LINES.map(([name, value]) => `${name}: ${value}`)
    const head = [`POST ${PATH} HTTP/1.1`, ...usual, `Content-Length: ${BODY.length}`, ...more]
    return talk(server.url, `${head.join('\r\n')}\r\nConnection: close\r\n\r\n${BODY}`)
  }

  test('is answered with an unknown expectation', async () => {
    const server = await startServer()
    const answer = await ask(server, 'Host: a', 'Expect: foo')
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer.endsWith('\r\n\r\n{"code":"0","message":"success","result":[]}')).toBe(true)
  })

  test.each([
    ['without a Host header', '400', []],
    ['with two Host headers', '400', ['Host: a', 'host: b']],
    ['with an encoding other than chunked', '400', ['Host: a', 'Transfer-Encoding: gzip, chunked']],
    ['with a long path', '414', ['Host: a'], longPath(LIMITS.pathCharacters.max + 1)],
    ['with a path of escapes', '414', ['Host: a'], `/${'%25'.repeat(2_500)}?a`],
  ])('is refused %s, at both listeners', async (_how, status, lines, path = '/livez') => {
    const server = await startServer({ storage: true })
    const head = [`GET ${path} HTTP/1.1`, ...lines].join('\r\n')
    const answer = await talk(server.url, `${head}\r\n\r\n`)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*"code":"90000009"`, 's'))
    const xml = await talk(server.sandbox.storageUrl ?? '', `${head}\r\n\r\n`)
    expect(xml).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*application/xml.*<Code>`, 's'))
  })

  test.each([
    ['without a Host header', '400', '/_sandbox/clock', []],
    ['with a long path', '414', `/w/00000000/_sandbox${longPath(4_000)}`, ['Host: a']],
  ])(
    'is refused %s as a problem document on the control plane',
    async (_how, status, path, lines) => {
      const server = await startServer()
      const answer = await talk(
        server.url,
        `${[`GET ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`,
      )
      expect(answer).toContain('application/problem+json')
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*"status":${status},`, 's'))
    },
  )

  test('is routed with a path of the maximum length, and with a longer query', async () => {
    const server = await startServer()
    for (const path of [longPath(LIMITS.pathCharacters.max), `/nothing?${'a'.repeat(5_000)}`])
      expect((await sendLines(server.url, { method: 'GET', path })).status).toBe(404)
  })

  test('is answered without a Host header in HTTP/1.0', async () => {
    const server = await startServer()
    expect(await talk(server.url, 'GET /livez HTTP/1.0\r\n\r\n')).toContain('alive')
  })

  test('is refused as QUERY, as unreadable when it has no content type', async () => {
    const server = await injectServer()
    for (const path of [PATH, '/open-api/oauth/get-token', '/nothing']) {
      const bare = await sendLines(server.url, { method: 'QUERY', path })
      expect(bare.status).toBe(400)
      expectEnvelope(bare, '90000009', 'The request cannot be read', 'Content-Type')
      const typed = await sendLines(server.url, { method: 'QUERY', path, headers: LINES })
      const isUnknown = path === '/nothing'
      expect(typed.status).toBe(isUnknown ? 404 : 405)
      expectEnvelope(typed, isUnknown ? '90000007' : '90000008', isUnknown ? path : 'QUERY')
    }
  })

  test('receives the allowed methods for plain OPTIONS', async () => {
    const server = await injectServer()
    for (const path of [PATH, pathOf('E6'), `/w/00000000${PATH}`, '/open-api/oauth/get-token']) {
      const { status, headers, text } = await sendLines(server.url, { method: 'OPTIONS', path })
      expect([status, headers.get('allow'), text]).toEqual([204, 'POST, OPTIONS', ''])
    }
    const unknown = await sendLines(server.url, { method: 'OPTIONS', path: '/nothing' })
    expect([unknown.status, unknown.headers.get('allow')]).toEqual([404, null])
  })
})

describe('a byte A0, which is a part of a UTF-8 character', () => {
  test.each([
    ['access-token', `${TOKEN}\u00a0`, '90010003'],
    ['access-token', `\u00a0${TOKEN}`, '90010003'],
    ['token-type', 'bearer\u00a0', '90010002'],
    ['content-type', 'application/json\u00a0', '90000003'],
    ['content-type', '\u00a0application/json', '90000003'],
    ['content-type', 'application/json; charset=utf-8\u00a0', '90000003'],
  ])('stays in the header %s: %j', async (name, value, code) => {
    const server = await injectServer()
    const headers = Object.entries({ ...USUAL, [name]: value })
    const reply = await sendLines(server.url, { path: PATH, headers, body: BODY })
    expect(JSON.parse(reply.text).code).toBe(code)
    const spaced = Object.entries({ ...USUAL, [name]: ` \t${value.replaceAll('\u00a0', '')}\t ` })
    const { text } = await sendLines(server.url, { path: PATH, headers: spaced, body: BODY })
    expect(JSON.parse(text).code).toBe('0')
  })
})
