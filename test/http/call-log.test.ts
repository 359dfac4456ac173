import { describe, expect, test } from 'vitest'
import { openConnection, operationBytes } from '#test/kit/connections.ts'
import { send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

interface Line {
  level: number
  kind?: string
  operation?: string
  method?: string
  url?: string
  [field: string]: unknown
}

const DEBUG = 20
const INFO = 30
const WARN = 40

const startLogging = async (env: Record<string, string> = {}) => {
  const log: string[] = []
  const server = await startServer({ log, env })
  const calls = (): Line[] =>
    log.map((line): Line => JSON.parse(line)).filter(({ kind }) => kind !== undefined)
  /** Waits until a number of calls are logged: a line is written after its answer is out. */
  const logged = async (count: number): Promise<Line[]> => {
    await expect.poll(() => calls().length).toBe(count)
    return calls()
  }
  return { server, log, logged }
}

const get = (server: TestServer, path: string, headers: Record<string, string> = {}) =>
  send(server.url + path, { method: 'GET', headers })

describe('the line of a call', () => {
  test('has request id, actor, workspace, caller, bytes, code and parameters', async () => {
    const { server, logged } = await startLogging()
    const reply = await server.call('E8', { userIds: [1001] }, { as: 'editor@example.com' })
    const [line] = await logged(1)
    expect(line).toMatchObject({
      level: INFO,
      kind: 'operation',
      operation: 'E8',
      method: 'POST',
      url: pathOf('E8'),
      reqId: expect.stringMatching(/^req-/),
      actor: 'editor@example.com',
      workspace: '00000000',
      workspaceName: 'default',
      caller: '127.0.0.1',
      status: 200,
      code: '0',
      param: 'userIds ×1',
      bytes: Buffer.byteLength(reply.text),
      ms: expect.any(Number),
    })
    for (const absent of ['refusal', 'fault', 'findings', 'transport', 'route'])
      expect(line).not.toHaveProperty(absent)
  })

  test('does not describe fields that were ignored', async () => {
    const { server, logged } = await startLogging()
    await server.call('E8', { userids: [5], users: [5], page: 1 })
    await server.call('E8', { userIds: [], page: 1 })
    const [refused, odd] = await logged(2)
    expect(refused).not.toHaveProperty('param')
    expect(odd).toMatchObject({ param: 'userIds ×0' })
  })

  test('has the sentence of a refusal, its findings and the faults that acted', async () => {
    const { server, logged } = await startLogging()
    await server.call('E8', {})
    await server.call('E8', { userIds: [], colour: 1 })
    await server.call('E8', { userIds: [] }, { headers: { 'x-sandbox-fault': 'before:refuse=7' } })
    const [refused, odd, failed] = await logged(3)
    expect(refused).toMatchObject({
      level: INFO,
      code: '90020001',
      refusal: expect.stringContaining('userIds'),
    })
    expect(odd).toMatchObject({
      level: WARN,
      findings: [{ code: 'unknown-field', level: 'warning', field: 'param.colour' }],
    })
    expect(failed).toMatchObject({ code: '7', fault: expect.stringContaining('before') })
  })

  test('is there for a connection that a fault or the caller cuts', async () => {
    const { server, logged } = await startLogging()
    const cut = { 'x-sandbox-fault': 'after:reset' }
    await expect(server.call('E8', { userIds: [1001] }, { headers: cut })).rejects.toThrow()
    const [reset] = await logged(1)
    expect(reset).toMatchObject({ transport: 'reset', operation: 'E8', param: 'userIds ×1' })
    const socket = openConnection(server)
    const waiting = { 'x-sandbox-fault': 'before:delay=40000' }
    socket.write(operationBytes('E8', { userIds: [] }, waiting))
    await expect.poll(() => server.app.calls.count).toBe(1)
    socket.destroy()
    const [, aborted] = await logged(2)
    expect(aborted).toMatchObject({ transport: 'aborted', caller: '127.0.0.1' })
  })

  test('is at info for supporting routes and unknown paths, each of a kind of its own', async () => {
    const { server, logged } = await startLogging()
    const json = { 'content-type': 'application/json' }
    await send(`${server.url}/open-api/oauth/get-token`, {
      method: 'POST',
      headers: json,
      body: '{"clientId":"00000000-sandbox","clientKey":"sandbox-key"}',
    })
    await get(server, '/_files/00000000/nothing?signature=abcdefabcdef')
    await get(server, '/nowhere')
    await get(server, '/%zz')
    const lines = await logged(4)
    expect(lines.map(({ level, kind, operation }) => [level, kind, operation])).toEqual([
      [INFO, 'supporting', 'get-token'],
      [INFO, 'download', 'download'],
      [INFO, 'unknown', undefined],
      [INFO, 'unknown', undefined],
    ])
    expect(lines[0]).toMatchObject({ param: 'clientId “00000000-sandbox”' })
    expect(JSON.stringify(lines)).not.toMatch(/sandbox-key|abcdefabcdef/)
  })

  test('is at debug for pages, monitors, the control plane and untracked calls', async () => {
    const { server, logged } = await startLogging()
    for (const path of [
      '/',
      '/livez',
      '/favicon.ico',
      '/robots.txt',
      '/docs/nothing',
      '/_sandbox/clock',
    ])
      await get(server, path)
    await server.call('E8', {}, { headers: { 'x-sandbox-untracked': 'true' } })
    const lines = await logged(7)
    expect(lines.map(({ level }) => level)).toEqual(Array.from({ length: 7 }, () => DEBUG))
    expect(lines.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 5 }, () => 'page'),
      'control',
      'operation',
    ])
  })

  test('has reason, status and route of a refused call of the control plane', async () => {
    const { server, logged } = await startLogging({ SANDBOX_ADMIN_KEY: 'the admin key' })
    await get(server, '/_sandbox/snapshots/x', { authorization: 'Bearer another key' })
    await get(server, '/_sandbox/nowhere')
    const [refused, unknown] = await logged(2)
    expect(refused).toMatchObject({ level: INFO, kind: 'control', url: '/_sandbox/snapshots/x' })
    expect(refused?.refusal).toEqual(expect.any(String))
    expect(unknown).toMatchObject({
      level: INFO,
      kind: 'control',
      status: 404,
      refusal: expect.stringContaining('Nothing exists at /_sandbox/nowhere'),
    })
    expect(JSON.stringify([refused, unknown])).not.toContain('another key')
  })

  test('is at info for changes by the control plane, including untracked ones', async () => {
    const { server, logged } = await startLogging()
    for (const headers of [{}, { 'x-sandbox-untracked': 'true' }])
      await send(`${server.url}/_sandbox/snapshots/a`, { method: 'PUT', headers })
    await send(`${server.url}/_sandbox/snapshots/a`, { method: 'DELETE' })
    const lines = await logged(3)
    expect(lines.map(({ level, kind, method }) => [level, kind, method])).toEqual([
      [INFO, 'control', 'PUT'],
      [INFO, 'control', 'PUT'],
      [INFO, 'control', 'DELETE'],
    ])
  })

  test('has the workspace that a call of the control plane names', async () => {
    const { server, logged } = await startLogging()
    const { id } = (await server.sandbox.create({ name: 'mine' })).workspace
    await get(server, `/_sandbox/clock?workspace=${id}`)
    expect(await logged(1)).toMatchObject([{ workspace: id, workspaceName: 'mine' }])
  })

  test('masks e-mail addresses in staging, and secrets by their names everywhere', async () => {
    const env = {
      SANDBOX_PROFILE: 'staging',
      SANDBOX_DATA: freshFolder(),
      SANDBOX_ADMIN_KEY: 'sixteen letters!',
    }
    const { server, log, logged } = await startLogging(env)
    const secret = 'abcdefgh12345678'
    await server.call('E8', { userIds: [] }, { as: 'editor@example.com', token: secret })
    await server.call('E9', { name: 'mail to x@example.com' }, { token: secret })
    await get(server, `/nowhere/y@example.com`, { 'access-token': secret })
    await logged(3)
    expect(log.join('')).not.toMatch(/editor@|x@example|y@example|abcdefgh1234/)
    const { masking } = server.workspace.journal
    expect(masking.person('a@example.com')).toBe('***@example.com')
  })

  test('is at warn at most, whatever a client does wrong, so that error can page the owner', async () => {
    const { server, logged } = await startLogging()
    await server.call('E1', { sort: 'asc' })
    const [line] = await logged(1)
    expect(line).toMatchObject({
      level: WARN,
      findings: [{ level: 'error', field: 'param.sort' }],
    })
    await server.call('E8', { userIds: 'none' })
    await server.call('E8', {}, { token: 'wrong' })
    await get(server, '/nowhere')
    for (const { level } of await logged(4)) expect(level).toBeLessThanOrEqual(WARN)
  })
})
