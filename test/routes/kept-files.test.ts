import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type LightMyRequestResponse } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendPageFile } from '#src/routes/page-files.ts'

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

  test('is missing until it is there', async () => {
    const { path, ask } = servePage()
    expect((await ask('GET')).statusCode).toBe(404)
    writeFileSync(path, SCRIPT)
    expect((await ask('GET')).statusCode).toBe(200)
  })
})
