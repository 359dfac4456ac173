import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { Reply } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { expectEnvelope, expectSuccess } from '#test/kit/replies.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
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

  test.each([
    ['with its length', announced],
    ['in chunks', chunked],
    ['with its length on a connection that ends', { ...announced, ...close }],
    ['in chunks on a connection that ends', { ...chunked, ...close }],
  ])('receives an envelope that the sender can read: %s', async (_name, headers) => {
    const server = await startServer()
    const { status, text } = await sendLarge(server, headers)
    expect(status).toBe(200)
    const message = expect.stringContaining('1.5 MiB')
    expect(JSON.parse(text)).toEqual({ code: '90000004', message, result: null })
    expectSuccess(await server.call('E8', { userIds: [] }), [])
  })

  test('is refused by the token operations in the same way', async () => {
    const server = await startServer()
    const { status, text } = await sendLarge(server, chunked, '/open-api/oauth/get-token')
    expect([status, JSON.parse(text).code]).toEqual([200, '90000004'])
  })
})

describe('an unusual but valid HTTP request', () => {
  const ask = (server: TestServer, ...more: string[]): Promise<string> => {
    const usual = LINES.map(([name, value]) => `${name}: ${value}`)
    const head = [`POST ${PATH} HTTP/1.1`, ...usual, `Content-Length: ${BODY.length}`, ...more]
    return talk(server.url, `${head.join('\r\n')}\r\nConnection: close\r\n\r\n${BODY}`)
  }

  test.each(['foo', '200-ok'])(
    'is answered when it expects %s, an unknown expectation',
    async (expectation) => {
      const server = await startServer()
      const answer = await ask(server, 'Host: a', `Expect: ${expectation}`)
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(answer.endsWith('\r\n\r\n{"code":"0","message":"success","result":[]}')).toBe(true)
    },
  )

  test('is answered without a Host header', async () => {
    const server = await startServer()
    const answer = await ask(server)
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer.endsWith('{"code":"0","message":"success","result":[]}')).toBe(true)
  })

  test.each([PATH, pathOf('E6'), '/open-api/oauth/get-token', '/nothing'])(
    'is refused as QUERY of %s, as unreadable when it has no content type',
    async (path) => {
      const server = await startServer()
      for (const body of ['', BODY]) {
        const bare = await sendLines(server.url, { method: 'QUERY', path, body })
        expect(bare.status).toBe(400)
        expectEnvelope(bare, '90000009', 'The request cannot be read', 'Content-Type')
        const typed = await sendLines(server.url, { method: 'QUERY', path, headers: LINES, body })
        const isUnknown = path === '/nothing'
        expect(typed.status).toBe(isUnknown ? 404 : 405)
        expect(typed.headers.get('allow')).toBe(isUnknown ? null : 'POST, OPTIONS')
        expectEnvelope(typed, isUnknown ? '90000007' : '90000008', isUnknown ? path : 'QUERY')
      }
    },
  )

  test.each([PATH, pathOf('E6'), `/w/00000000${PATH}`, '/open-api/oauth/get-token'])(
    'receives the allowed methods for plain OPTIONS of %s',
    async (path) => {
      const server = await startServer()
      const reply = await sendLines(server.url, { method: 'OPTIONS', path })
      expect(reply.status).toBe(204)
      expect(reply.headers.get('allow')).toBe('POST, OPTIONS')
      expect(reply.text).toBe('')
    },
  )

  test('receives 404 for plain OPTIONS of an unknown path', async () => {
    const server = await startServer()
    const reply = await sendLines(server.url, { method: 'OPTIONS', path: '/nothing' })
    expect(reply.status).toBe(404)
    expectEnvelope(reply, '90000007', '/nothing')
    expect(reply.headers.get('allow')).toBeNull()
  })
})
