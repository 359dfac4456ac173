import { describe, expect, test } from 'vitest'
import { runProcess, startCli } from '#test/kit/cli.ts'
import { listeningServer } from '#test/kit/listening-server.ts'
import { type Ending, freshFolder } from '#test/kit/process.ts'

const node = (script: string): string[] => ['--', process.execPath, '-e', script]

const SEED = ['--seed', 'minimal']

/** Runs `exec` with the seed minimal in a process of its own. */
const exec = (...rest: string[]): Promise<Ending> => runProcess(['exec', ...SEED, ...rest])

describe('exec', () => {
  test.each([
    ['a slash before it', 1, (path: string) => `/${path}`],
    ['its file name alone', 1, (path: string) => path.slice(7)],
    ['no change', 0, (path: string) => path],
  ])('fails on findings where a command names its upload with %s', async (_name, wanted, form) => {
    const script = `
      const { SANDBOX_URL: url, SANDBOX_ACCESS_TOKEN: token } = process.env
      const headers = { 'access-token': token, 'token-type': 'bearer', 'x-open-api-user': 'owner@example.com' }
      const post = async (path, body, type) =>
        (await fetch(url + path, { method: 'POST', headers: { ...headers, 'content-type': type }, body })).json()
      const run = async () => {
        const { result } = await post('/_files/uploads/single?name=a.txt', 'abc', 'text/plain')
        const path = (${form})(result.filePath)
        const body = JSON.stringify({ param: { fileList: [{ path, name: 'a.txt' }] } })
        const { code } = await post('/open-api/standard/v2/asset-element/upload', body, 'application/json')
        process.exitCode = Number(code)
      }
      run()`
    const { code, stderr } = await exec('--fail-on', 'findings', ...node(script))
    expect(code, stderr).toBe(wanted)
    if (wanted === 1) expect(stderr).toMatch(/error path-in-other-form.*param\.fileList\[0\]\.path/)
  })

  test('ends with the code of the command, which has URL and credentials in its environment', async () => {
    const script = `
      const { SANDBOX_URL: url, SANDBOX_ACCESS_TOKEN: token, SANDBOX_CLIENT_ID: id, SANDBOX_CLIENT_KEY: key } = process.env
      fetch(url + '/open-api/standard/v1/query-user-simple-info-list', {
        method: 'POST',
        headers: { 'access-token': token, 'token-type': 'bearer', 'content-type': 'application/json' },
        body: '{"param":{"userIds":[1001]}}',
      }).then((reply) => reply.json()).then(({ code, result }) => {
        console.log(JSON.stringify({ url, id, key, code, email: result[0].email }))
        process.exit(7)
      })`
    const { code, stdout, stderr } = await exec(...node(script))
    expect({ code, stderr }).toEqual({ code: 7, stderr: '' })
    const { url, ...rest } = JSON.parse(stdout)
    expect(rest).toEqual({
      id: '00000000-sandbox',
      key: 'sandbox-key',
      code: '0',
      email: 'owner@example.com',
    })
    await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed')
  })

  test('ends with 127 for a missing command and with 126 for one that cannot be run', async () => {
    const missing = await exec('--', 'no-such-command')
    expect(missing).toMatchObject({
      code: 127,
      stderr: expect.stringMatching(/^dam-sandbox: command not found: no-such-command\n/),
    })
    const script = await exec('--', 'echo a && echo b')
    expect(script.stderr).toContain("; for shell syntax: sh -c 'echo a && echo b'")
    expect(await exec('--', freshFolder())).toMatchObject({ code: 126 })
  })

  test('ends with 128 plus the number of the signal that ended the command', async () => {
    const script = "process.kill(process.pid, 'SIGKILL')"
    expect(await exec(...node(script))).toMatchObject({ code: 137 })
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('passes %s on, and stops the server', async (signal, code) => {
    const script = "console.log('at', process.env.SANDBOX_URL, '.'); setInterval(() => {}, 1000)"
    const running = startCli(['exec', ...SEED, ...node(script)])
    const [, url = ''] = await running.until(/at (\S+) /)
    running.child.kill(signal)
    expect(await running.ending()).toMatchObject({ code, signal: null })
    await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed')
  })

  test('takes settings from flags and variables, but always a free port', async () => {
    const script =
      "fetch(process.env.SANDBOX_URL + '/_sandbox/workspaces/default', { headers: { authorization: 'Bearer ' + process.env.SANDBOX_ADMIN_KEY } }).then((reply) => reply.json()).then(({ seed, baseUrl }) => console.log(seed, baseUrl))"
    const env = { SANDBOX_SEED: 'demo', SANDBOX_PORT: '9', SANDBOX_ADMIN_KEY: 'of variables' }
    const args = ['exec', '--seed', 'minimal', '--admin-key', 'of flags']
    const { stdout } = await runProcess([...args, ...node(script)], env)
    expect(stdout).toMatch(/^minimal http:\/\/127\.0\.0\.1:\d{3,}\/w\/00000000\n$/)
  })

  test.each(['SANDBOX_URL', 'SANDBOX_ACCESS_TOKEN'])(
    'ignores credentials of a client next to %s, with one line that says so',
    async (name) => {
      const env = {
        [name]: 'http://127.0.0.1:9',
        SANDBOX_CLIENT_ID: 'other',
        SANDBOX_CLIENT_KEY: 'k',
      }
      const script = 'console.log(process.env.SANDBOX_CLIENT_ID, process.env.SANDBOX_CLIENT_KEY)'
      const { code, stdout, stderr } = await runProcess(['exec', ...SEED, ...node(script)], env)
      expect({ code, stdout }).toEqual({ code: 0, stdout: '00000000-sandbox sandbox-key\n' })
      expect(stderr.split('\n')[0]).toBe(
        `dam-sandbox: SANDBOX_CLIENT_ID and SANDBOX_CLIENT_KEY next to ${name} are credentials of a client and are ignored; ` +
          'use --client-id and --client-key instead',
      )
      const flags = ['--client-id', 'mine', '--client-key', 'secret']
      const own = await runProcess(['exec', ...SEED, ...flags, ...node(script)], env)
      expect(own.stdout).toBe('mine secret\n')
      expect(own.stderr).not.toContain('ignored')
    },
  )

  test('names the flag when the port is in use', async () => {
    const { port } = await listeningServer('{}')
    const { code, stderr } = await exec('--port', port, ...node(''))
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `dam-sandbox: port ${port} on 127.0.0.1 is in use; choose another with --port\n`,
    })
    const wrong = await exec('--port', 'x', ...node(''))
    expect(wrong.stderr).toMatch(/^dam-sandbox: --port must be [^\n]+\n$/)
  })

  test('fails with one line for each wrong setting, and runs nothing', async () => {
    const args = ['exec', '--max-open', 'x', '--seed', 'no-such-seed', '--sync', 'maybe']
    const { code, stdout, stderr } = await runProcess([...args, ...node("console.log('ran')")])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^dam-sandbox: --sync .*\ndam-sandbox: --max-open .*\n$/)
    const seed = await runProcess(['exec', '--seed', 'no-such-seed', ...node('')])
    expect(seed.stderr).toBe(
      'dam-sandbox: Seed folder "no-such-seed" does not exist; use demo, minimal or a folder of JSON files\n',
    )
  })
})

const NO_CALL =
  /^dam-sandbox: The command called no operation of the exec server at http:\/\/127\.0\.0\.1:\d+(.*); exec does not see calls to other servers, such as one started by startSandbox\(\), so make the suite use SANDBOX_URL$/m

describe('exec of a command that calls another server', () => {
  test('warns without a gate, and keeps the exit code', async () => {
    for (const code of [0, 7]) {
      const ending = await exec(...node(`process.exit(${code})`))
      expect(ending.code).toBe(code)
      expect(NO_CALL.exec(ending.stderr)?.[1], ending.stderr).toBe('')
    }
  })

  test('fails with --fail-on, unless the command has failed itself', async () => {
    for (const [code, ended] of [
      [0, 1],
      [7, 7],
    ] as const) {
      const control = `fetch(process.env.SANDBOX_URL + '/_sandbox/fixtures').then(() => process.exit(${code}))`
      const ending = await exec('--json', '--fail-on', 'findings', ...node(control))
      expect(ending).toMatchObject({ code: ended, stdout: '' })
      expect(NO_CALL.exec(ending.stderr)?.[1], ending.stderr).toBe(
        ', so --fail-on had nothing to check',
      )
    }
  })

  test('counts a call of a supporting route in a workspace that is deleted', async () => {
    const script = `const url = process.env.SANDBOX_URL
      const post = (path, body, method = 'POST') => fetch(url + path, {
        method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
      })
      post('/_sandbox/workspaces', {}).then((reply) => reply.json()).then(async ({ id, clientId, clientKey }) => {
        await post('/open-api/oauth/get-token', { clientId, clientKey })
        await post('/_sandbox/workspaces/' + id, {}, 'DELETE')
      })`
    const args = ['exec', ...SEED, '--fail-on', 'findings', ...node(script)]
    expect(await runProcess(args)).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('start', () => {
  test('refuses an unknown flag with a suggestion', async () => {
    expect(await runProcess(['start', '--sed', 'demo'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `dam-sandbox: unknown option '--sed'; did you mean "--seed"?\n`,
    })
  })

  test('prints the URL like the server, and ends with 0 after SIGTERM', async () => {
    const running = startCli(['start', '--port', '0', '--seed', 'minimal'])
    const url = await running.url()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    running.child.kill('SIGTERM')
    expect(await running.ending()).toMatchObject({ code: 0, signal: null })
  })
})

describe('start in the environment of a client', () => {
  test('keeps the credentials of its data folder, and says so', async () => {
    const data = freshFolder()
    const client = {
      SANDBOX_URL: 'http://127.0.0.1:9',
      SANDBOX_CLIENT_ID: 'of-another-workspace',
      SANDBOX_CLIENT_KEY: 'other',
    }
    const args = ['start', '--port', '0', '--seed', 'minimal', '--data', data]
    const running = startCli(args, client)
    const url = await running.url()
    await running.until(
      /SANDBOX_CLIENT_KEY next to SANDBOX_URL are credentials of a client and are ignored/,
    )
    const reply = await fetch(`${url}/_sandbox/fixtures`)
    expect(await reply.json()).toMatchObject({ app: { clientId: '00000000-sandbox' } })
  })
})
