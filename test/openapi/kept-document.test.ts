import { describe, expect, onTestFinished, test, vi } from 'vitest'
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

  test('names the workspace below its prefix', async () => {
    const ask = await opened()
    const { payload, rawPayload, headers } = await ask('GET', `/w/00000000${path}`)
    expect(payload).toContain('{"url":"/w/00000000","description":"This workspace"}')
    expect(headers['content-length']).toBe(String(rawPayload.length))
  })
})
