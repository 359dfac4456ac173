import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { send } from '#test/kit/http.ts'
import { freshFolder, startProgram } from '#test/kit/process.ts'

/** What a server reads beside its program. */
const BESIDE = ['package.json', 'migrations', 'seed', 'node_modules', 'dist/templates']

/** The length of what a cache has before its code. */
const HEADER_BYTES = 128

interface ProgramCopy {
  /** The file that is started. */
  entry: string
  bundle: string
  cache: string
}

/** A copy of the built server whose files a test may change. */
const copyOfServer = (): ProgramCopy => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'dist/bundles'), { recursive: true })
  for (const name of BESIDE) symlinkSync(resolve(name), join(folder, name))
  for (const name of ['server.cjs', 'bundles/server.cjs', 'bundles/server.cache'])
    cpSync(join('dist', name), join(folder, 'dist', name))
  return {
    entry: join(folder, 'dist/server.cjs'),
    bundle: join(folder, 'dist/bundles/server.cjs'),
    cache: join(folder, 'dist/bundles/server.cache'),
  }
}

/** Says when the process ends whether Node's own loader has compiled the bundle. */
const REPORTER = `
  const { createRequire } = require('node:module')
  process.once('exit', () => {
    const isModule = Object.keys(require.cache).some((file) => file.endsWith('bundles/server.cjs'))
    process.stderr.write(isModule ? 'compiled by Node' : 'from the cache')
  })`

/** Starts a copy, has it answer a call, stops it, and returns from where its functions came. */
const sourceOf = async (
  entry: string,
  { env = {}, options = [] }: { env?: Record<string, string>; options?: string[] } = {},
): Promise<string> => {
  const reporter = join(freshFolder(), 'reporter.cjs')
  writeFileSync(reporter, REPORTER)
  const server = startProgram(process.execPath, [...options, '--require', reporter, entry], {
    env: { PATH: '/usr/bin:/bin', SANDBOX_PORT: '0', SANDBOX_SEED: 'minimal', ...env },
  })
  const url = await server.url()
  expect((await send(`${url}/readyz`, {})).body).toEqual({ status: 'ready' })
  expect((await send(`${url}/_sandbox/fixtures`, {})).status).toBe(200)
  server.child.kill('SIGTERM')
  const { code, stderr } = await server.ending()
  expect(code).toBe(0)
  return stderr
}

/** The same of a copy that only prints its version, which takes less time. */
const quickSourceOf = async (entry: string): Promise<string> => {
  const reporter = join(freshFolder(), 'reporter.cjs')
  writeFileSync(reporter, REPORTER)
  const args = ['--require', reporter, entry, '--version']
  const { code, stdout, stderr } = await startProgram(process.execPath, args, { env: {} }).ending()
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  return stderr
}

/** Changes one byte of a file; a share of 0 is its beginning and 1 its end. */
const damage = (file: string, share: number, from = 0): void => {
  const bytes = readFileSync(file)
  const place = from + Math.floor((bytes.length - 1 - from) * share)
  bytes.writeUInt8((bytes.readUInt8(place) + 1) % 256, place)
  writeFileSync(file, bytes)
}

const changeHeader = (file: string, from: string, to: string): void => {
  const bytes = readFileSync(file)
  const header = bytes.toString('latin1', 0, HEADER_BYTES)
  expect(header).toContain(from)
  bytes.write(header.replace(from, to).slice(0, HEADER_BYTES), 'latin1')
  writeFileSync(file, bytes)
}

describe('the code cache of the server', () => {
  test('is used by a start, also through a symlink', async () => {
    const { entry } = copyOfServer()
    expect(await sourceOf(entry)).toBe('from the cache')
    const link = join(freshFolder(), 'dam-sandbox.cjs')
    symlinkSync(entry, link)
    expect(await sourceOf(link)).toBe('from the cache')
  })

  test.each<[string, (copy: ProgramCopy) => void]>([
    ['is absent', ({ cache }) => rmSync(cache)],
    ['is empty', ({ cache }) => truncateSync(cache)],
    ['ends in its header', ({ cache }) => truncateSync(cache, HEADER_BYTES / 2)],
    ['ends after its header', ({ cache }) => truncateSync(cache, HEADER_BYTES)],
    ['is cut', ({ cache }) => truncateSync(cache, readFileSync(cache).length - 8)],
    ['is damaged in its header', ({ cache }) => damage(cache, 0)],
    ...[0, 0.001, 0.25, 0.5, 0.75, 1].map((share): [string, (copy: ProgramCopy) => void] => [
      `is damaged in its code, at ${share} of it`,
      ({ cache }) => damage(cache, share, HEADER_BYTES),
    ]),
    [
      'is of another version of Node',
      ({ cache }) => changeHeader(cache, process.version, `${process.version.slice(0, -1)}x`),
    ],
    [
      'is of another processor',
      ({ cache }) => changeHeader(cache, process.arch, 'z'.repeat(process.arch.length)),
    ],
    ['is of a shorter source', ({ bundle }) => writeFileSync(bundle, '\n', { flag: 'a' })],
    [
      'is of another source of the same length',
      ({ bundle }) =>
        writeFileSync(
          bundle,
          readFileSync(bundle, 'utf8').replace('dam-sandbox: ', 'dam-sandbox; '),
        ),
    ],
  ])('is left alone when it %s', async (_about, change) => {
    const copy = copyOfServer()
    expect(await quickSourceOf(copy.entry)).toBe('from the cache')
    change(copy)
    expect(await quickSourceOf(copy.entry)).toBe('compiled by Node')
  })

  test('may be damaged or absent where a server starts and answers', async () => {
    const { entry, cache } = copyOfServer()
    damage(cache, 0.5, HEADER_BYTES)
    expect(await sourceOf(entry)).toBe('compiled by Node')
    rmSync(cache)
    expect(await sourceOf(entry)).toBe('compiled by Node')
  })

  test('does no harm where V8 refuses it because of its flags', async () => {
    const env = { NODE_OPTIONS: '--max-old-space-size=300' }
    expect(await sourceOf(copyOfServer().entry, { env })).toBe('from the cache')
  })

  test('is left alone where coverage is measured or a debugger may be attached', async () => {
    const { entry } = copyOfServer()
    const env = { NODE_V8_COVERAGE: freshFolder() }
    expect(await sourceOf(entry, { env })).toBe('compiled by Node')
    const options = ['--inspect=127.0.0.1:0']
    expect(await sourceOf(entry, { options })).toContain('compiled by Node')
    const byEditor = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }
    expect(await sourceOf(entry, { env: byEditor })).toContain('compiled by Node')
  })

  test('is left alone in another context, whose objects would be of two', async () => {
    const main = join(freshFolder(), 'main.cjs')
    const entry = resolve('dist/index.cjs')
    writeFileSync(
      main,
      `const { createContext, runInContext } = require('node:vm')
      const wrapped = require('node:module').wrap(require('node:fs').readFileSync('${entry}', 'utf8'))
      const required = []
      const requireHere = (name) => (name.startsWith('node:') ? require(name) : required.push(name))
      runInContext(wrapped, createContext({ process, Buffer }))({}, requireHere, {}, '${entry}', '${dirname(entry)}')
      console.log(required.join())`,
    )
    const { stdout } = await startProgram(process.execPath, [main], { env: {} }).ending()
    expect(stdout).toBe(`${resolve('dist/bundles/index.cjs')}\n`)
  })

  test('is used with source maps, and stack traces name the lines of the bundle', async () => {
    const { entry, cache } = copyOfServer()
    expect(await sourceOf(entry, { options: ['--enable-source-maps'] })).toBe('from the cache')
    const failing = (...before: string[]) =>
      startProgram(process.execPath, [...before, entry], {
        // A folder where the program finds no package ends it with a stack.
        env: { PATH: '/usr/bin:/bin', SANDBOX_PORT: '0' },
      }).ending()
    rmSync(join(dirname(dirname(entry)), 'migrations'))
    const cached = await failing()
    rmSync(cache)
    const compiled = await failing()
    const places = (text: string) => text.match(/bundles\/server\.cjs:\d+:\d+/g)
    expect(places(cached.stderr)?.length).toBeGreaterThan(1)
    expect(places(cached.stderr)).toEqual(places(compiled.stderr))
    expect(cached.stderr).toContain('(dam-sandbox/dist/bundles/server.cjs:')
  })
})

/** Loads the bundle `hello.cjs` of a folder by the loader of the built programs, from a cache that it makes first. */
const LOADING = (folder: string, program: string): string => `
  import { join } from 'node:path'
  import { createRequire } from 'node:module'
  import { readWrapped, writeCode } from '${resolve('scripts/code-cache/bundle-files.mjs')}'
  import { compile, loadBundle } from '${resolve('scripts/code-cache/load-bundle.mjs')}'
  const bundle = join('${folder}', 'hello.cjs')
  const source = readWrapped(bundle)
  writeCode(bundle, source, compile(bundle, source).createCachedData())
  const load = () => loadBundle(bundle, createRequire(bundle))
  ${program}`

const runLoading = async (bundle: string, program: string): Promise<string> => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'hello.cjs'), bundle)
  writeFileSync(join(folder, 'beside.cjs'), "exports.name = 'beside'")
  writeFileSync(join(folder, 'main.mjs'), LOADING(folder, program))
  const { stdout, stderr } = await startProgram(process.execPath, [join(folder, 'main.mjs')], {
    env: {},
  }).ending()
  expect(stderr).toBe('')
  return stdout.replaceAll(folder, 'FOLDER').trim()
}

describe('the bundles', () => {
  test.each(['server', 'index', 'cli'])('import nothing dynamically: %s', (name) => {
    expect(readFileSync(`dist/bundles/${name}.cjs`, 'utf8')).not.toMatch(/\bimport\(/)
  })
})

describe('a bundle that is loaded from a code cache', () => {
  test('has what Node gives a CommonJS module', async () => {
    const bundle = `
      const isModule = this === exports && this === module.exports
      module.exports = [isModule, __filename, __dirname, require('./beside.cjs').name]`
    const printed = await runLoading(bundle, 'console.log(load().join())')
    expect(printed).toBe('true,FOLDER/hello.cjs,FOLDER,beside')
  })

  test('names the columns of its first line as they are', async () => {
    const bundle = "exports.fail = () => { throw new Error('no') }"
    const program = "try { load().fail() } catch ({ stack }) { console.log(stack.split('\\n')[1]) }"
    expect(await runLoading(bundle, program)).toMatch(/bundles\/hello\.cjs:1:30\)?$/)
  })

  test('keeps text that is not ASCII', async () => {
    expect(await runLoading("module.exports = 'é…漢😀'", 'console.log(load())')).toBe('é…漢😀')
  })

  test('throws its errors once', async () => {
    const bundle = "console.log('ran'); throw new Error('no')"
    const program = 'try { load() } catch ({ message }) { console.log(message) }'
    expect(await runLoading(bundle, program)).toBe('ran\nno')
  })
})
