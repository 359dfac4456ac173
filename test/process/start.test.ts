import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startSandbox } from '#src/index.ts'
import { send } from '#test/kit/http.ts'
import { listeningServer } from '#test/kit/listening-server.ts'
import { pathOf } from '#test/kit/operations.ts'
import {
  callOperation,
  freshFolder,
  startProcess,
  startProgram,
  stopProcess,
} from '#test/kit/process.ts'
import { TOKEN } from '#test/kit/server.ts'

/** The log as people read it, which a test's pipe does not get by itself. */
const PRETTY = { SANDBOX_LOG_FORMAT: 'pretty' }

/** What anybody can do and what to do against it, in one sentence. */
const OPEN_CONTROL_PLANE =
  /the control plane has no key and listens on 0\.0\.0\.0: anyone who can reach the port can read all secrets and change or delete all data; set SANDBOX_ADMIN_KEY, or publish the port only on 127\.0\.0\.1/

/** The lines of a failed start, which prints nothing else and exits with a code other than 0. */
const failedStart = async (env: Record<string, string>, args: string[] = []): Promise<string[]> => {
  const { code, stdout, stderr } = await startProcess(env, args).ending()
  expect(code).toBe(1)
  expect(stdout).toBe('')
  return stderr.trimEnd().split('\n')
}

describe('a start', () => {
  test('of a checkout that was not built says so in one line', async () => {
    const cwd = freshFolder()
    for (const file of ['package.json', 'scripts/stale-build.mjs']) cpSync(file, join(cwd, file))
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const ended = await startProgram('/bin/sh', ['-c', scripts.prestart], {
      cwd,
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    }).ending()
    expect(ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^dam-sandbox: dist\/server\.cjs is missing; run `.+ && npm run build`\n$/,
      ),
    })
  })

  test('of a built checkout begins with nothing but a check of the build', async () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const ended = await startProgram('/bin/sh', ['-c', scripts.prestart], {
      cwd: process.cwd(),
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    }).ending()
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  test('prints one screen: URL, console, credentials, commands to try and how to stop', async () => {
    const server = startProcess(PRETTY)
    const url = await server.url()
    const [screen] = await server.until(
      /dam-sandbox \S+ listens on[\s\S]*Try(\n.*curl.*){2}\n[\s\S]*stops it/,
    )
    for (const text of ['00000000-sandbox', 'sandbox-key', TOKEN, url, `${url}/docs`])
      expect(screen).toContain(text)
    expect(screen.split('\n').length).toBeLessThan(20)
    expect((await send(`${url}/console/`, { method: 'GET' })).status).toBe(200)
    expect((await send(`${url}/docs`, { method: 'GET' })).status).toBe(200)
    expect((await send(`${url}/livez`, {})).status).toBe(200)
    expect((await send(`${url}/readyz`, {})).body).toEqual({
      status: 'ready',
      disk: 'ok',
      damagedWorkspaces: 0,
      damagedFiles: 0,
      version: expect.any(String),
      node: null,
      build: { commit: expect.anything(), time: expect.stringMatching(/^\d{4}-/) },
    })
  })

  test.each<[string, Record<string, string>, RegExp | undefined]>([
    [
      'a control plane without a key that other machines can reach',
      { SANDBOX_HOST: '0.0.0.0' },
      OPEN_CONTROL_PLANE,
    ],
    ['no control plane of this machine', {}, undefined],
  ])('warns with one line about %s, and runs', async (_about, env, warning) => {
    const server = startProcess({ ...PRETTY, SANDBOX_DATA: freshFolder(), ...env })
    await server.url()
    if (warning) await server.until(warning)
    const { stdout, stderr } = await stopProcess(server)
    const warnings = stdout.split('\n').filter((line) => / {2}warning {2}/.test(line))
    expect(warnings).toEqual(warning ? [expect.stringMatching(warning)] : [])
    expect(stderr).toBe('')
  })

  test('fails with one line for each invalid setting', async () => {
    const lines = await failedStart({
      SANDBOX_PORT: 'x',
      SANDBOX_PROFILE: 'prod',
      SANDBOX_LOG: 'loud',
      SANDBOX_ASSUME: 'A-20-1=nothing',
      SANDBOX_CODES: '1=2',
      SANDBOX_PUBLIC_URL: 'ftp://x',
    })
    expect(lines).toHaveLength(6)
    for (const [index, name] of [
      'PORT',
      'PROFILE',
      'LOG',
      'PUBLIC_URL',
      'ASSUME',
      'CODES',
    ].entries())
      expect(lines[index]).toContain(`dam-sandbox: SANDBOX_${name} `)
    expect(lines.join()).toContain('it has bare, envelope')
  })

  test('fails for a busy port with one line', async () => {
    const { port } = await listeningServer('')
    expect(await failedStart({ SANDBOX_PORT: port })).toEqual([
      `dam-sandbox: port ${port} on 127.0.0.1 is in use; choose another with --port`,
    ])
  })

  test('fails for a data folder in use with one line, and the first server keeps running', async () => {
    const folder = freshFolder()
    const first = startProcess({ SANDBOX_DATA: folder })
    const url = await first.url()
    const lines = await failedStart({ SANDBOX_DATA: folder })
    expect(lines).toEqual([`dam-sandbox: another server is using the data folder ${folder}`])
    expect((await send(`${url}/readyz`, {})).status).toBe(200)
  })

  test('fails for a seed that does not fit, naming the file and the path inside it', async () => {
    const seed = freshFolder()
    await expect(startSandbox({ seed })).rejects.toThrow('no .json files')
    await expect(startSandbox({ seed: 'demmo' })).rejects.toThrow(
      'Seed folder "demmo" does not exist; did you mean "demo"?',
    )
    await expect(startSandbox({ seed: join(seed, 'no') })).rejects.toThrow(
      `Seed folder "${join(seed, 'no')}" does not exist; use demo, minimal or a folder of JSON files`,
    )
    const file = join(seed, 'people.json')
    for (const [text, words] of [
      ['{"users": [', 'people.json is not JSON'],
      [
        '{"departments": [{"id": "ten", "name": "X"}]}',
        `${file}: people.json: departments[0].id must`,
      ],
    ] as const) {
      writeFileSync(file, text)
      await expect(startSandbox({ seed })).rejects.toThrow(words)
    }
  })

  test.each([
    ['a seed with an entry x.json that is a folder', 'x.json cannot be read'],
    ['a seed with a syntax error over several lines', 'people.json is not JSON'],
    ['a seed without a user who owns the application', 'no user has isAppOwner'],
  ])('fails for %s with one line, and leaves a data folder that starts', async (_name, words) => {
    const seed = freshFolder()
    if (words.startsWith('x.json')) mkdirSync(join(seed, 'x.json'))
    else if (words.startsWith('people'))
      writeFileSync(join(seed, 'people.json'), '{"users": [\n oops\n]}')
    else writeFileSync(join(seed, 'people.json'), '{"users": []}')
    const data = freshFolder()
    const lines = await failedStart({ SANDBOX_SEED: seed, SANDBOX_DATA: data })
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^dam-sandbox: .*${words}`))])
    await startProcess({ SANDBOX_DATA: data }).url()
  })

  test.each<[string, Record<string, string>, string]>([
    ['a data folder below a system folder', { SANDBOX_DATA: '/proc/x' }, 'data folder /proc/x'],
    ['an address without its zone', { SANDBOX_HOST: 'fe80::1' }, 'cannot listen on fe80::1'],
    ['an address of another machine', { SANDBOX_HOST: '203.0.113.1' }, 'listen on 203.0.113.1'],
    [
      'the path of an operation as token path',
      { SANDBOX_TOKEN_PATH: pathOf('E8') },
      `${pathOf('E8')} is already the path of an operation`,
    ],
  ])('fails for %s with one line', async (_name, env, words) => {
    const lines = await failedStart(env)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^dam-sandbox: /)
    expect(lines[0]).toContain(words)
  })

  test('generates the credentials of staging once and never uses the well-known ones', async () => {
    const env = {
      ...PRETTY,
      SANDBOX_PROFILE: 'staging',
      SANDBOX_DATA: freshFolder(),
      SANDBOX_ADMIN_KEY: 'sixteen letters!',
    }
    const local = startProcess({ SANDBOX_DATA: env.SANDBOX_DATA })
    await local.url()
    await stopProcess(local)
    const staging = startProcess(env)
    const url = await staging.url()
    const [, clientId = ''] = await staging.until(/client id\s+(\S+)\n/)
    const [, clientKey = ''] = await staging.until(/client key\s+(\S+)\n/)
    const wellKnown = await callOperation(url, 'E8', { userIds: [] })
    expect(wellKnown.body).toMatchObject({ code: '90010003' })
    const issued = await send(`${url}/open-api/oauth/get-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientKey }),
    })
    expect(issued.body).toMatchObject({ code: '0', result: { token_type: 'bearer' } })
    expect((await send(`${url}/_sandbox/fixtures`, {})).status).toBe(401)
    await stopProcess(staging)
    const again = startProcess(env)
    await again.url()
    const { stdout } = await stopProcess(again)
    expect(stdout).toContain(clientId)
    expect(stdout).not.toContain(clientKey)
  })

  test('prints every setting for --help', async () => {
    const { code, stdout } = await startProcess({}, ['--help']).ending()
    expect(code).toBe(0)
    for (const name of ['SANDBOX_PORT', '--admin-key', 'SANDBOX_ASSUME'])
      expect(stdout).toContain(name)
  })
})
