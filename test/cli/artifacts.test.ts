import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProcess } from '#test/kit/cli.ts'
import { type Ending, freshFolder } from '#test/kit/process.ts'

const LIBRARY = join(import.meta.dirname, '../../dist/index.mjs')

/** A suite of two tests in a workspace that it deletes; the second makes a wrong call and a refused one. */
const SUITE = `
  const { connectSandbox } = await import(${JSON.stringify(LIBRARY)})
  const workspace = await connectSandbox(process.env.SANDBOX_URL).workspace({ name: 'shop.test.ts' })
  await workspace.journal.test('adds an asset')
  await workspace.call('E22', { collectionId: 3001, assetIds: [100001] })
  await workspace.reset()
  await workspace.journal.test('searches')
  await workspace.call('E1', { keywordlist: ['tea'] })
  await workspace.call('E1', { page_size: 5 })
  await workspace.call('E22', { collectionId: 3001, assetIds: [5] }).catch(() => {})
  await workspace.journal.testFailed('searches', 'expected 1\\nto be 2')
  await workspace.delete()
  process.exit(Number(process.argv[1]))`

const exec = (args: readonly string[], exitCode = 0): Promise<Ending> => {
  const script = ['--input-type=module', '-e', SUITE, String(exitCode)]
  return runProcess(['exec', '--seed', 'minimal', ...args, '--', process.execPath, ...script])
}

const jsonIn = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'))

describe('exec --artifacts', () => {
  test('leaves a folder that names the failing call, its test and its workspace', async () => {
    const folder = join(freshFolder(), 'of', 'the run')
    expect(await exec(['--artifacts', folder], 3)).toMatchObject({ code: 3 })
    const summary = readFileSync(join(folder, 'summary.txt'), 'utf8')
    expect(summary).toMatch(
      /^verdict: failed\ncommand: .+\nexit code: 3\nrepeat: dam-sandbox exec --seed=minimal -- .+\n\nfailed test: searches: expected 1 to be 2\n {2}in shop\.test\.ts-[\da-f]{8}\/journal-2\n .+ #1 {2}E1 .+\n .+ #2 {2}E1 .+\n .+ #3 {2}E22 {2}90030002 .+ asset 5 does not exist .* in "searches"\n\nfinding: /,
    )
    expect(summary).toMatch(
      /^finding: error wrong-case-name, 2 times .+; first in "searches", call #1/m,
    )
    const [workspace = ''] = readdirSync(folder).filter((name) => name.startsWith('shop'))
    const [first] = jsonIn(folder, `${workspace}/journal-1.json`)
    expect(first).toMatchObject({ seq: 1, operation: 'E22', test: 'adds an asset' })
    expect(jsonIn(folder, `${workspace}/journal-2.har`).log.entries).toHaveLength(3)
    expect(readFileSync(join(folder, workspace, 'calls.txt'), 'utf8')).toMatch(
      /reset .+ #1 {2}E1 .+ #3 {2}E22 .+ test-failed /s,
    )
    expect(jsonIn(folder, 'coverage.json').operations).not.toEqual([])
    expect(readFileSync(join(folder, 'findings.txt'), 'utf8')).toContain('wrong-case-name')
    const lines = readFileSync(join(folder, 'log.ndjson'), 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ call: 3, code: '90030002', test: 'searches' }),
    )
  })

  test('has one line for each call and mark, whatever the name of the test is', async () => {
    const folder = freshFolder()
    const name = `a\u001b[2J\u0007\n::error file=x::b\r\u2028c`
    const suite = `
      const { connectSandbox } = await import(${JSON.stringify(LIBRARY)})
      const workspace = await connectSandbox(process.env.SANDBOX_URL).workspace({ name: 'shop' })
      await workspace.journal.test(${JSON.stringify(name)})
      await workspace.call('E22', { collectionId: 3001, assetIds: [5] }).catch(() => {})
      await workspace.journal.testFailed(${JSON.stringify(name)}, 'because\\n::error::\\u001b[0m')
      await workspace.delete()`
    const script = [process.execPath, '--input-type=module', '-e', suite]
    await runProcess(['exec', '--seed', 'minimal', '--artifacts', folder, '--', ...script])
    const [shop = ''] = readdirSync(folder).filter((one) => one.startsWith('shop'))
    for (const file of ['summary.txt', `${shop}/calls.txt`]) {
      const text = readFileSync(join(folder, file), 'utf8')
      expect(text).toContain('in "a\\u001b[2J\\u0007\\u000a::error file=x::b\\u000d\\u2028c"')
      expect(text).toMatch(
        /(test-failed|failed test:) a\\u001b\[2J\\u0007 ::error file=x::b c: because ::error::\\u001b/,
      )
      expect(text).not.toMatch(/^\s*::|[^\n\P{Cc}]|[\u2028\u2029]/mu)
    }
  })

  test('names failed tests before all else, not what passed tests expect, and refusals outside of tests last', async () => {
    const folder = freshFolder()
    const suite = `
      const { connectSandbox } = await import(${JSON.stringify(LIBRARY)})
      const workspace = await connectSandbox(process.env.SANDBOX_URL).workspace({ name: 'shop' })
      const refused = (id) => workspace.call('E22', { collectionId: 3001, assetIds: [id] }).catch(() => {})
      await refused(11)
      await workspace.reset()
      await workspace.journal.test('expects a refusal')
      await refused(12)
      await workspace.journal.test('calls nothing')
      await workspace.journal.testFailed('calls nothing', 'no reason')
      await workspace.reset()
      await workspace.journal.test('fails')
      await refused(13)
      await workspace.clock.advance(1)
      await refused(14)
      await workspace.journal.testFailed('fails', 'a reason')
      await workspace.call('E1', { page_size: 5 })
      await workspace.delete()`
    const script = [process.execPath, '--input-type=module', '-e', suite]
    const conditions = ['--fail-on', 'findings', '--ignore', 'wrong-case-name']
    await runProcess([
      'exec',
      '--seed',
      'minimal',
      ...conditions,
      '--artifacts',
      folder,
      '--',
      ...script,
    ])
    const summary = readFileSync(join(folder, 'summary.txt'), 'utf8')
    const parts = [
      'verdict: passed\n',
      'repeat: dam-sandbox exec --seed=minimal --fail-on=findings --ignore=wrong-case-name -- ',
      'failed test: calls nothing: no reason\n',
      'no calls\n',
      'failed test: fails: a reason\n',
      'asset 13 does not exist',
      'clock-set ',
      'asset 14 does not exist',
      '/journal-1: 1 calls, 1 refused outside of tests\n',
      'asset 11 does not exist',
    ]
    const places = parts.map((part) => summary.indexOf(part))
    expect(places, summary).toEqual([...places].sort((one, other) => one - other))
    expect(places).not.toContain(-1)
    expect(summary).not.toContain('asset 12')
    expect(summary).not.toContain('wrong-case-name,')
  })

  test('replaces what an earlier run left of a workspace, and takes the folder of the variable', async () => {
    const folder = freshFolder()
    const call = `fetch(process.env.SANDBOX_URL + '/nowhere').then((reply) => reply.text())`
    const run = () =>
      runProcess(['exec', '--seed', 'minimal', '--', process.execPath, '-e', call], {
        SANDBOX_ARTIFACTS: folder,
      })
    for (const _ of [1, 2]) await run()
    await exec(['--artifacts', folder])
    await run()
    expect(readdirSync(folder).filter((name) => name.startsWith('shop'))).toEqual([])
    const calls = readFileSync(join(folder, 'default-00000000', 'calls.txt'), 'utf8')
    expect(calls.trim().split('\n')).toHaveLength(1)
    expect(readFileSync(join(folder, 'summary.txt'), 'utf8')).toContain('exit code: 0\n')
  })

  test('has a folder for each run of --each', async () => {
    const folder = freshFolder()
    const { code } = await exec(['--each', 'variation=1', '--artifacts', folder])
    expect(code).toBe(0)
    for (const run of ['unchanged', 'seed-1']) {
      expect(readFileSync(join(folder, run, 'summary.txt'), 'utf8')).toContain('exit code: 0\n')
      expect(jsonIn(folder, `${run}/findings.json`).findings).not.toEqual([])
    }
  })

  test('refuses a folder that cannot be made, in one line', async () => {
    const ending = await exec(['--artifacts', join(import.meta.filename, 'below')])
    expect(ending.stderr).toMatch(/^dam-sandbox: cannot create the artifacts folder: .+\n$/)
  })

  test('has findings as SARIF with a place in a file and the same fingerprints in every run', async () => {
    const runs = await Promise.all(
      [1, 2].map(async () => {
        const folder = freshFolder()
        await exec(['--artifacts', folder])
        return jsonIn(folder, 'findings.sarif').runs[0].results as SarifResult[]
      }),
    )
    const [results = []] = runs
    const wrong = results.filter(({ ruleId }) => ruleId === 'wrong-case-name')
    expect(wrong).toHaveLength(2)
    for (const { locations, message } of wrong) {
      expect(locations[0]?.physicalLocation.artifactLocation.uri).toBe('package.json')
      expect(message.text).toContain('In the test "searches".')
    }
    const [one, other] = runs.map((run) =>
      run.map(({ partialFingerprints }) => partialFingerprints),
    )
    expect(one).toEqual(other)
    expect(new Set(one?.map((prints) => JSON.stringify(prints))).size).toBe(results.length)
  })
})

interface SarifResult {
  ruleId: string
  message: { text: string }
  locations: { physicalLocation: { artifactLocation: { uri: string } } }[]
  partialFingerprints: Record<string, string>
}

describe('exec --fail-on findings', () => {
  const failing = ['--fail-on', 'findings']

  test('leaves out what is ignored, by code, operation and field', async () => {
    const half = await exec([...failing, '--ignore', 'wrong-case-name:E1:param.page_size'])
    expect(half.code).toBe(1)
    expect(half.stderr).toContain('wrong-case-name, 1 time (E1 param.keywordlist: use keywordList;')
    const passed = await exec([...failing, '--ignore', 'wrong-case-name:E1'])
    expect(passed).toMatchObject({ code: 0 })
    expect(passed.stderr).toMatch(
      /^dam-sandbox: passed with findings: .*note missing-acting-user \(\d\).*; use --fail-on findings=note to fail on them\n$/,
    )
    expect((await exec([...failing, '--ignore', 'wrong-case-name:E99'])).stderr).toContain(
      'Operation "E99" does not exist',
    )
    const idle = await exec(['--ignore', 'wrong-case-name'])
    expect(idle.stderr).toContain('--ignore and --baseline need --fail-on')
    const unknown = await exec([...failing, '--ignore', 'wrong-case-nam'])
    expect(unknown.stderr).toContain('Finding "wrong-case-nam" does not exist; did you mean')
  })

  test('leaves out what an earlier report has, and nothing else', async () => {
    const folder = freshFolder()
    await exec(['--artifacts', folder])
    const file = join(folder, 'findings.json')
    expect(existsSync(file)).toBe(true)
    expect(await exec([...failing, '--baseline', file])).toMatchObject({ code: 0 })
    const report = jsonIn(folder, 'findings.json')
    expect(report.findings[0].places).toEqual([
      { operation: 'E1', field: 'param.keywordlist', count: 1 },
      { operation: 'E1', field: 'param.page_size', count: 1 },
    ])
  })
})
