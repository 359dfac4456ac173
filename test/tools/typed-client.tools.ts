import { copyFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Fixtures, send } from '#test/kit/http.ts'
import { type Ending, freshFolder, startProcess, startProgram } from '#test/kit/process.ts'

const PROGRAMS = 'test/tools/client'
const MODULES = resolve('test/tools/packages/node_modules')

/** How a tool makes a client of `openapi.json`, the programs that use it, and options to compile them with. */
interface Tool {
  readonly command: readonly string[]
  readonly programs: readonly string[]
  readonly config?: (url: string) => object
  readonly options?: readonly string[]
}

const OPENAPI_FETCH: Tool = {
  command: ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'openapi.ts'],
  programs: ['upload-to-collection.ts', 'wrong-uses.ts'],
}

const HEY_API: Tool = {
  command: ['@hey-api/openapi-ts/bin/run.js', '-f', 'config.cjs'],
  programs: ['hey-api.ts'],
  config: () => ({
    input: 'openapi.json',
    output: { path: 'hey', module: { extension: '.js' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  }),
  // Its own sources do not compile with it.
  options: ['--exactOptionalPropertyTypes', 'false'],
}

const ORVAL: Tool = {
  command: ['orval/dist/bin/orval.js', '--config', 'config.cjs'],
  programs: ['orval.ts'],
  config: (baseUrl) => {
    const output = { target: 'orval/client.ts', client: 'fetch', mode: 'single', baseUrl }
    return { dam: { input: 'openapi.json', output } }
  },
}

const node = (cwd: string, ...args: string[]): Promise<Ending> =>
  startProgram(process.execPath, args, {
    cwd,
    env: { PATH: '/usr/bin:/bin', NO_COLOR: '1' },
  }).ending()

/** A project with programs, and with what a tool makes of the document that a server serves. */
const makeProject = async (
  url: string,
  { command: [cli = '', ...args], programs, config = () => ({}) }: Tool,
  alter = (text: string) => text,
): Promise<string> => {
  const folder = freshFolder()
  const own = readdirSync(PROGRAMS).filter((name) => /^process|json$/.test(name))
  for (const name of [...own, ...programs]) copyFileSync(join(PROGRAMS, name), join(folder, name))
  writeFileSync(join(folder, 'config.cjs'), `module.exports = ${JSON.stringify(config(url))}`)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  symlinkSync(MODULES, join(folder, 'node_modules'))
  const { status, text } = await send(`${url}/openapi.json`, {})
  expect(status).toBe(200)
  writeFileSync(join(folder, 'openapi.json'), alter(text))
  const made = await node(folder, join(MODULES, cli), ...args)
  expect(made, made.stderr).toMatchObject({ code: 0 })
  return folder
}

const compile = (folder: string, { options = [] }: Tool): Promise<Ending> =>
  node(folder, join(MODULES, 'typescript/bin/tsc'), '-p', '.', ...options)

describe('a typed client of the served document', () => {
  test('compiles strictly and leads a file from its upload into a collection', async () => {
    const url = await startProcess({ SANDBOX_SEED: 'demo', SANDBOX_CHECK_REPLIES: 'on' }).url()
    const folder = await makeProject(url, OPENAPI_FETCH)
    expect(await compile(folder, OPENAPI_FETCH)).toMatchObject({ code: 0, stdout: '' })
    const { app, collections } = (await send(`${url}/_sandbox/fixtures`, {})).body as Fixtures
    const { id } = collections.editable
    const args = [url, app.clientId, app.clientKey, String(id)]
    const program = join(folder, 'out/upload-to-collection.js')
    const first = await node(folder, program, ...args)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const outcome = JSON.parse(first.stdout) as { itemCount: number }
    expect(outcome).toMatchObject({
      added: true,
      name: 'typed client.txt',
      size: 180_000,
      collections: [id],
    })
    const second = await node(folder, program, ...args)
    expect(JSON.parse(second.stdout)).toMatchObject({ itemCount: outcome.itemCount + 1 })
  })

  test.each([
    ['@hey-api/openapi-ts', HEY_API],
    ['orval', ORVAL],
  ])('that %s makes compiles strictly and calls five operations', async (_, tool) => {
    const url = await startProcess({ SANDBOX_CHECK_REPLIES: 'on' }).url()
    const fixtures = (await send(`${url}/_sandbox/fixtures`, {})).body as Fixtures
    const { app, assets, collections, crowdPack, users } = fixtures
    const folder = await makeProject(url, tool)
    expect(await compile(folder, tool)).toMatchObject({ code: 0, stdout: '' })
    const { id: crowdPackId, ...pack } = crowdPack
    const ids = {
      collectionId: collections.editable.id,
      assetId: assets.ids[0],
      userId: users.owner.id,
      crowdPack: { ...pack, crowdPackId },
    }
    const program = join(folder, 'out', (tool.programs[0] ?? '').replace('.ts', '.js'))
    const run = await node(folder, program, url, app.accessToken, JSON.stringify(ids))
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const text = expect.stringMatching(/./)
    expect(JSON.parse(run.stdout)).toEqual([text, text, users.owner.email, true, true])
  })

  test('does not compile when the document renames a field that it uses', async () => {
    const url = await startProcess().url()
    const rename = (text: string) => text.replaceAll('"itemCount"', '"items"')
    const folder = await makeProject(url, OPENAPI_FETCH, rename)
    const { code, stdout } = await compile(folder, OPENAPI_FETCH)
    expect(code).not.toBe(0)
    expect(stdout).toContain("Property 'itemCount' does not exist")
  })
})
