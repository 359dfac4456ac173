import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CONTROL_BASE } from '#src/http/request.ts'
import { injectServer, type ServerOptions } from '#test/kit/server.ts'

const PAGES = ['/docs', `${CONTROL_BASE}/docs`]

const VIEWER_FILES: [name: string, mediaType: string][] = [
  ['index.html', 'text/html; charset=utf-8'],
  ['page.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-license.txt', 'text/plain; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]

const KEY = { SANDBOX_ADMIN_KEY: 'secret' }

const opened = async (options?: ServerOptions) => {
  const { app } = await injectServer(options)
  return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { host: '127.0.0.1:4022', ...headers } })
}

const namedIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name)

describe.each(PAGES)('%s', (page) => {
  test('is a page whose files all exist on the same server', async () => {
    const read = await opened()
    const reply = await read(page)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    const names = namedIn(reply.body).filter((name) => name.startsWith('docs/'))
    expect(names.length).toBe(4)
    for (const name of names) {
      const { pathname, host } = new URL(name, `http://host${page}`)
      expect(host).toBe('host')
      expect((await read(pathname)).statusCode, pathname).toBe(200)
    }
  })

  test('has no script or handler of its own in the text, and no other host', async () => {
    const { body } = await (await opened())(page)
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|https?:|\/\//)
  })

  test.each([['index.html', 'text/html; charset=utf-8'], ...VIEWER_FILES])(
    'sends %s with safe headers',
    async (name = '', mediaType) => {
      const read = await opened()
      const reply = await read(name === 'index.html' ? page : `${page}/${name}`)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).toMatchObject({
        'content-type': mediaType,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-cache',
      })
      const policy = String(reply.headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|https?:|\*/)
      const file = readFileSync(`dist/docs-viewer/${name}`)
      expect(reply.rawPayload.equals(file)).toBe(true)
    },
  )

  test('is not sent again to a browser that has it', async () => {
    const read = await opened()
    const { etag } = (await read(`${page}/page.js`)).headers
    const again = await read(`${page}/page.js`, { 'if-none-match': String(etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['content-security-policy']).toBeDefined()
    const changed = await read(`${page}/page.js`, { 'if-none-match': '"other"' })
    expect(changed.statusCode).toBe(200)
  })

  test('leads a path with a slash at its end to the page, also in a workspace', async () => {
    const read = await opened()
    for (const prefix of ['', '/w/00000000']) {
      const { statusCode, headers } = await read(`${prefix}${page}/`)
      expect(statusCode).toBe(308)
      const { pathname } = new URL(String(headers.location), `http://host${prefix}${page}/`)
      expect(pathname).toBe(`${prefix}${page}`)
    }
  })

  test.each([
    'swagger-ui.js',
    '..%2fopenapi%2fopenapi.json',
    '..%2f..%2fpackage.json',
    '%2e%2e%2fserver.cjs',
    'page.js%00',
    'constructor',
    'a/page.js',
  ])('does not send %s, which is no file of the page', async (name) => {
    const reply = await (await opened())(`${page}/${name}`)
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-type']).toMatch(/json/)
  })
})

test('/docs answers HEAD without the bytes', async () => {
  const reply = await (await opened())('/docs', {}, 'HEAD')
  expect([reply.statusCode, reply.body]).toEqual([200, ''])
})

describe('the viewer of the control plane', () => {
  const CONTROL_PAGE = `${CONTROL_BASE}/docs`

  test('opens without the admin key, which everything that has data needs', async () => {
    const read = await opened({ env: KEY })
    for (const path of [CONTROL_PAGE, `${CONTROL_PAGE}/page.js`])
      expect((await read(path)).statusCode).toBe(200)
    for (const path of ['/openapi.json', '/fixtures', '/workspaces', '/docsx', '/Docs'])
      expect((await read(`${CONTROL_BASE}${path}`)).statusCode, path).not.toBe(200)
    for (const path of ['/openapi.json', '/fixtures', '/workspaces'])
      expect((await read(`${CONTROL_BASE}${path}`)).statusCode, path).toBe(401)
  })

  test.each([{}, KEY])('is closed to pages of other sites with settings %j', async (env) => {
    const read = await opened({ env })
    for (const headers of [
      { origin: 'http://elsewhere.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[])
      expect((await read(`${CONTROL_PAGE}/page.js`, headers)).statusCode).toBe(403)
  })

  test('is closed under foreign host names where no key protects the control plane', async () => {
    const host = { host: 'rebound.example' }
    expect((await (await opened())(CONTROL_PAGE, host)).statusCode).toBe(403)
    expect((await (await opened({ env: KEY }))(CONTROL_PAGE, host)).statusCode).toBe(200)
  })

  test('keeps a caller with the admin key free of the check of sites', async () => {
    const read = await opened({ env: KEY })
    const headers = { authorization: 'Bearer secret', origin: 'http://elsewhere.example' }
    expect((await read(`${CONTROL_BASE}/fixtures`, headers)).statusCode).toBe(200)
  })
})
