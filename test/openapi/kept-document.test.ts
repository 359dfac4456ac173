import promises from 'node:fs/promises'
import zlib, { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { countBuiltinCalls } from '#test/kit/builtin-calls.ts'
import { injectServer } from '#test/kit/server.ts'

const path = '/openapi.json'

const opened = async () => {
  const { app } = await injectServer()
  return (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
    app.inject({ method, url, headers })
}

describe('the OpenAPI document', () => {
  test('is not made anew for a request, nor sent for HEAD', async () => {
    const ask = await opened()
    const first = await ask('GET', path)
    const make = vi.spyOn(Buffer, 'from')
    onTestFinished(() => make.mockRestore())
    const head = await ask('HEAD', path)
    const prefixed = await ask('HEAD', `/w/00000000${path}`)
    const long = make.mock.calls.filter(
      ([from]) => typeof from === 'string' && from.length > 50_000,
    )
    expect(long).toEqual([])
    expect(head.rawPayload).toHaveLength(0)
    expect(head.headers['content-length']).toBe(String(first.rawPayload.length))
    expect(head.headers.etag).toBe(first.headers.etag)
    expect(prefixed.headers.etag).not.toBe(first.headers.etag)
  })
})

describe('documents and pages', () => {
  test.each([
    '/openapi.json',
    '/_sandbox/openapi.json',
    '/openapi/E22.json',
    '/llms.txt',
    '/docs/swagger-ui.css',
    '/docs/storage.md',
    '/_sandbox/openapi/postReset.json',
  ])('are sent with gzip where a caller takes it, with a tag of its own: %s', async (url) => {
    const ask = await opened()
    const plain = await ask('GET', url)
    const zip = { 'accept-encoding': 'br, gzip;q=0.8' }
    const zipped = await ask('GET', url, zip)
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length * 0.6)
    const length = String(zipped.rawPayload.length)
    const headers = { 'content-encoding': 'gzip', 'content-length': length }
    expect(zipped.headers).toMatchObject({ ...headers, vary: 'Origin, Accept-Encoding' })
    // The control plane has no HEAD.
    if (!url.startsWith('/_sandbox'))
      expect((await ask('HEAD', url, zip)).headers).toMatchObject(headers)
    for (const accepted of ['identity', 'gzip;q=0, *;q=0'])
      expect((await ask('GET', url, { 'accept-encoding': accepted })).headers).toEqual(
        expect.objectContaining({ etag: plain.headers.etag, vary: zipped.headers.vary }),
      )
    expect(zipped.headers.etag).not.toBe(plain.headers.etag)
    const known = (headers: object) => ({ 'if-none-match': String(Object(headers).etag) })
    expect((await ask('GET', url, { ...zip, ...known(zipped.headers) })).statusCode).toBe(304)
    expect((await ask('GET', url, known(plain.headers))).statusCode).toBe(304)
    expect((await ask('GET', url, known(zipped.headers))).statusCode).toBe(200)
  })

  test.each([
    ['/openapi.json', 1],
    ['/w/00000000/openapi.json', 0],
    ['/_sandbox/openapi.json', 1],
    ['/openapi/E22.json', 1],
    ['/_sandbox/openapi/postReset.json', 1],
    ['/llms.txt', 1],
  ])(
    'are read and compressed once for a hundred first callers of a server: %s',
    async (url, gzips) => {
      const ask = await opened()
      const countReads = countBuiltinCalls(promises, ['readFile'])
      const countWork = countBuiltinCalls(zlib, ['gzip', 'deflateRaw', 'crc32'])
      const zip = { 'accept-encoding': 'gzip' }
      await Promise.all(Array.from({ length: 100 }, () => ask('GET', url, zip)))
      expect([countReads(), countWork()]).toEqual([1, gzips])
    },
  )

  test('are not compressed where a workspace has its own, which are as many as workspaces', async () => {
    const ask = await opened()
    const url = '/w/00000000/openapi.json'
    const plain = await ask('GET', url)
    const asked = await ask('GET', url, { 'accept-encoding': 'gzip' })
    expect(asked.rawPayload.equals(plain.rawPayload)).toBe(true)
    expect(asked.headers).toMatchObject({ etag: plain.headers.etag })
    expect(asked.headers).not.toHaveProperty('content-encoding')
    expect(plain.json().servers[0].url).toMatch(/^http:.*\/w\/00000000$/)
  })
})
