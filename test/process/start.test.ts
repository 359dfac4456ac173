import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freshFolder, startProcess } from '#test/kit/process.ts'
import { TOKEN } from '#test/kit/server.ts'

const headers = {
  'access-token': TOKEN,
  'token-type': 'bearer',
  'content-type': 'application/json',
}

/** The log as people read it, which a test's pipe does not get by itself. */
const PRETTY = { SANDBOX_LOG_FORMAT: 'pretty' }

/** What anybody can do and what to do against it, in one sentence. */
const OPEN_CONTROL_PLANE =
  /the control plane has no key and listens on 0\.0\.0\.0: anybody who reaches the port can read all secrets and change or delete all data; set SANDBOX_ADMIN_KEY, or publish the port on 127\.0\.0\.1 only/

/** The lines of a failed start, which prints nothing else and exits with a code other than 0. */
const failedStart = async (env: Record<string, string>, args: string[] = []): Promise<string[]> => {
  const { code, stdout, stderr } = await startProcess(env, args).ending()
  expect(code).toBe(1)
  expect(stdout).toBe('')
  return stderr.trimEnd().split('\n')
}

describe('a start', () => {
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
    expect((await send(`${url}/readyz`, {})).body).toEqual({ status: 'ready' })
  })

  test.each<[string, Record<string, string>, RegExp | undefined]>([
    [
      'a control plane without a key that other machines can reach',
      { SANDBOX_HOST: '0.0.0.0' },
      OPEN_CONTROL_PLANE,
    ],
    [
      'no control plane with a key',
      { SANDBOX_HOST: '0.0.0.0', SANDBOX_ADMIN_KEY: 'key' },
      undefined,
    ],
    ['no control plane of this machine', {}, undefined],
    [
      'no admin key of staging',
      { SANDBOX_PROFILE: 'staging', SANDBOX_ADMIN_KEY: 'sixteen letters!' },
      undefined,
    ],
  ])('warns with one line about %s, and runs', async (_about, env, warning) => {
    const server = startProcess({ ...PRETTY, SANDBOX_DATA: freshFolder(), ...env })
    await server.url()
    if (warning) await server.until(warning)
    server.child.kill('SIGTERM')
    const { stdout, stderr } = await server.ending()
    const warnings = stdout.split('\n').filter((line) => / {2}warning {2}/.test(line))
    expect(warnings).toEqual(warning ? [expect.stringMatching(warning)] : [])
    expect(stderr).toBe('')
  })

  test('has the warning about an open control plane on the screen and in a log of JSON lines', async () => {
    const pretty = startProcess({ ...PRETTY, SANDBOX_HOST: '0.0.0.0' })
    const [screen] = await pretty.until(/dam-sandbox \S+ listens on[\s\S]*stops it/)
    expect(screen).toMatch(new RegExp(`\n  WARNING: ${OPEN_CONTROL_PLANE.source}`))
    const json = startProcess({ SANDBOX_LOG_FORMAT: 'json', SANDBOX_HOST: '0.0.0.0' })
    const [line] = await json.until(/\{.*the control plane has no key.*\}/)
    expect(JSON.parse(line)).toEqual({
      level: 40,
      time: expect.any(Number),
      msg: expect.stringMatching(OPEN_CONTROL_PLANE),
    })
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

  test('fails for an unknown assumption with the list of known ones', async () => {
    const [line] = await failedStart({ SANDBOX_ASSUME: ['A', '77', '1=x'].join('-') })
    expect(line).toContain('unknown assumption')
    expect(line).toContain('A-auth-1, A-auth-2')
  })

  test('accepts flags like variables, and fails for unknown ones with a suggestion', async () => {
    const server = startProcess(PRETTY, ['--seed', 'demo', '--assume', 'A-20-1=envelope'])
    await server.until(/in memory, seed demo/)
    expect(await failedStart({}, ['--prot', '1', '--something-else', '1'])).toEqual([
      'dam-sandbox: unknown flag "--prot"; did you mean "--port"?',
      'dam-sandbox: unknown flag "--something-else"; see --help',
    ])
  })

  test('warns about a variable that is not a setting with a suggestion, and runs', async () => {
    const server = startProcess({ ...PRETTY, SANDBOX_PROT: '1', SANDBOX_SOMETHING_ELSE: '1' })
    await server.url()
    await server.until(
      /SANDBOX_PROT is not a setting and has no effect; did you mean "SANDBOX_PORT"\?/,
    )
    await server.until(/SANDBOX_SOMETHING_ELSE is not a setting and has no effect; see --help/)
  })

  test('fails for a busy port with one line', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => {
      other.close()
    })
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const lines = await failedStart({ SANDBOX_PORT: String(port) })
    expect(lines).toEqual([
      `dam-sandbox: port ${port} on 127.0.0.1 is in use; choose another with SANDBOX_PORT`,
    ])
  })

  test('fails for a data folder that is not writable with one line', async () => {
    const file = join(freshFolder(), 'file')
    writeFileSync(file, '')
    const lines = await failedStart({ SANDBOX_DATA: join(file, 'data') })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('cannot be written')
  })

  test('fails for a data folder in use with one line, and the first server keeps running', async () => {
    const folder = freshFolder()
    const first = startProcess({ SANDBOX_DATA: folder })
    const url = await first.url()
    const lines = await failedStart({ SANDBOX_DATA: folder })
    expect(lines).toEqual([`dam-sandbox: another server is using the data folder ${folder}`])
    expect((await send(`${url}/readyz`, {})).status).toBe(200)
  })

  test('fails for a seed that does not parse, naming the file and the path inside it', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'people.json'), '{"users": [')
    expect((await failedStart({ SANDBOX_SEED: folder }))[0]).toContain('people.json is not JSON')
    writeFileSync(join(folder, 'people.json'), '{"departments": [{"id": "ten", "name": "X"}]}')
    const [line] = await failedStart({ SANDBOX_SEED: folder })
    expect(line).toContain(`${join(folder, 'people.json')}: people.json: departments[0].id must be`)
    writeFileSync(join(folder, 'people.json'), '{"portals": [{"id": 1, "code": "x", "name": ""}]}')
    expect((await failedStart({ SANDBOX_SEED: folder }))[0]).toContain('portals[0].')
  })

  test('fails for a seed with an unknown reference, a missing folder and one without seed files', async () => {
    const folder = freshFolder()
    expect((await failedStart({ SANDBOX_SEED: folder }))[0]).toContain('no .json files')
    expect(await failedStart({ SANDBOX_SEED: join(folder, 'no') })).toEqual([
      `dam-sandbox: Seed folder "${join(folder, 'no')}" does not exist; use demo, minimal or a folder of JSON files`,
    ])
    expect(await failedStart({ SANDBOX_SEED: 'demmo' })).toEqual([
      'dam-sandbox: Seed folder "demmo" does not exist; did you mean "demo"?',
    ])
    const user = { id: 1, email: 'a@b', nickname: '', deptId: 9, createdAtMs: 0 }
    writeFileSync(join(folder, 'people.json'), JSON.stringify({ users: [user] }))
    const [line] = await failedStart({ SANDBOX_SEED: folder })
    expect(line).toContain('users, id 1: deptId is 9, which is not among the departments')
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

  test('fails for a seed that contradicts itself after its files were read', async () => {
    const seed = freshFolder()
    cpSync(join(import.meta.dirname, '../../seed/minimal'), seed, { recursive: true })
    const post = { id: 1, mediaType: 'x', title: '', readNum: 0 }
    const socialPosts = [{ ...post, createDate: '2025-02-01', statDate: '2025-01-31' }]
    writeFileSync(join(seed, 'more.json'), JSON.stringify({ socialPosts }))
    expect(await failedStart({ SANDBOX_SEED: seed })).toEqual([
      expect.stringMatching(/^dam-sandbox: the seed contradicts itself: .*post 1/),
    ])
  })

  test.each<[string, Record<string, string>, string]>([
    ['a data folder below a system folder', { SANDBOX_DATA: '/proc/x' }, 'data folder /proc/x'],
    ['an address without its zone', { SANDBOX_HOST: 'fe80::1' }, 'cannot listen on fe80::1'],
    ['an address of another machine', { SANDBOX_HOST: '203.0.113.1' }, 'listen on 203.0.113.1'],
    [
      'one path for both token operations',
      { SANDBOX_TOKEN_PATH: '/auth', SANDBOX_REFRESH_PATH: '/auth' },
      'SANDBOX_TOKEN_PATH and SANDBOX_REFRESH_PATH must differ',
    ],
    [
      'the default path of the other token operation',
      { SANDBOX_TOKEN_PATH: '/open-api/oauth/refresh-token' },
      'SANDBOX_TOKEN_PATH and SANDBOX_REFRESH_PATH must differ',
    ],
    [
      'the path of an operation as token path',
      { SANDBOX_TOKEN_PATH: pathOf('E8') },
      `${pathOf('E8')} is the path of an operation already`,
    ],
    [
      'the path of a portal operation as refresh path',
      { SANDBOX_REFRESH_PATH: pathOf('E6') },
      `${pathOf('E6')} is the path of an operation already`,
    ],
    ['a token path with a prefix', { SANDBOX_TOKEN_PATH: '/w/x/y' }, 'SANDBOX_TOKEN_PATH must be'],
    ['a token path of a probe', { SANDBOX_TOKEN_PATH: '/livez' }, 'SANDBOX_TOKEN_PATH must be'],
    ['a refusal with the code of success', { SANDBOX_CODES: '90020001=0' }, 'means success'],
    ['a host name with a port', { SANDBOX_ALLOWED_HOSTS: 'a.b:80' }, 'got "a.b:80"'],
    ['a host name with a scheme', { SANDBOX_ALLOWED_HOSTS: 'http://a.b' }, 'got "http://a.b"'],
  ])('fails for %s with one line', async (_name, env, words) => {
    const lines = await failedStart(env)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^dam-sandbox: /)
    expect(lines[0]).toContain(words)
  })

  test('fails for staging without a key and a data folder, naming both', async () => {
    const lines = await failedStart({ SANDBOX_PROFILE: 'staging' })
    expect(lines).toEqual([
      'dam-sandbox: SANDBOX_DATA is required in the profile staging',
      'dam-sandbox: SANDBOX_ADMIN_KEY is required in the profile staging',
    ])
  })

  test('fails for staging with an admin key that can be guessed, and does not repeat it', async () => {
    const key = 'key'
    const env = { SANDBOX_PROFILE: 'staging', SANDBOX_DATA: freshFolder(), SANDBOX_ADMIN_KEY: key }
    const lines = await failedStart(env)
    expect(lines).toEqual([
      'dam-sandbox: SANDBOX_ADMIN_KEY must have at least 16 characters in the profile staging',
    ])
    expect(lines.join('')).not.toContain(key)
  })

  test('generates the credentials of staging once and never uses the well-known ones', async () => {
    const folder = freshFolder()
    mkdirSync(folder, { recursive: true })
    const local = startProcess({ SANDBOX_DATA: folder })
    await local.url()
    local.child.kill('SIGTERM')
    await local.ending()
    const env = {
      ...PRETTY,
      SANDBOX_PROFILE: 'staging',
      SANDBOX_DATA: folder,
      SANDBOX_ADMIN_KEY: 'sixteen letters!',
    }
    const staging = startProcess(env)
    const url = await staging.url()
    const [, clientId = ''] = await staging.until(/client id\s+(\S+)\n/)
    const [, clientKey = ''] = await staging.until(/client key\s+(\S+)\n/)
    const body = JSON.stringify({ param: { userIds: [] } })
    const e8 = `${url}/open-api/standard/v1/query-user-simple-info-list`
    const wellKnown = await send(e8, { method: 'POST', headers, body })
    expect(wellKnown.body).toMatchObject({ code: '90010003' })
    const issued = await send(`${url}/open-api/oauth/get-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientKey }),
    })
    expect(issued.body).toMatchObject({ code: '0', result: { token_type: 'bearer' } })
    expect((await send(`${url}/_sandbox/fixtures`, {})).status).toBe(401)
    staging.child.kill('SIGTERM')
    await staging.ending()
    const again = startProcess(env)
    await again.url()
    again.child.kill('SIGTERM')
    const { stdout } = await again.ending()
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
