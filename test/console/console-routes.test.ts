import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { injectServer, type ServerOptions } from '#test/kit/server.ts'

const FOLDER = join('dist', 'console')
const MAX_COMPRESSED_BYTES = 150_000

const names = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(FOLDER.length + 1))

const opened = async (options?: ServerOptions) => {
  const { app } = await injectServer(options)
  return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { host: '127.0.0.1:4022', ...headers } })
}

describe('/console/', () => {
  test('is a page without a script or handler in the text, and without another host', async () => {
    const { body, headers, statusCode } = await (await opened())('/console/')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|https?:|\/\//)
    for (const [, name = ''] of body.matchAll(/(?:src|href)="\.\/([^"]+)"/g))
      expect(names).toContain(name)
  })

  test.each(['', ...names])('sends %j as it was built, with a strict policy', async (name) => {
    const reply = await (await opened())(`/console/${name}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
    expect(reply.rawPayload.equals(readFileSync(join(FOLDER, name || 'index.html')))).toBe(true)
  })

  test.each([
    'missing.js',
    '../server.cjs',
    '..%2fserver.cjs',
    'assets/..%2f..%2fserver.cjs',
    '%2e%2e/package.json',
    'index.html%00',
    'assets',
    'assets/',
    'constructor',
  ])('does not send %s', async (name) => {
    const reply = await (await opened())(`/console/${name}`)
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-type']).toMatch(/json/)
  })

  test.each(['', '/w/00000000'])('is where %s/console leads to', async (prefix) => {
    const { statusCode, headers } = await (await opened())(`${prefix}/console?x=1`)
    expect(statusCode).toBe(308)
    const { pathname } = new URL(String(headers.location), `http://host/base${prefix}/console`)
    expect(pathname).toBe(`/base${prefix}/console/`)
  })

  test('opens without the admin key, for its files hold no data', async () => {
    const read = await opened({ env: { SANDBOX_ADMIN_KEY: 'secret' } })
    expect((await read('/console/')).statusCode).toBe(200)
    expect((await read('/_sandbox/workspaces')).statusCode).toBe(401)
  })

  test('leaves no entry in the journal', async () => {
    const read = await opened()
    for (const path of ['/console', '/console/', '/console/missing.js']) await read(path)
    expect((await read('/_sandbox/journal')).json()).toMatchObject({ total: 0 })
  })
})

test('all files of the console together have at most 150 kB when they are compressed', () => {
  const sizes = names.map((name) => gzipSync(readFileSync(join(FOLDER, name))).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_COMPRESSED_BYTES)
})

test.each(['/console/', '/console/icon.svg', '/docs', '/favicon.ico'])(
  '%s is a path without anything where the build was removed, and no defect',
  async (path) => {
    const { app } = await injectServer()
    const { folders } = app.sandbox.options
    const { console: built, viewer } = folders
    onTestFinished(() => void Object.assign(folders, { console: built, viewer }))
    Object.assign(folders, { console: 'nowhere', viewer: 'nowhere' })
    const reply = await app.inject(path)
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: '90000007' })
  },
)
