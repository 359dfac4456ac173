import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { type Document, operationsOf, servedDocuments } from '#test/kit/documents.ts'
import { send } from '#test/kit/http.ts'
import { injectServer, TOKEN } from '#test/kit/server.ts'

const MOVED = {
  SANDBOX_TOKEN_PATH: '/auth/token',
  SANDBOX_REFRESH_PATH: '/auth/token/refresh',
  SANDBOX_FILES_PATH: '/store/files',
  SANDBOX_PUBLIC_URL: 'https://dam.example:8443/base',
  SANDBOX_PORTAL_URL: 'https://portal.example',
  SANDBOX_CODES: '90020001=10130001,10134011=X-403',
}

describe('the OpenAPI document of a server with other settings', () => {
  test('has its paths, codes and servers', async () => {
    const texts = await servedDocuments({ env: MOVED })
    const document = JSON.parse(texts['openapi.json']) as Document
    const pathOf = (id: string) =>
      Object.entries(document.paths).find(([, methods]) =>
        Object.values(methods).some(({ operationId }) => operationId === id),
      )?.[0]
    expect(pathOf('get-token')).toBe('/auth/token')
    expect(pathOf('refresh-token')).toBe('/auth/token/refresh')
    expect(pathOf('begin-upload')).toBe('/store/files/uploads')
    expect(pathOf('download')).toMatch(/^\/store\/files\//)
    expect(texts['openapi.json']).not.toMatch(/\/_files|\/open-api\/oauth/)
    expect(document.servers).toMatchObject([{ url: 'https://dam.example:8443/base' }, {}, {}])
    const own = operationsOf(document).filter(({ servers }) => servers !== undefined)
    expect(own.map((one) => one['x-operation']).sort()).toEqual(['E11', 'E6'])
    expect(own[0]?.servers).toMatchObject([{ url: 'https://portal.example' }])
  })

  test('lists a refusal by the code that an operation answers', async () => {
    const { url } = await injectServer({ env: MOVED })
    const headers = {
      'content-type': 'application/json',
      'access-token': TOKEN,
      'token-type': 'bearer',
    }
    const path = '/open-api/standard/v1/query-user-simple-info-list'
    const answer = await send(url + path, { method: 'POST', headers, body: '{"param":{}}' })
    const document = (await send(`${url}/openapi.json`, {})).body as Document
    const refusals = document.paths[path]?.post?.['x-refusals'] as { name: string; code: string }[]
    expect(answer.body).toMatchObject({ code: '10130001' })
    expect(refusals).toContainEqual(
      expect.objectContaining({ name: 'missingField', code: '10130001' }),
    )
    expect(JSON.stringify(document)).not.toMatch(/\b90020001\b|\b10134011\b/)
  })
})

describe('the OpenAPI document over HTTP', () => {
  test('names first the server by the URL that the caller has used, or the workspace of its path', async () => {
    const { app, url } = await injectServer()
    const own = (await send(`${url}/openapi.json`, {})).body as Document
    expect(own.servers).toMatchObject([{ url }, {}, {}])
    const { body } = await send(`${url}/w/00000000/openapi.json`, {})
    expect((body as Document).servers).toMatchObject([{ url: `${url}/w/00000000` }, {}, {}])
    // More hosts than documents that are kept.
    for (const host of Array.from({ length: 10 }, (_, index) => `host-${index}.example:8080`)) {
      const reply = await app.inject({ url: '/openapi.json', headers: { host } })
      expect(reply.json().servers[0]).toMatchObject({ url: `http://${host}` })
    }
    expect((await send(`${url}/w/0badf00d/openapi.json`, {})).status).toBe(404)
  })

  test('is read by pages of other origins of this machine', async () => {
    const { url } = await injectServer()
    const headers = { origin: 'http://localhost:3000' }
    const reply = await send(`${url}/openapi.json`, { headers })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })
})

describe('the documents of the package', () => {
  test.each(['openapi', 'control'])('are exports of it: %s', async (name) => {
    const require = createRequire(import.meta.url)
    const shipped = require(`dam-sandbox/${name}.json`) as Document
    expect(shipped.servers).toMatchObject([{ url: 'http://127.0.0.1:{port}' }, {}])
  })
})
