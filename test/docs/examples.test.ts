import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '#src/index.ts'
import { type Example, examplesOf } from '#test/kit/example-kinds.ts'
import {
  type ExamplePlace,
  isLike,
  moduleOf,
  outputPattern,
  runModule,
  runnable,
  runProgram,
  runServer,
  runShell,
} from '#test/kit/example-runs.ts'
import { markdownFiles } from '#test/kit/markdown.ts'

/** Blocks that need Docker, a checkout or a network; each says why. */
const MAX_NOT_RUN = 22

/** Documents with calls that are wrong on purpose; those of all others have no finding above a note. */
const SHOW_FINDINGS = ['docs/check-your-client.md', 'docs/journal.md']

const examples = new Map(
  ['README.md', ...markdownFiles('docs')].map((path) => [path, examplesOf(path)]),
)
const withSome = (isWanted: (example: Example) => boolean): string[] =>
  [...examples].filter(([, all]) => all.some(isWanted)).map(([path]) => path)

const isCommand = ({ kind }: Example): boolean => kind === 'shell' || kind === 'request'
const isModule = ({ kind }: Example): boolean => kind === 'module'
const isServer = ({ kind }: Example): boolean => kind === 'serve'
const isNamed = (pattern: RegExp) => (example: Example) =>
  example.kind === 'file' && pattern.test(example.name)

const VITEST = /\.test\.ts$/
const PYTEST = /(?:^|\/)test_\w+\.py$/
/** The Python that has pytest; empty without one. */
const PYTHON = spawnSync('python3', ['-c', 'import pytest, sys; print(sys.executable)'], {
  encoding: 'utf8',
}).stdout?.trim()

const PYTEST_COMMAND = [PYTHON ?? '', '-m', 'pytest', '-q', '-p', 'no:cacheprovider']

/** Tests that fail: one by the name of a state, one after a call of the portal that has no finding above a note. */
const WRONG_PYTEST = `
def test_state(workspace):
    workspace.state("asset-ingestd")


def test_calls(workspace):
    workspace.call("E6", {"blockId": workspace.fixtures["portal"]["blockId"]})
    assert workspace.control("GET", "/findings?level=warning")["findings"] == []
    raise ValueError(workspace.control("GET", "/findings")["findings"][0]["calls"][0]["test"])
`

const PASSED = /Tests +1 passed/

const WRONG_CLIENT = `
import { test } from 'dam-sandbox/vitest'
import { expect } from 'vitest'

test('finds collections', async ({ workspace: { baseUrl, accessToken } }) => {
  const reply = await fetch(baseUrl + '/open-api/standard/v1/search-material-groups', {
    method: 'POST',
    headers: { 'Access-token': accessToken, 'Token-type': 'bearer', 'Content-Type': 'application/json' },
    body: '{"param":{"keywordlist":["x"]}}',
  })
  expect(await reply.json()).toMatchObject({ code: '0' })
})
`

const root = mkdtempSync(join(tmpdir(), 'dam-sandbox-examples-'))
let sandbox: RunningSandbox

const allOf = (document: string): Example[] => examples.get(document) ?? []

const placeOf = (document: string): ExamplePlace => ({
  folder: join(root, document.replaceAll(/[/.]/g, '-')),
  url: sandbox.url,
  env: {
    PATH: `${root}/node_modules/.bin:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: root,
    PYTHONDONTWRITEBYTECODE: '1',
    SANDBOX_URL: sandbox.url,
  },
})

/** A folder for each document, with its files, in a project that has the package. */
const makeProject = (): void => {
  const modules = join(root, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const name of ['vitest', 'typescript', '@types'])
    symlinkSync(resolve('node_modules', name), join(modules, name))
  symlinkSync(resolve('.'), join(modules, 'dam-sandbox'))
  for (const [name, file] of [
    ['dam-sandbox', resolve('dist/cli.cjs')],
    ['vitest', resolve('node_modules/vitest/vitest.mjs')],
  ] as const) {
    writeFileSync(join(modules, '.bin', name), `#!/bin/sh\nexec node '${file}' "$@"\n`)
    chmodSync(join(modules, '.bin', name), 0o755)
  }
  writeFileSync(join(root, 'package.json'), '{ "type": "module", "private": true }')
  for (const document of examples.keys()) makeFolder(document)
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'esnext.disposable'],
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  }
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*/**/*.ts'] }),
  )
}

const makeFolder = (document: string): void => {
  const { folder, url } = placeOf(document)
  mkdirSync(folder, { recursive: true })
  for (const name of ['dist', 'seed', '.env.example'])
    symlinkSync(resolve(name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const example of allOf(document)) {
    if (example.kind !== 'file') continue
    mkdirSync(dirname(join(folder, example.name)), { recursive: true })
    writeFileSync(join(folder, example.name), `${runnable(example.text, url)}\n`)
  }
  const modules = allOf(document).filter(isModule)
  if (modules.length > 0) writeFileSync(join(folder, 'examples.ts'), moduleOf(modules, url))
}

beforeAll(async () => {
  sandbox = await startSandbox({ checkReplies: true, seedFolders: [root] })
  makeProject()
})

afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

/** Compares the output of blocks with the output in the document. */
const compare = (document: string, outputs: ReadonlyMap<Example, string>): void => {
  const all = allOf(document)
  for (const [index, shown] of all.entries()) {
    const before = all[index - 1]
    const printed = before && outputs.get(before)
    if (shown.kind !== 'output' || printed === undefined) continue
    if (shown.language === 'text') expect(printed, shown.place).toMatch(outputPattern(shown.text))
    else
      expect
        .soft(isLike(JSON.parse(printed), JSON.parse(shown.text)), `${shown.place}: ${printed}`)
        .toBe(true)
  }
}

describe('the examples of the documents', () => {
  test.each(withSome(isCommand))('%s shows commands and requests that work', async (document) => {
    await sandbox.reset()
    await sandbox.default.clearFindings()
    const commands = allOf(document).filter(isCommand)
    const outputs = await runShell(commands, placeOf(document))
    const refused = commands.filter(
      (example) => example.kind === 'request' && /^\{"code":"[^0]/.test(outputs.get(example) ?? ''),
    )
    expect(refused.map(({ place }) => place)).toEqual([])
    compare(document, outputs)
    if (SHOW_FINDINGS.includes(document)) return
    expect((await sandbox.default.findings('warning')).findings).toEqual([])
  })

  test.each(withSome(isServer))('%s shows settings that a server accepts', async (document) => {
    for (const example of allOf(document).filter(isServer))
      await runServer(example, placeOf(document))
  })

  test('compile', async () => {
    const tsc = resolve('node_modules/typescript/bin/tsc')
    const place = { ...placeOf('README.md'), folder: root }
    expect((await runProgram(['node', tsc, '-p', '.'], place)).output).toBe('')
  })

  test.each(withSome(isModule))('%s shows TypeScript that runs', async (document) => {
    await sandbox.reset()
    compare(document, await runModule(allOf(document).filter(isModule), placeOf(document)))
  })

  test.each(withSome(isNamed(VITEST)))('%s shows tests that vitest passes', async (document) => {
    await sandbox.reset()
    const { output, code } = await runProgram(['vitest', 'run'], placeOf(document))
    expect(code, output).toBe(0)
  })

  test.runIf(PYTHON).each(withSome(isNamed(PYTEST)))(
    '%s shows tests that pytest passes',
    async (document) => {
      const { output, code } = await runProgram(PYTEST_COMMAND, placeOf(document))
      expect(code, output).toBe(0)
    },
  )

  test.runIf(PYTHON)(
    'docs/ci.md shows a plugin of pytest that starts a server and says why a test fails',
    async () => {
      const place = placeOf('docs/ci.md')
      const { SANDBOX_URL: _, ...env } = place.env
      const folder = join(root, 'pytest')
      const alone = { ...place, folder, env: { ...env, TMPDIR: folder } }
      cpSync(place.folder, folder, { recursive: true, verbatimSymlinks: true })
      const right = await runProgram(PYTEST_COMMAND, alone)
      expect(right.code, right.output).toBe(0)
      writeFileSync(join(folder, 'test_collections.py'), WRONG_PYTEST)
      const { code, output } = await runProgram(PYTEST_COMMAND, alone)
      expect(code, output).toBe(1)
      for (const line of [
        'SandboxError: Named state "asset-ingestd" does not exist; did you mean "asset-ingested"?',
        'Calls of workspace "test_collections.py"',
        '#1  E6  0  not-recommended-operation\n',
        'ValueError: test_collections.py > test_calls',
        '2 failed',
      ])
        expect(output).toContain(line)
      expect(output).not.toContain('urllib')
      expect(readdirSync(folder).filter((name) => /^dam-sandbox-/.test(name))).toEqual([])
    },
  )

  test('README.md shows a setup of vitest, and exec checks its conditions on the calls', async () => {
    const exec = ['dam-sandbox', 'exec', '--seed', 'minimal', '--fail-on', 'findings=warning', '--']
    const place = placeOf('README.md')
    const readme = { ...place, env: { ...place.env, NO_COLOR: '1' } }
    const right = await runProgram([...exec, 'vitest', 'run'], readme)
    expect(right.code, right.output).toBe(0)
    const elsewhere = await runProgram(
      [...exec, 'env', '-u', 'SANDBOX_URL', 'vitest', 'run'],
      readme,
    )
    expect(elsewhere.code, elsewhere.output).toBe(1)
    expect(elsewhere.output).toMatch(PASSED)
    expect(elsewhere.output).toMatch(
      /^dam-sandbox: The command called no operation of the exec server at http:.+, so --fail-on had nothing to check; exec does not see calls to other servers, such as one started by startSandbox\(\), so make the suite use SANDBOX_URL$/m,
    )
    const wrong = { ...readme, folder: join(root, 'wrong-client') }
    cpSync(readme.folder, wrong.folder, { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(wrong.folder, 'collections.test.ts'), WRONG_CLIENT)
    const { code, output } = await runProgram([...exec, 'vitest', 'run'], wrong)
    expect(code, output).toBe(1)
    expect(output).toMatch(PASSED)
    expect(output).toContain(
      'dam-sandbox: findings: error wrong-case-name, 1 time (E1 param.keywordlist: use keywordList; first in "collections.test.ts > finds collections", call #1)',
    )
    const red = WRONG_CLIENT.replace("code: '0'", "code: '1'")
    writeFileSync(join(wrong.folder, 'collections.test.ts'), red)
    const failed = await runProgram([...exec, 'vitest', 'run'], wrong)
    expect(failed.code, failed.output).toBe(1)
    expect(failed.output).toMatch(
      /Calls of "collections\.test\.ts > finds collections":\n {2}#1 {2}E1 {2}0 {2}wrong-case-name\n/,
    )
  })

  test('fail when an output differs', () => {
    const shown = outputPattern('id …\n…\nend')
    for (const text of ['id 1\nend', 'id 1\ntwo\nthree\nend']) expect(text).toMatch(shown)
    for (const text of ['id 1', 'id 1\nend\nmore', 'no id\nend']) expect(text).not.toMatch(shown)
    const value = { code: '0', list: [1, '…'], '…': '…' }
    expect(isLike({ code: '0', list: [1, 2, 3], more: null }, value)).toBe(true)
    for (const other of [{ code: '1', list: [1] }, { code: '0', list: [2] }, { list: [1] }])
      expect(isLike(other, value)).toBe(false)
  })

  test(`include at most ${MAX_NOT_RUN} blocks that are not run`, () => {
    const left = [...examples.values()].flat().filter(({ kind }) => kind === 'not-run')
    expect(left.map(({ place }) => place).length).toBeLessThanOrEqual(MAX_NOT_RUN)
  })
})
