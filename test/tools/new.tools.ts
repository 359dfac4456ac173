import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startProgram } from '#test/kit/process.ts'
import { scratchCopy } from '#test/kit/scratch-copy.ts'

const runIn = async (folder: string, program: string, ...args: readonly string[]) => {
  const env = { PATH: '/usr/bin:/bin', NO_COLOR: '1' }
  const ran = startProgram(process.execPath, [program, ...args], { cwd: folder, env })
  const { code, stdout, stderr } = await ran.ending()
  return { code, output: stdout + stderr }
}

const makeNew = (folder: string, ...args: readonly string[]) =>
  runIn(folder, 'scripts/new.mjs', ...args)

const runTests = (folder: string, ...args: readonly string[]) =>
  runIn(folder, 'node_modules/vitest/vitest.mjs', 'run', ...args)

const OPERATION = ['operation', 'remove-assets', '--family', 'collections']
const REFUSAL = ['refusal', 'collectionIsFull', '--operation', 'E22']
const CONTROL_ROUTE = ['control-route', 'team-notes']

describe('npm run new', () => {
  test('writes files that compile, and tests that pass or name what only the author can know', async () => {
    const folder = scratchCopy()
    const files: string[] = []
    for (const args of [OPERATION, REFUSAL, CONTROL_ROUTE]) {
      const { code, output } = await makeNew(folder, ...args)
      expect(code, output).toBe(0)
      files.push(...[...output.matchAll(/^ {2}(\S+\.ts)$/gm)].map(([, file = '']) => file))
    }
    expect(files).toHaveLength(14)
    const types = await runIn(folder, 'node_modules/typescript/bin/tsc', '--noEmit')
    expect(types).toEqual({ code: 0, output: '' })
    const lint = ['ci', '--vcs-enabled=false', ...files]
    expect(await runIn(folder, 'node_modules/@biomejs/biome/bin/biome', ...lint)).toMatchObject({
      code: 0,
    })
    const written = await runTests(
      folder,
      'test/endpoints/e23-remove-assets.test.ts',
      'test/control/team-notes.test.ts',
      'test/cli/team-notes.test.ts',
      'test/architecture/catalogue.test.ts',
      'test/architecture/layers.test.ts',
    )
    expect(written.code, written.output).toBe(0)
    const cases = await runTests(folder, 'test/contract/refusals.test.ts')
    const failed = [...cases.output.matchAll(/^ FAIL .* > (.*)$/gm)].map(([, title]) => title)
    expect(failed, cases.output).toEqual(['is answered by its rule: E22 collectionIsFull'])
  })

  test.each([OPERATION, REFUSAL, CONTROL_ROUTE])(
    'overwrites nothing when it is asked for the same %s again',
    async (...args) => {
      const folder = scratchCopy()
      expect(await makeNew(folder, ...args)).toMatchObject({ code: 0 })
      const before = readFileSync(join(folder, 'src/contract/errors/refusals.ts'), 'utf8')
      const again = await makeNew(folder, ...args)
      expect(again.code).toBe(1)
      expect(again.output).toMatch(
        /^error: src\/\S+ (exists already|has \S+ already); use another name/,
      )
      expect(readFileSync(join(folder, 'src/contract/errors/refusals.ts'), 'utf8')).toBe(before)
    },
  )

  test.each([
    [['operation', 'Remove_Assets'], 'lower-case words with hyphens'],
    [['operation', 'remove-assets', '--family', 'nowhere'], 'collections'],
    [['refusal', 'collection-is-full', '--operation', 'E22'], 'camel case'],
    [['refusal', 'collectionIsFull', '--operation', 'E99'], 'Operation E99 does not exist'],
    [['control-route', '../clock'], 'lower-case words with hyphens'],
  ])('refuses %j, and says what would be right', async (args, words) => {
    const { code, output } = await makeNew('.', ...args)
    expect(code).toBe(1)
    expect(output).toContain(words)
  })

  test('shows what it writes with --help', async () => {
    expect(await makeNew('.', '--help')).toMatchObject({ code: 0 })
    for (const kind of ['operation', 'refusal', 'control-route'])
      expect((await makeNew('.', kind, '--help')).output).toMatch(/<name>/)
  })
})
