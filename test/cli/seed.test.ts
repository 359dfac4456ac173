import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from '#test/kit/cli.ts'
import { freshFolder } from '#test/kit/process.ts'
import { seedFolder } from '#test/kit/seed-folders.ts'
import { startServer } from '#test/kit/server.ts'

describe('the command seed', () => {
  test('sends a folder with its files', async () => {
    const server = await startServer()
    const env = { SANDBOX_URL: server.url }
    const folder = seedFolder('hero.png')
    expect(await runCli(['seed', folder], env)).toMatchObject({
      code: 0,
      stdout: '{"added":{"assets":1}}\n',
      stderr: '',
    })
    const taken = await runCli(['seed', folder], env)
    expect(taken).toMatchObject({ code: 1, stdout: '' })
    expect(taken.stderr).toBe(
      'dam-sandbox: assets, id 900001: id 900001 is taken already; use --replace to replace it (assets.json#/assets/0/id)\n',
    )
    expect(await runCli(['seed', folder, '--replace', '--json'], env)).toMatchObject({ code: 0 })
    const single = join(folder, 'assets.json')
    expect(await runCli(['seed', single, '--replace'], env)).toMatchObject({ code: 1 })
    const list = join(freshFolder(), 'list.json')
    for (const [json, what] of [
      ['5', 'a number'],
      ['null', 'null'],
      ['[]', 'an array'],
    ] as const) {
      writeFileSync(list, json)
      const { code, stderr } = await runCli(['seed', list], env)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `dam-sandbox: The request body must be an object, got ${what}\n`,
      })
    }
    for (const [path, words] of [
      [join(folder, 'none'), `file not found: ${folder}/none`],
      [freshFolder(), 'has no .json files, so it is not a seed'],
    ] as const) {
      const { code, stderr } = await runCli(['seed', path], env)
      expect(code).toBe(2)
      expect(stderr).toContain(words)
    }
  })
})
