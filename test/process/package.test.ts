import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ending, startProgram } from '#test/kit/process.ts'

/** Where the packages of the repository are, which are linked instead of downloaded and compiled again. */
const MODULES = realpathSync('node_modules')

const project = mkdtempSync(join(tmpdir(), 'dam-sandbox-package-'))

const node = (...args: string[]): Promise<Ending> =>
  startProgram(process.execPath, args, { cwd: project, env: ENV }).ending()

const ENV = {
  PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`,
  HOME: project,
  npm_config_update_notifier: 'false',
}

const write = (name: string, ...lines: string[]): void =>
  writeFileSync(join(project, name), `${lines.join('\n')}\n`)

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync('npm', [...args, '--ignore-scripts', '--silent'], { cwd, encoding: 'utf8' })

const linkModule = (name: string): void =>
  symlinkSync(join(MODULES, name), join(project, 'node_modules', name))

const MANIFEST = JSON.parse(readFileSync('package.json', 'utf8'))

let tarball = ''

/**
 * A project outside with the packed tarball installed by npm, offline. The packages that the tarball
 * depends on are links into the repository; nothing else of the repository can be seen from there.
 */
const installTarball = (): void => {
  tarball = npm('.', 'pack', '--pack-destination', project).trim()
  const linked = Object.keys(MANIFEST.dependencies).map((name) => [
    name,
    `file:${join(MODULES, name)}`,
  ])
  const dependencies = { 'dam-sandbox': `file:./${tarball}`, ...Object.fromEntries(linked) }
  write('package.json', JSON.stringify({ name: 'outside', private: true, dependencies }))
  npm(project, 'install', '--offline', '--no-audit', '--no-fund', '--no-package-lock')
}

const TYPED = [
  'const run = async (): Promise<string> => {',
  "  const options: StartOptions = { seed: 'minimal' }",
  '  const sandbox: RunningSandbox = await startSandbox(options)',
  "  const workspace: WorkspaceHandle = await sandbox.workspace({ name: 'mine' })",
  "  const users: UserSimpleInfo[] = await workspace.call('E8', { userIds: [1001] })",
  '  // @ts-expect-error Ids are numbers.',
  "  await workspace.call('E8', { userIds: ['1001'] }).catch((error: Error) => error)",
  '  // @ts-expect-error Users have no such field.',
  '  const phone = users[0]?.telephone',
  '  // @ts-expect-error There is no such operation.',
  "  await workspace.call('E99', {}).catch((error: Error) => error)",
  '  // @ts-expect-error There is no such state.',
  "  await workspace.state('approval-in-progres').catch((error: Error) => error)",
  "  const { ids } = await workspace.state('collection-without-permission')",
  '  const collectionId: number = ids.collectionId',
  '  // @ts-expect-error The state has no such id.',
  '  const whatever: unknown = [collectionId, ids.whatever]',
  "  await workspace.variants.set({ 'A-20-1': 'envelope', 'A-16-1.taken': null })",
  '  // @ts-expect-error The assumption has no such variant.',
  "  await workspace.variants.set({ 'A-20-1': 'none' }).catch((error: Error) => error)",
  '  // @ts-expect-error There is no such assumption.',
  "  await sandbox.workspace({ assume: { 'a-20-1': 'bare' } }).catch((error: Error) => error)",
  '  // @ts-expect-error The assumption has no such variant.',
  "  const wrong: StartOptions = { assume: { 'A-20-1': 'none' } }",
  '  // @ts-expect-error There are no such records.',
  "  await workspace.records('notification').catch((error: Error) => error)",
  "  await workspace.faults.add({ match: { operation: 'E8' }, phase: 'before', effect: { code: '90000001' } })",
  "  const refusal: unknown = await workspace.call('E8', { userIds: [] }).catch((error: unknown) => error)",
  "  const code = refusal instanceof OperationError ? refusal.code : 'none'",
  '  const kinds: unknown[] = [ConfigError, ExpectationError, StartError]',
  "  if (kinds.some((kind) => typeof kind !== 'function')) throw new Error('an error is no class')",
  '  await sandbox[Symbol.asyncDispose]()',
  "  return [users[0]?.email, code].join(' ')",
  '}',
  'void run().then((line) => console.log(line))',
]

/** A call by the types of whole bodies, and uses that must not compile. */
const WHOLE_BODIES = [
  "import type { BeginUploadAnswer, E8Answer, E8Param, E8Request, E8Result, Operations, RefusalEnvelope, SupportingRoutes } from 'dam-sandbox/interface'",
  'const param: E8Param = { userIds: [1001] }',
  "const request: E8Request = { token: '', param }",
  "const path: Operations['E8']['path'] = '/open-api/standard/v1/query-user-simple-info-list'",
  "declare const answer: Operations['E8']['answer']",
  'const same: E8Answer = answer',
  'if (answer.result === null) {',
  '  const refusal: RefusalEnvelope = answer',
  '  refusal.message.toUpperCase()',
  '} else {',
  '  const users: E8Result = answer.result',
  '  users[0]?.email.toUpperCase()',
  '  // @ts-expect-error Users have no such field.',
  '  users[0]?.telephone',
  '}',
  'declare const begun: BeginUploadAnswer',
  "const alike: SupportingRoutes['begin-upload']['answer'] = begun",
  'const url: string | undefined = begun.result?.parts[0]?.url',
  '// @ts-expect-error Parameters stand in `param`.',
  'const bare: E8Request = { userIds: [1001] }',
  '// @ts-expect-error The envelope has a code.',
  'const coded: E8Answer = { message: "success", result: [] }',
  '// @ts-expect-error There is no such operation.',
  "type Unknown = Operations['E99']",
  'export { alike, bare, coded, path, request, same, url, type Unknown }',
]

const NAMES =
  'ConfigError, ExpectationError, OperationError, StartError, type RunningSandbox, startSandbox, type StartOptions, type UserSimpleInfo, type WorkspaceHandle'

/** Files of a package whose build does nothing, and that has the scripts of this one. */
const writePackage = (folder: string): string => {
  const { scripts } = MANIFEST
  const text = `${JSON.stringify({ name: 'packed', version: '1.0.0', scripts }, null, 2)}\n`
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  copyFileSync('scripts/pack-manifest.mjs', join(folder, 'scripts/pack-manifest.mjs'))
  writeFileSync(join(folder, 'scripts/build.mjs'), "import 'node:fs'\n")
  writeFileSync(join(folder, 'package.json'), text)
  return text
}

beforeAll(() => {
  installTarball()
  linkModule('vitest')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('packing', () => {
  test('leaves out the script prepare, which npm would ask users to approve, and keeps the checkout as it is', () => {
    const folder = join(project, 'packed')
    const text = writePackage(folder)
    execFileSync('npm', ['pack', '--silent'], { cwd: folder, env: ENV })
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(text)
    expect(readdirSync(folder)).toContain('packed-1.0.0.tgz')
    execFileSync('tar', ['xzf', 'packed-1.0.0.tgz', 'package/package.json'], { cwd: folder })
    const packed = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'))
    expect(packed.scripts.start).toBe('node dist/server.cjs')
    // The scripts that npm runs, or asks about, when a package is installed.
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(packed.scripts).not.toHaveProperty(name)
  })
})

/** A package as `npm ls --json` shows it, with those that it needs. */
interface Listed {
  readonly dependencies?: Readonly<Record<string, Listed & { readonly version: string }>>
}

describe('the packed tarball', () => {
  test('has less than 5 MB', () => {
    expect(statSync(join(project, tarball)).size).toBeLessThan(5_000_000)
  })

  test('has source maps that name the files of src, without their text', () => {
    const dist = join(project, 'node_modules/dam-sandbox/dist')
    const { sources, sourcesContent } = JSON.parse(
      readFileSync(join(dist, 'server-program.cjs.map'), 'utf8'),
    )
    expect([sources.includes('../src/start/program.ts'), sourcesContent]).toEqual([true, undefined])
  })
})

describe('the packed tarball in a separate project', () => {
  test('shows npm the packages that it runs with', () => {
    const listed: Listed = JSON.parse(
      npm(project, 'ls', 'fastify', 'drizzle-orm', 'pino', '--json'),
    )
    const shown = listed.dependencies?.['dam-sandbox']?.dependencies
    expect(Object.keys(shown ?? {})).toEqual(
      expect.arrayContaining(['drizzle-orm', 'fastify', 'pino']),
    )
  })

  test('exports the same classes and functions to import and to require', async () => {
    write(
      'names.mjs',
      "import { createRequire } from 'node:module'",
      "import * as imported from 'dam-sandbox'",
      "const required = createRequire(import.meta.url)('dam-sandbox')",
      'console.log([imported, required].map((names) => Object.keys(names).sort().join()).join("\\n"))',
    )
    const { stdout, stderr } = await node('names.mjs')
    const [imported, required] = stdout.trim().split('\n')
    expect(imported, stderr).toBe(required)
    expect(imported).toContain('SeedFolderError')
  })

  test('can be imported and required, with types that the compiler accepts', async () => {
    write('console.d.ts', 'declare const console: { log(text: string): void }')
    write('esm.mts', `import { ${NAMES} } from 'dam-sandbox'`, ...TYPED)
    write('cjs.cts', `import { ${NAMES} } from 'dam-sandbox'`, ...TYPED)
    const compilerOptions = {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      target: 'es2022',
      lib: ['es2022'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
    }
    write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions, include: ['*.mts', '*.cts', '*.d.ts'] }),
    )
    const compiled = await node(join(MODULES, 'typescript/bin/tsc'), '-p', '.')
    expect(compiled.stdout).toBe('')
    for (const file of ['esm.mjs', 'cjs.cjs'])
      expect(await node(file)).toMatchObject({
        code: 0,
        stdout: 'owner@example.com 90000001\n',
        stderr: '',
      })
  })

  test.each([
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }, ['mts', 'cts']],
    ['commonjs', { module: 'commonjs' }, ['ts']],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }, ['ts']],
  ])('has the types of whole bodies under %s', async (name, options, extensions) => {
    const files = extensions.map((extension) => `bodies-${name}.${extension}`)
    for (const file of files) write(file, ...WHOLE_BODIES)
    const compilerOptions = {
      ...options,
      target: 'es2022',
      lib: ['es2022'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
    }
    write(`tsconfig.${name}.json`, JSON.stringify({ compilerOptions, files }))
    const compiler = join(MODULES, 'typescript/bin/tsc')
    const compiled = await node(compiler, '-p', `tsconfig.${name}.json`)
    expect(compiled).toMatchObject({ code: 0, stdout: '' })
  })

  test('gives vitest a server and each test file a workspace', async () => {
    write(
      'suite.config.mjs',
      "export default { test: { globalSetup: ['dam-sandbox/vitest/setup'], include: ['*.suite.mjs'] } }",
    )
    write(
      'shop.suite.mjs',
      "import { test } from 'dam-sandbox/vitest'",
      "import { expect } from 'vitest'",
      "test('calls', async ({ workspace }) => {",
      "  expect(workspace.name).toBe('shop.suite.mjs')",
      "  expect(await workspace.call('E8', { userIds: [1001] })).toHaveLength(1)",
      '})',
    )
    const { code, stdout, stderr } = await node(
      join(MODULES, 'vitest/vitest.mjs'),
      'run',
      '--config',
      'suite.config.mjs',
    )
    expect(code, stdout + stderr).toBe(0)
  })

  test('has the licenses of the packages that were copied into it', () => {
    const installed = join(project, 'node_modules/dam-sandbox/dist/THIRD-PARTY-LICENSES.txt')
    expect(readFileSync(installed, 'utf8')).toContain('\npreact ')
  })

  test('has the plugin for pytest', () => {
    const installed = join(project, 'node_modules/dam-sandbox/clients/python/dam_sandbox.py')
    expect(readFileSync(installed, 'utf8')).toBe(
      readFileSync('clients/python/dam_sandbox.py', 'utf8'),
    )
  })

  test('provides a complete command line', async () => {
    const cli = 'node_modules/.bin/dam-sandbox'
    expect((await node(cli, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+ \(.+, \d{4}-.*Z\)\n$/)
    const exec = [cli, 'exec', '--', process.execPath, cli]
    const called = await node(...exec, 'call', 'E8', '{"userIds":[1001]}')
    expect(called).toMatchObject({ code: 0, stderr: 'assumptions: A-8-2\n' })
    expect(called.stdout).toContain('owner@example.com')
  })

  test('runs dam-sandbox exec -- npx vitest run and exits with the code of vitest', async () => {
    symlinkSync('../vitest/vitest.mjs', join(project, 'node_modules/.bin/vitest'))
    mkdirSync(join(project, 'tests'))
    write(
      'tests/users.test.mjs',
      "import { expect, test } from 'vitest'",
      "import { connectSandbox, startSandbox } from 'dam-sandbox'",
      'const { SANDBOX_URL: url, SANDBOX_ACCESS_TOKEN: token } = process.env',
      "test('the server of exec', async () => {",
      "  const headers = { 'access-token': token, 'token-type': 'bearer', 'content-type': 'application/json' }",
      "  const at = url + '/open-api/standard/v1/query-user-simple-info-list'",
      `  const reply = await fetch(at, { method: 'POST', headers, body: '{"param":{"userIds":[1001]}}' })`,
      "  expect((await reply.json()).code).toBe('0')",
      '})',
      "test('a workspace of its own', async () => {",
      '  const workspace = await connectSandbox(url).workspace()',
      "  await workspace.call('E8', { userIds: [] })",
      '  expect((await workspace.journal.list()).total).toBe(1)',
      '  await workspace.delete()',
      '})',
      "test('a server of its own', async () => {",
      "  const sandbox = await startSandbox({ seed: 'minimal' })",
      "  expect(await sandbox.default.call('E8', { userIds: [] })).toEqual([])",
      '  await sandbox.close()',
      '})',
    )
    const exec = [
      'node_modules/.bin/dam-sandbox',
      'exec',
      '--seed',
      'minimal',
      '--',
      'npx',
      'vitest',
      'run',
    ]
    const passed = await node(...exec)
    expect(passed, passed.stdout + passed.stderr).toMatchObject({ code: 0 })
    expect(passed.stdout).toMatch(/Tests.*3 passed/)
    const failed = await node(...exec, 'no-such-file')
    expect(failed.code).toBe(1)
  })
})
