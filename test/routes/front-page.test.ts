import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PROBE_PATHS } from '#src/errors/probe-paths.ts'
import { packageVersion } from '#src/start/shipped-folders.ts'
import { send } from '#test/kit/http.ts'
import { injectServer } from '#test/kit/server.ts'

const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.5',
}

const opened = async () => {
  const { app } = await injectServer()
  return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers })
}

describe('/', () => {
  test('answers programs name, version and links', async () => {
    const read = await opened()
    for (const accept of [
      '*/*',
      'application/json',
      'application/json, text/html;q=0.9',
      '',
      'text/html;q=0',
    ]) {
      const reply = await read('/', { accept })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([
        200,
        'application/json; charset=utf-8',
      ])
      expect(reply.json()).toMatchObject({
        name: 'dam-sandbox',
        version: packageVersion(),
        links: { console: 'console/', documents: 'docs', health: 'readyz' },
      })
    }
  })

  test.each(['/', '/w/00000000/'])(
    'answers browsers a page whose links all lead somewhere: %s',
    async (base) => {
      const read = await opened()
      const { body, headers } = await read(base, BROWSER)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      const links = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)
      expect(links.length).toBeGreaterThan(5)
      for (const link of links) {
        const { host, pathname } = new URL(link, `http://host${base}`)
        expect(host).toBe('host')
        expect(pathname.startsWith(base)).toBe(true)
        expect((await read(pathname, BROWSER)).statusCode, pathname).toBe(200)
      }
      expect(body).toContain(packageVersion())
    },
  )

  test('has no script, and a policy that allows its own style sheet only', async () => {
    const { body, headers } = await (await opened())('/', BROWSER)
    expect(body).not.toMatch(/<script|\son\w+=|\sstyle=|https?:|\/\//)
    const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
    const digest = createHash('sha256').update(style).digest('base64')
    expect(headers).toMatchObject({
      'content-security-policy': `default-src 'none'; style-src 'sha256-${digest}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      vary: 'Origin, Accept, Accept-Language',
    })
    expect(style).toContain('color-scheme:light dark')
  })

  test.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['en,zh;q=0.9', 'en'],
    ['fr', 'en'],
    ['zh-Hant-TW', 'zh-CN'],
    ['', 'en'],
  ])('speaks for %j the language %s', async (languages, language) => {
    const { body } = await (await opened())('/', { ...BROWSER, 'accept-language': languages })
    expect(body).toContain(`<html lang="${language}">`)
    expect(body.includes('控制台')).toBe(language === 'zh-CN')
  })

  test('answers HEAD without a body', async () => {
    const server = await injectServer()
    for (const headers of [{}, BROWSER]) {
      const reply = await send(server.url, { method: 'HEAD', headers })
      expect([reply.status, reply.text]).toEqual([200, ''])
    }
  })

  test('leads the path of a workspace to one with a slash at its end', async () => {
    const read = await opened()
    const { statusCode, headers } = await read('/w/00000000?x=/', BROWSER)
    expect([statusCode, headers.location]).toEqual([308, '00000000/'])
    expect((await read('/w/12345678/', BROWSER)).statusCode).toBe(404)
  })
})

describe('a path that browsers and monitors try at any server', () => {
  test('/favicon.ico answers the icon', async () => {
    const { statusCode, headers, body } = await (await opened())('/favicon.ico')
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(body).toContain('<svg')
  })

  test.each([...PROBE_PATHS])(
    '%s is answered with the path that this server has: %s',
    async (path, meant) => {
      const read = await opened()
      for (const tried of [path, `${path}/`]) {
        const reply = await read(tried)
        expect(reply.statusCode).toBe(404)
        expect(reply.json().message).toContain(`; this server has ${meant}`)
      }
      expect((await read(meant)).statusCode).toBe(200)
    },
  )

  test('/_sandbox/ is answered with the ways below it', async () => {
    const read = await opened()
    const { statusCode, headers, json } = await read('/_sandbox/')
    expect([statusCode, headers['content-type']]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    expect(json().detail).toContain('; /_sandbox/docs shows the control plane')
  })

  test('leaves no call in the journal, while any other unknown path does', async () => {
    const server = await injectServer()
    for (const path of [
      '/',
      '/favicon.ico',
      '/robots.txt',
      '/.well-known/x',
      ...PROBE_PATHS.keys(),
    ])
      await send(server.url + path, { method: 'GET' })
    await send(`${server.url}/metrics`, { method: 'POST', body: '{}' })
    await send(server.url, { method: 'POST', body: '{}' })
    await send(`${server.url}/w/00000000/`, { method: 'PUT', body: '{}' })
    await send(`${server.url}/open-api/zzz`, { method: 'GET' })
    const { entries } = await server.control<{ entries: { path: string }[] }>('/journal')
    expect(entries.map(({ path }) => path).sort()).toEqual([
      '/',
      '/metrics',
      '/open-api/zzz',
      '/w/00000000/',
    ])
  })
})
