import { describe, expect, test } from 'vitest'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { send } from '#test/kit/http.ts'
import { injectServer } from '#test/kit/server.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

const opened = async () => {
  const { app } = await injectServer()
  return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers })
}

describe('/', () => {
  test.each(['*/*', 'application/json', 'application/json, text/html;q=0.9', ''])(
    'answers programs name, version and links that lead somewhere: %j',
    async (accept) => {
      const read = await opened()
      const reply = await read('/', { accept })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([
        200,
        'application/json; charset=utf-8',
      ])
      const { name, version, links } = reply.json()
      expect([name, version]).toEqual(['dam-sandbox', shippedFolders().version])
      for (const link of Object.values(links)) expect((await read(`/${link}`)).statusCode).toBe(200)
    },
  )

  test.each(['/', '/w/00000000/'])('leads browsers to the console: %s', async (base) => {
    const read = await opened()
    const { statusCode, headers } = await read(base, BROWSER)
    expect([statusCode, headers.location]).toEqual([302, 'console/'])
    expect((await read(`${base}console/`, BROWSER)).statusCode).toBe(200)
  })

  test('answers HEAD without a body', async () => {
    const { statusCode, body } = await (await opened())('/', {}, 'HEAD')
    expect([statusCode, body]).toEqual([200, ''])
  })

  test('leads the path of a workspace to one with a slash at its end', async () => {
    const read = await opened()
    const { statusCode, headers } = await read('/w/00000000?x=/', BROWSER)
    expect([statusCode, headers.location]).toEqual([308, '00000000/'])
    expect((await read('/w/12345678/', BROWSER)).statusCode).toBe(404)
  })
})

describe('a path that browsers try at any server', () => {
  test('/favicon.ico answers the icon', async () => {
    const { statusCode, headers, body } = await (await opened())('/favicon.ico')
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(body).toContain('<svg')
  })

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
    for (const path of ['/', '/favicon.ico', '/robots.txt', '/.well-known/x', '/llms.txt'])
      await send(server.url + path, { method: 'GET' })
    await send(server.url, { method: 'POST', body: '{}' })
    await send(`${server.url}/w/00000000/`, { method: 'PUT', body: '{}' })
    await send(`${server.url}/open-api/zzz`, { method: 'GET' })
    const { entries } = await server.control<{ entries: { path: string }[] }>('/journal')
    expect(entries.map(({ path }) => path).sort()).toEqual(['/', '/open-api/zzz', '/w/00000000/'])
  })
})
