import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { runCli, runProcess } from '#test/kit/cli.ts'
import { coverageOf, sumsOfCoverage } from '#test/kit/coverage.ts'
import { idOf, makeTokens, SUMS_OF_WORKERS, workEverywhere } from '#test/kit/parallel-workers.ts'
import { freshFolder } from '#test/kit/process.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

/** Calls every operation with its sample, except those that are left out. */
const callSamples = async (server: TestServer, leftOut: readonly string[] = []): Promise<void> => {
  const samples = samplesOf(server.fixtures)
  for (const { id } of CATALOGUE) if (!leftOut.includes(id)) await server.call(id, samples[id])
}

const demoServer = (): Promise<TestServer> => startServer({ env: { SANDBOX_SEED: 'demo' } })

const ALL = CATALOGUE.length

const coverage = (server: TestServer, ...args: string[]) =>
  runCli(['coverage', ...args], { SANDBOX_URL: server.url })

const USERS_CALL = `
  const { SANDBOX_URL: url, SANDBOX_ACCESS_TOKEN: token } = process.env
  fetch(url + '/open-api/standard/v1/query-user-simple-info-list', {
    method: 'POST',
    headers: { 'access-token': token, 'token-type': 'bearer', 'content-type': 'application/json' },
    body: '{"param":{"userIds":[1001]}}',
  }).then(() => process.exit(Number(process.env.CODE ?? 0)))`

const exec = (args: readonly string[], env: Record<string, string> = {}) =>
  runProcess(['exec', '--seed', 'minimal', ...args, '--', process.execPath, '-e', USERS_CALL], env)

describe('coverage --min', () => {
  test('fails after all operations but one, and names it', async () => {
    const server = await demoServer()
    await callSamples(server, ['E9'])
    const { code, stdout, stderr } = await coverage(server, '--min', `${ALL}`)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        `dam-sandbox: ${ALL - 1} of ${ALL} operations succeeded at least once; ${ALL} are required\n` +
        'dam-sandbox: E9 (Create external asset ingestion approval) was never called\n',
    })
    expect(stdout).toContain(`${ALL - 1} of ${ALL} operations succeeded at least once\n`)
    expect(await coverage(server, '--min', `${ALL - 1}`)).toMatchObject({ code: 0, stderr: '' })
    await server.call('E9', {})
    const refused = await coverage(server, '--min', `${ALL}`, '--json')
    expect(refused.stderr).toContain(
      'E9 (Create external asset ingestion approval) was never successful\n',
    )
    expect(refused.code).toBe(1)
  })
})

describe('coverage', () => {
  test('prints a table with a line for each operation', async () => {
    const server = await demoServer()
    await callSamples(server, ['E9'])
    const { stdout } = await coverage(server)
    const lines = stdout.split('\n')
    for (const { id, summary } of CATALOGUE)
      expect(
        lines.filter((line) => line.startsWith(`${id} `) && line.endsWith(summary)),
      ).toHaveLength(1)
    expect(stdout).toMatch(/^OPERATION {2}CALLS {2}OUTCOMES {2}FIELDS {2}VARIANTS {2}SUMMARY\n/)
    expect(stdout).toMatch(/^E9 +0 +0\//m)
  })

  test('means the whole server, or a workspace that is given; --missing prints sentences', async () => {
    const server = await startServer()
    const [token = ''] = await makeTokens(server)
    await server.call('E2', { createDate: '2026' })
    await server.call('E8', undefined, { token, body: { param: { userIds: [1001] } } })
    const whole = await coverage(server, '--missing')
    expect(whole.stdout).not.toMatch(/^E[28] was never called$/m)
    const one = await coverage(server, '--missing', '--workspace', idOf(token))
    expect(one.stdout).toMatch(/^E2 was never called$/m)
    expect(one.stdout).toMatch(/^E8 was never called with x-open-api-user$/m)
    const missing = await coverage(server, '--missing', '--workspace', 'default', '--json')
    expect(JSON.parse(missing.stdout)).toEqual((await coverageOf(server)).missing)
  })

  test('forgets the calls after it has shown them, with --clear', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [] })
    const shown = await coverage(server, '--json', '--clear')
    expect(sumsOfCoverage(JSON.parse(shown.stdout))).toEqual({ 'E8 0': 1 })
    expect(sumsOfCoverage(await coverageOf(server, '?all=true'))).toEqual({})
  })
})

describe('coverage --from', () => {
  test('merges the files of 50 workspaces to the sum of the server', async () => {
    const server = await startServer()
    const tokens = await makeTokens(server)
    await workEverywhere(server, tokens)
    const folder = freshFolder()
    const files = await Promise.all(
      tokens.map(async (token, index) => {
        const file = join(folder, `${index}.json`)
        writeFileSync(file, JSON.stringify(await coverageOf(server, `?workspace=${idOf(token)}`)))
        return file
      }),
    )
    const { code, stdout, stderr } = await runCli(['coverage', '--json', '--from', ...files])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const merged = JSON.parse(stdout)
    expect(sumsOfCoverage(merged)).toEqual(SUMS_OF_WORKERS)
    expect(merged).toEqual(await coverageOf(server, '?all=true'))
  })

  test('refuses wrong files, and says what is wrong with them', async () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'folder'))
    const server = await startServer()
    const good = await coverageOf(server)
    const files = {
      'text.json': 'not JSON',
      'list.json': '[]',
      'newer.json': JSON.stringify({ ...good, format: 'dam-sandbox-coverage/3' }),
      'part.json': JSON.stringify({ ...good, operations: [{ ...good.operations[0], calls: '1' }] }),
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const refusal = async (name: string): Promise<string> => {
      const { code, stdout, stderr } = await runCli(['coverage', '--from', join(folder, name)])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      return stderr.replaceAll(folder, '')
    }
    expect(await refusal('missing.json')).toBe('dam-sandbox: file not found: /missing.json\n')
    expect(await refusal('folder')).toBe('dam-sandbox: /folder is a folder; pass a file\n')
    expect(await refusal('text.json')).toBe(
      'dam-sandbox: /text.json is not valid JSON: line 1, column 1\n',
    )
    expect(await refusal('list.json')).toBe(
      'dam-sandbox: /list.json is not a coverage file: format is missing, expected "dam-sandbox-coverage/1"; dam-sandbox coverage --json writes one\n',
    )
    expect(await refusal('newer.json')).toContain('format is "dam-sandbox-coverage/3", expected')
    expect(await refusal('part.json')).toMatch(
      /^dam-sandbox: \/part\.json is not a coverage file: operations\[0\]\.calls must be [^\n]+\n$/,
    )
  })
})

describe('exec --coverage', () => {
  test('writes the file, also when the command fails', async () => {
    const file = join(freshFolder(), 'c.json')
    expect(await exec(['--coverage', file], { CODE: '7' })).toMatchObject({
      code: 7,
      stdout: '',
      stderr: '',
    })
    const written = JSON.parse(readFileSync(file, 'utf8'))
    expect(sumsOfCoverage(written)).toEqual({ 'E8 0': 1 })
  })

  test('fails with --fail-on uncovered, and names the operations that never succeeded', async () => {
    const { code, stderr } = await exec(['--fail-on', 'uncovered'])
    expect(code).toBe(1)
    const lines = stderr.trimEnd().split('\n')
    expect(lines).toHaveLength(ALL - 1)
    expect(lines).toContain(
      'dam-sandbox: uncovered: E9 (Create external asset ingestion approval) was never called',
    )
    expect(stderr).not.toContain('E8')
  })
})
