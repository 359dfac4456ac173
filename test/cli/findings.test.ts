import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import { runProcess, serverWithCli } from '#test/kit/cli.ts'
import { otherWorkspace } from '#test/kit/databases.ts'
import { type Ending, freshFolder } from '#test/kit/process.ts'

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
  test('explains the findings of the whole server, with their places', async () => {
    const { cli } = await serverWithFindings()
    const { code, stdout } = await cli('findings')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^error foreign-name, 1 time \(E1 param\.sort: use sortBy\): A field has the name that other .+\. Use the name /,
    )
    expect(stdout).toContain('(E8 param.a<b>&"\\u0007\\u202e; first in ')
    expect(stdout).toMatch(/\n1 error, 1 warning, 1 note\n$/)
  })

  test('shows the findings of a workspace from a given level on', async () => {
    const { cli, json, other, server } = await serverWithFindings()
    expect((await cli('findings', '--workspace', other)).stdout).toMatch(
      /^warning unknown-field[\s\S]*\n0 errors, 1 warning, 0 notes\n$/,
    )
    const prefixed = await cli(`findings --url ${server.url}/w/${other}`)
    expect(prefixed.stdout).toMatch(/\n0 errors, 1 warning, 0 notes\n$/)
    expect(await json('findings --level error')).toMatchObject({
      level: 'error',
      totals: { error: 1, warning: 1, note: 1 },
      findings: [{ code: 'foreign-name' }],
    })
  })

  test('clears the findings when asked to', async () => {
    const { cli, json } = await serverWithFindings()
    expect((await json('findings --clear')).totals.error).toBe(1)
    expect((await cli('findings')).stdout).toBe('0 errors, 0 warnings, 0 notes\n')
  })

  test('fails from a level on when asked to, and says why', async () => {
    const { cli } = await serverWithFindings()
    const { code, stderr } = await cli('findings --fail-on error', '--clear')
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^dam-sandbox: error foreign-name, 1 time \(E1 param.sort: use sortBy\): A field has .*\. Use the name .*\n$/,
    )
    expect(await cli('findings --fail-on note')).toMatchObject({ code: 0, stderr: '' })
  })

  test('is followed by the journal, whose lists select and show findings by level', async () => {
    const { cli } = await serverWithFindings()
    const { stdout } = await cli('journal list --level error')
    expect(stdout).toMatch(
      /^#1 .* {2}error:foreign-name \S+ \(use sortBy\) {2}note:null-as-absent \S+\n$/,
    )
    const none = await cli('journal list --finding used-nonce')
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'no calls\n' })
    const shown = await cli('journal show 1')
    expect(shown.stdout).toContain(
      'error: foreign-name param.sort; use sortBy\n  A field has the name',
    )
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
    const passed = await exec(['findings'], NULL)
    expect(passed.code).toBe(0)
    expect(passed.stderr).toMatch(/^dam-sandbox: passed with findings: note .+\n$/)
    const { code, stderr } = await exec(['findings=note'], NULL)
    expect(code).toBe(1)
    expect(stderr).toContain('findings: note null-as-absent, 1 time (E1 param.page')
  })

  test('checks several conditions, and names fault rules that were never used', async () => {
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
  expect(stderr).toContain('pass the key with --key')
})
