import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Parser } from 'htmlparser2'
import type { Log } from 'sarif'
import { describe, expect, test } from 'vitest'
import { FINDINGS } from '#src/contract/findings/finding.ts'
import { act } from '#test/kit/acts.ts'
import { runProcess, serverWithCli } from '#test/kit/cli.ts'
import { otherWorkspace } from '#test/kit/databases.ts'
import { type Ending, freshFolder } from '#test/kit/process.ts'

/** The schema of OASIS. It is of draft 4, whose `id` later drafts do not know; it uses no other keyword of its own. */
const sarifSchema = (): object => {
  const require = createRequire(import.meta.url)
  const path = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const { id: _, $schema: __, ...schema } = JSON.parse(readFileSync(path, 'utf8'))
  return schema
}

const URIS = { uri: URL.canParse, 'uri-reference': true, 'date-time': true } as const

/** Why a log is no SARIF 2.1.0. */
const problemsOfSarif = (log: unknown): unknown => {
  const ajv = new Ajv({ strict: false, formats: URIS, allErrors: true, unicodeRegExp: false })
  const isValid = ajv.compile(sarifSchema())
  return isValid(log) ? [] : isValid.errors
}

interface Case {
  group: string
  name: string
  failure?: string
}

/** The cases of a JUnit report. */
const casesOf = (xml: string): Case[] => {
  const cases: Case[] = []
  const parser = new Parser(
    {
      onopentag: (tag, { classname = '', name = '', message = '' }) => {
        if (tag === 'testcase') cases.push({ group: classname, name })
        const last = cases.at(-1)
        if (tag === 'failure' && last) last.failure = message
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return cases
}

const ODD = 'a<b>&"\u0007\u202e'

/** A server with an error, a warning and notes, the warning in another workspace. */
const serverWithFindings = async () => {
  const { server, run: cli, json } = await serverWithCli()
  const { token } = await otherWorkspace(server)
  await server.call('E1', { page: null, sort: 'time' })
  await server.call(
    'E8',
    { userIds: [], [ODD]: 1 },
    { token, body: { param: { userIds: [], [ODD]: 1 } } },
  )
  return { server, cli, json, other: token.slice(0, 8) }
}

describe('the command findings', () => {
  test('explains the findings of the whole server, with their calls', async () => {
    const { cli, other } = await serverWithFindings()
    const { code, stdout } = await cli('findings')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^error {2}foreign-name {2}1 time\n {2}a field has the name that other/)
    expect(stdout).toMatch(/\n {2}remedy: Use the name that the document shows/)
    expect(stdout).toMatch(/\n {2}#1 {2}\S+Z {2}E1 param.sort {2}workspace 00000000\n/)
    expect(stdout).toContain(`E8 param.a<b>&"\\u0007\\u202e  workspace ${other}\n`)
    expect(stdout).toMatch(/\n1 error, 1 warning, 1 note\n$/)
  })

  test('shows those of a workspace, from a level on', async () => {
    const { cli, json, other, server } = await serverWithFindings()
    expect((await cli('findings', '--workspace', other)).stdout).toMatch(
      /^warning {2}unknown-field[\s\S]*\n0 errors, 1 warning, 0 notes\n$/,
    )
    const prefixed = await cli(`findings --url ${server.url}/w/${other}`)
    expect(prefixed.stdout).toMatch(/\n0 errors, 1 warning, 0 notes\n$/)
    expect(await json('findings --level error')).toMatchObject({
      level: 'error',
      totals: { error: 1, warning: 1, note: 1 },
      findings: [{ code: 'foreign-name' }],
    })
  })

  test('prints valid SARIF 2.1.0 with a rule for every code and a result for every call', async () => {
    const { server, cli } = await serverWithFindings()
    const { stdout } = await cli('findings --format sarif')
    const log: Log = JSON.parse(stdout)
    expect(problemsOfSarif(log)).toEqual([])
    const [{ tool, results = [] } = { tool: { driver: { name: '' } } }] = log.runs
    expect(tool.driver.rules?.map(({ id }) => id)).toEqual(Object.keys(FINDINGS))
    for (const { ruleId, ruleIndex = -1 } of results)
      expect(tool.driver.rules?.[ruleIndex]?.id).toBe(ruleId)
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['foreign-name', 'error'],
      ['unknown-field', 'warning'],
      ['null-as-absent', 'note'],
    ])
    expect(results[0]).toMatchObject({
      hostedViewerUri: `${server.url}/_sandbox/journal/1?workspace=00000000`,
      locations: [{ logicalLocations: [{ name: 'E1' }, { name: 'param.sort' }] }],
    })
    expect(problemsOfSarif({ ...log, version: '2.0.0' })).not.toEqual([])
  })

  test('prints a JUnit case for every code, which fails from a level on', async () => {
    const { cli } = await serverWithFindings()
    const { stdout } = await cli('findings --format junit --level warning')
    const cases = casesOf(stdout)
    expect(cases.map(({ name }) => name)).toEqual(Object.keys(FINDINGS))
    const failed = cases.filter(({ failure }) => failure !== undefined)
    expect(failed).toMatchObject([
      { group: 'warning', name: 'unknown-field' },
      { group: 'error', name: 'foreign-name' },
    ])
    expect(failed[0]?.failure).toContain('E8 param.a<b>&"\\u0007\\u202e')
  })

  test('writes a file, and clears the findings when asked to', async () => {
    const { cli } = await serverWithFindings()
    const file = join(freshFolder(), 'findings.json')
    const written = await cli('findings --format json', '--output', file, '--clear')
    expect(written).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(JSON.parse(readFileSync(file, 'utf8')).totals.error).toBe(1)
    expect((await cli('findings')).stdout).toBe('0 errors, 0 warnings, 0 notes\n')
    const missing = await cli('findings --output /nowhere/findings.txt')
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('folder not found') })
  })

  test('fails from a level on when asked to, and says why', async () => {
    const { cli, other } = await serverWithFindings()
    const { code, stderr } = await cli('findings --fail-on error', '--clear')
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^dam-sandbox: error foreign-name, 1 time \(E1 param.sort\): a field has .*\. Use the name .*\n$/,
    )
    expect(await cli('findings --fail-on note')).toMatchObject({ code: 0, stderr: '' })
    const both = await cli('findings --json --format', 'sarif', '--workspace', other)
    expect(both).toMatchObject({
      code: 2,
      stderr: 'dam-sandbox: --json excludes --format sarif; give one of them\n',
    })
  })

  test('is followed by the journal, whose lists select and show findings by level', async () => {
    const { cli } = await serverWithFindings()
    const { stdout } = await cli('journal list --level error')
    expect(stdout).toMatch(/^#1 .* {2}error:foreign-name \S+ {2}note:null-as-absent \S+\n$/)
    const none = await cli('journal list --finding used-nonce')
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'no calls\n' })
    const shown = await cli('journal show 1')
    expect(shown.stdout).toContain('error: foreign-name param.sort\n  a field has the name')
    expect((await cli('journal wait --finding foreign-name')).code).toBe(0)
  })
})

describe('exec --fail-on', () => {
  /** A script that makes a call with a finding, in a workspace that it then deletes, and ends with a code. */
  const script = (body: object, code = 0): string => {
    const file = join(freshFolder(), 'suite.mjs')
    writeFileSync(
      file,
      `const { SANDBOX_URL: url } = process.env
       const post = (path, body, headers = {}, method = 'POST') =>
         fetch(url + path, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
       const { id, accessToken } = await (await post('/_sandbox/workspaces', {})).json()
       const headers = { 'access-token': accessToken, 'token-type': 'bearer' }
       await post('/open-api/standard/v1/search-material-groups', ${JSON.stringify(body)}, headers)
       await post('/_sandbox/workspaces/' + id, {}, {}, 'DELETE')
       await post('/_sandbox/faults', { match: { operation: 'E9' }, phase: 'before', effect: { reset: true } })
       process.exit(${code})`,
    )
    return file
  }
  const FOREIGN = { param: { sort: 'time' } }
  const NULL = { param: { page: null } }
  const exec = (failOn: string[], body: object, code = 0): Promise<Ending> => {
    const conditions = failOn.flatMap((condition) => ['--fail-on', condition])
    const command = ['--', process.execPath, script(body, code)]
    return runProcess(['exec', '--seed', 'minimal', ...conditions, ...command])
  }

  test('takes errors only, or findings from the given level on', async () => {
    expect(await exec(['findings'], NULL)).toMatchObject({ code: 0, stderr: '' })
    const { code, stderr } = await exec(['findings=note'], NULL)
    expect(code).toBe(1)
    expect(stderr).toContain('findings: note null-as-absent, 1 time (E1 param.page)')
  })

  test('judges several conditions, and names fault rules that were never used', async () => {
    const { code, stderr } = await exec(['findings', 'unused-faults'], FOREIGN)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^dam-sandbox: findings: error foreign-name.*\ndam-sandbox: unused-faults: rule f-1 of workspace default was never used: \{"reset":true\} for \{"operation":"E9"\}\n$/,
    )
    expect((await exec(['findings=error,unused-faults'], NULL)).code).toBe(1)
  })

  test('keeps the exit code of a command that failed, and still says what is wrong', async () => {
    const { code, stderr } = await exec(['findings'], FOREIGN, 7)
    expect(code).toBe(7)
    expect(stderr).toContain('findings: error foreign-name')
  })
})

test('findings are refused where the control plane needs a key', async () => {
  const { server, run } = await serverWithCli({ env: { SANDBOX_ADMIN_KEY: 'key-of-this-test' } })
  expect((await act(server, '/findings', undefined, 'DELETE')).status).toBe(401)
  const { code, stderr } = await run('findings')
  expect(code).toBe(1)
  expect(stderr).toContain('give the key with --key')
})
