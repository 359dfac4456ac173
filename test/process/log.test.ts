import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { send, sendJson } from '#test/kit/http.ts'
import {
  callOperation,
  freshFolder,
  type ServerProcess,
  startProcess,
  stopProcess,
} from '#test/kit/process.ts'

const SCRIPT = '/usr/bin/script'

const call = (url: string, param: unknown, headers: Record<string, string> = {}) =>
  callOperation(url, 'E8', param, { 'x-open-api-user': 'owner@example.com', ...headers })

/** A run with a success, a refusal, a finding, a fault and a cut connection, to its end. */
const wholeRun = async (server: ServerProcess) => {
  const url = await server.url()
  await call(url, { userIds: [1001] })
  await call(url, {})
  await call(url, { userIds: [], colour: 'a\nb\u001b[31m' })
  await call(url, { userIds: [], 'a\nb\u001b[31m': 1 })
  await call(url, { userIds: [] }, { 'x-sandbox-fault': 'before:refuse=7' })
  await call(url, { userIds: [] }, { 'x-sandbox-fault': 'after:reset' }).catch(() => undefined)
  await send(`${url}/_sandbox/nowhere`, { method: 'GET' })
  await server.until(/_sandbox\/nowhere/)
  return { url, ...(await stopProcess(server)) }
}

const linesOf = (text: string): string[] => text.trimEnd().split('\n')

describe('the log in JSON', () => {
  test.each(['json', 'auto', ''])(
    'with the format %j has an object a line and nothing else from start to end, and no secret',
    async (format) => {
      const odd = { SANDBOX_PROT: '1', SANDBOX_SOMETHING_ELSE: '1' }
      const server = startProcess({ SANDBOX_LOG_FORMAT: format, ...odd })
      const { stdout, stderr, url, code } = await wholeRun(server)
      expect([code, stderr]).toEqual([0, ''])
      const records = linesOf(stdout).map((line): Record<string, unknown> => JSON.parse(line))
      for (const record of records)
        expect(record).toMatchObject({ level: expect.any(Number), time: expect.any(Number) })
      expect(records.map(({ msg }) => msg)).toEqual(
        expect.arrayContaining([
          'SANDBOX_PROT is not a setting and has no effect; did you mean "SANDBOX_PORT"?',
          'SANDBOX_SOMETHING_ELSE is not a setting and has no effect; see --help',
          `dam-sandbox listens on ${url}`,
          'SIGTERM: finishing calls in flight',
        ]),
      )
      expect(records.at(-1)?.msg).toBe('stopped')
      const calls = records.filter(({ kind }) => kind === 'operation')
      expect(calls).toHaveLength(6)
      for (const one of calls)
        expect(one).toMatchObject({
          operation: 'E8',
          actor: 'owner@example.com',
          caller: '127.0.0.1',
        })
      expect(calls.map(({ code: own }) => own)).toEqual(['0', '90020001', '0', '0', '7', '0'])
      expect(stdout).not.toMatch(/sandbox-key|portal-secret|00000000-0000-4000/)
    },
  )

  test('never has the credentials that a start generates, and says how to read them', async () => {
    const key = 'an admin key of a test'
    const server = startProcess({
      SANDBOX_PROFILE: 'staging',
      SANDBOX_DATA: freshFolder(),
      SANDBOX_ADMIN_KEY: key,
    })
    const url = await server.url()
    const headers = { authorization: `Bearer ${key}` }
    const { body } = await send(`${url}/_sandbox/fixtures`, { method: 'GET', headers })
    const { app, portalApp } = body as {
      app: { clientId: string; clientKey: string }
      portalApp: { appKey: string; appSecret: string }
    }
    await send(`${url}/open-api/oauth/get-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(app),
    })
    await server.until(/get-token/)
    const { stdout, stderr } = await stopProcess(server)
    for (const secret of [app.clientKey, portalApp.appSecret, portalApp.appKey, key])
      expect(stdout + stderr).not.toContain(secret)
    expect(stdout).toContain('to see them, use dam-sandbox fixtures with the admin key')
  })

  test('has the end of a workspace whose time is over', async () => {
    const server = startProcess({ SANDBOX_LOG_FORMAT: 'json' })
    const url = await server.url()
    const { body } = await sendJson(`${url}/_sandbox/workspaces`, { name: 'short', ttlMs: 1 })
    const { id } = body as { id: string }
    await expect
      .poll(async () => (await send(`${url}/w/${id}/livez`, { method: 'GET' })).status)
      .toBe(404)
    const [line] = await server.until(/\{[^\n]*workspace expired and was removed[^\n]*/)
    expect(JSON.parse(line)).toMatchObject({ level: 30, workspace: id, workspaceName: 'short' })
  })

  test('escapes what a reader of lines or a terminal would act on, and keeps its value', async () => {
    const server = startProcess({ SANDBOX_LOG_FORMAT: 'json' })
    const odd = 'a\u0085\u009b31m\u2028\u202eb'
    await call(await server.url(), { userIds: [], [odd]: 1 })
    const { stdout } = await stopProcess(server)
    expect(stdout).not.toMatch(/[\u007f-\u009f\u2028\u202e]/)
    const line = linesOf(stdout).find((one) => one.includes('unknown-field')) ?? ''
    expect(JSON.parse(line).findings).toMatchObject([{ field: `param.${odd}` }])
  })
})

describe('the log for people', () => {
  test('has the start screen and a line a call, without colours in a pipe', async () => {
    const server = startProcess({ SANDBOX_LOG_FORMAT: 'pretty' })
    const { stdout, stderr } = await wholeRun(server)
    expect(stderr).toBe('')
    expect(stdout).not.toContain('\u001b')
    const calls = linesOf(stdout).filter((line) => / {2}E8 {3}/.test(line))
    expect(calls).toEqual([
      expect.stringMatching(
        /^\d\d:\d\d:\d\d\.\d{3} {2}#\d+ {2}E8 {3}0 {2}\d+\.\d ms {2}owner@example\.com {2}query-user-simple-info-list {2}userIds ×1$/,
      ),
      expect.stringMatching(/ {2}90020001 .* {2}param\.userIds/),
      expect.stringMatching(/ {2}warning:unknown-field param\.colour$/),
      expect.stringContaining('warning:unknown-field param'),
      expect.stringMatching(/ {2}7 {2}.* {2}fault:\S+ before /),
      expect.stringMatching(/ {2}fault:\S+ after reset {2}reset$/),
    ])
    expect(calls[3]).toContain('\\u001b[31m')
    expect(linesOf(stdout).at(-1)).toMatch(/ {2}stopped$/)
  })

  // `script` of Linux runs a program on a terminal of its own.
  test.runIf(existsSync(SCRIPT))('is chosen on a terminal, with colours', async () => {
    const command = `exec '${process.execPath}' dist/server.cjs`
    const server = startProcess({ TERM: 'xterm' }, ['-qfec', command, '/dev/null'], [SCRIPT])
    const url = await server.url()
    await call(url, { userIds: [1001] })
    await call(url, {})
    const [screen] = await server.until(/[\s\S]*90020001[^\n]*\n/)
    for (const painted of ['\u001b[1mE8 \u001b[22m  \u001b[32m0', '\u001b[31m90020001\u001b[39m'])
      expect(screen).toContain(painted)
  })
})

describe('a log that is not read', () => {
  const path = `/x/${'a'.repeat(3_000)}`
  const callOften = async (url: string, times: number): Promise<void> => {
    for (let sent = 0; sent < times; sent += 20)
      await Promise.all(Array.from({ length: 20 }, () => send(url + path, { method: 'GET' })))
  }

  test.each(['json', 'pretty'])(
    'with the format %s neither holds the server nor ends it when its reader goes',
    async (format) => {
      const server = startProcess({ SANDBOX_LOG_FORMAT: format })
      const url = await server.url()
      server.child.stdout?.pause()
      await callOften(url, 400)
      server.child.stdout?.destroy()
      await callOften(url, 100)
      expect((await send(`${url}/livez`, { method: 'GET' })).status).toBe(200)
      expect(await stopProcess(server)).toMatchObject({ stderr: '' })
    },
  )

  test.each([
    ['json', 400],
    // Its lines are short.
    ['pretty', 4_000],
  ])(
    'with the format %s ends when it is told to, though its reader still does not read',
    async (format, calls) => {
      const folder = freshFolder()
      const env = { SANDBOX_LOG_FORMAT: format, TMPDIR: folder }
      mkdirSync(folder, { recursive: true })
      const server = startProcess(env)
      const url = await server.url()
      server.child.stdout?.pause()
      await callOften(url, calls)
      server.child.kill('SIGTERM')
      const [code, signal] = await once(server.child, 'exit')
      expect([code, signal]).toEqual([0, null])
      // Its files in memory are removed all the same.
      expect(readdirSync(folder).filter((name) => name.startsWith('dam-sandbox-'))).toEqual([])
    },
  )

  test('keeps a bounded part of it, and says how many lines are missing', async () => {
    const server = startProcess({ SANDBOX_LOG_FORMAT: 'json' })
    const url = await server.url()
    server.child.stdout?.pause()
    await callOften(url, 2_600)
    server.child.stdout?.resume()
    // The next line that there is room for says it; a slow reader makes room late.
    const telling = server.until(/log lines were dropped/).then(() => true)
    let sent = 2_600
    for (let isTold = false; !isTold; sent += 20) {
      await callOften(url, 20)
      isTold = await Promise.race([telling, false])
    }
    const { stdout } = await stopProcess(server)
    const records = linesOf(stdout).map((line): { msg: string } => JSON.parse(line))
    const told = /^(\d+) log lines were dropped/
    const dropped = records.map(({ msg }) => Number(told.exec(msg)?.[1] ?? 0))
    const calls = records.filter(({ msg }) => msg === 'call')
    const all = calls.length + dropped.reduce((sum, lines) => sum + lines, 0)
    expect(all).toBeGreaterThanOrEqual(sent)
    // Lines about the end may be among those that were dropped.
    expect(all).toBeLessThan(sent + 5)
    expect(calls.length).toBeLessThan(2_100)
  })
})
