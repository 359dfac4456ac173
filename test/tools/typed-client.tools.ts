import { copyFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Fixtures, send } from '#test/kit/http.ts'
import { type Ending, freshFolder, startProcess, startProgram } from '#test/kit/process.ts'

const PROGRAMS = 'test/tools/client'
const MODULES = resolve('test/tools/packages/node_modules')

const node = (cwd: string, ...args: string[]): Promise<Ending> =>
  startProgram(process.execPath, args, {
    cwd,
    env: { PATH: '/usr/bin:/bin', NO_COLOR: '1' },
  }).ending()

const tool = (path: string): string => join(MODULES, path)

/** A project with the programs, and with types made of the document that a server serves. */
const makeProject = async (url: string, alter = (text: string) => text): Promise<string> => {
  const folder = freshFolder()
  for (const name of readdirSync(PROGRAMS)) copyFileSync(join(PROGRAMS, name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  symlinkSync(MODULES, join(folder, 'node_modules'))
  const { status, text } = await send(`${url}/openapi.json`, {})
  expect(status).toBe(200)
  writeFileSync(join(folder, 'openapi.json'), alter(text))
  const made = await node(
    folder,
    tool('openapi-typescript/bin/cli.js'),
    'openapi.json',
    '-o',
    'openapi.ts',
  )
  expect(made, made.stderr).toMatchObject({ code: 0 })
  return folder
}

const compile = (folder: string): Promise<Ending> =>
  node(folder, tool('typescript/bin/tsc'), '-p', '.')

describe('a typed client of the served document', () => {
  test('compiles strictly and leads a file from its upload into a collection', async () => {
    const url = await startProcess({ SANDBOX_SEED: 'demo', SANDBOX_CHECK_REPLIES: 'on' }).url()
    const folder = await makeProject(url)
    expect(await compile(folder)).toMatchObject({ code: 0, stdout: '' })
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

  test('does not compile when the document renames a field that it uses', async () => {
    const url = await startProcess().url()
    const folder = await makeProject(url, (text) => text.replaceAll('"itemCount"', '"items"'))
    const { code, stdout } = await compile(folder)
    expect(code).not.toBe(0)
    expect(stdout).toContain("Property 'itemCount' does not exist")
  })
})
