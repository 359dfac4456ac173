import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import zlib from 'node:zlib'
import Fastify, { type LightMyRequestResponse } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendPageFile } from '#src/routes/page-files.ts'
import { countBuiltinCalls } from '#test/kit/builtin-calls.ts'

const SCRIPT = 'console.log("x")\n'.repeat(1_000)

type Ask = (
  method: 'GET' | 'HEAD',
  headers?: Readonly<Record<string, string>>,
) => Promise<LightMyRequestResponse>

/** Serves a page of a new folder; `path` is its file. */
const servePage = (): { path: string; ask: Ask } => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const app = Fastify({ exposeHeadRoutes: false })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: (request, reply) =>
      sendPageFile(request, reply, {
        folder,
        name: 'page.js',
        headers: {},
      }),
  })
  const path = join(folder, 'page.js')
  return { path, ask: (method, headers = {}) => app.inject({ method, url: '/', headers }) }
}

describe('a file of a page', () => {
  test('is read once, however often it is asked for', async () => {
    const { path, ask } = servePage()
    writeFileSync(path, SCRIPT)
    const first = await ask('GET')
    rmSync(path)
    const second = await ask('GET')
    expect(second.payload).toBe(SCRIPT)
    expect(second.headers.etag).toBe(first.headers.etag)
  })

  test.each(['GET', 'HEAD'] as const)(
    'is read and compressed once for a hundred callers that ask with %s at once',
    async (method) => {
      const { path, ask } = servePage()
      writeFileSync(path, SCRIPT)
      const countReads = countBuiltinCalls(promises, ['readFile'])
      const countWork = countBuiltinCalls(zlib, ['gzip', 'deflateRaw', 'crc32'])
      const zip = { 'accept-encoding': 'gzip' }
      const answers = await Promise.all(Array.from({ length: 100 }, () => ask(method, zip)))
      expect(countReads()).toBe(1)
      expect(countWork()).toBe(1)
      const lengths = answers.map(({ headers }) => Number(headers['content-length']))
      expect(new Set(lengths).size).toBe(1)
      expect(lengths[0]).toBeLessThan(SCRIPT.length / 10)
    },
  )

  test('is read again after a hundred callers asked in vain at once', async () => {
    const { path, ask } = servePage()
    const countReads = countBuiltinCalls(promises, ['readFile'])
    const missing = await Promise.all(Array.from({ length: 100 }, () => ask('GET')))
    expect(new Set(missing.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
    expect(countReads()).toBe(1)
    writeFileSync(path, SCRIPT)
    expect((await ask('GET')).statusCode).toBe(200)
    expect(countReads()).toBe(2)
  })

  test('is missing until it is there', async () => {
    const { path, ask } = servePage()
    expect((await ask('GET')).statusCode).toBe(404)
    writeFileSync(path, SCRIPT)
    expect((await ask('GET')).statusCode).toBe(200)
  })
})
