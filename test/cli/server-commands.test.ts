import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectSandbox } from '#src/index.ts'
import { runCli, startCli } from '#test/kit/cli.ts'
import { freshFolder, startProcess, startProgram } from '#test/kit/process.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'

type Run = (...args: string[]) => Promise<string>

/** A server and the output of commands that call it, which must succeed. */
const serverWithCli = async (): Promise<{ server: TestServer; cli: Run; json: Json; env: Env }> => {
  const server = await startServer()
  const env = { SANDBOX_URL: server.url }
  const cli: Run = async (...args) => {
    const { code, stdout, stderr } = await runCli(args, env)
    expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' })
    return stdout
  }
  const json: Json = async (...args) => JSON.parse(await cli(...args, '--json'))
  return { server, cli, json, env }
}

// biome-ignore lint/suspicious/noExplicitAny: what a command prints as JSON is looked into key by key.
type Json = (...args: string[]) => Promise<any>
type Env = Record<string, string>

describe('the command line at a server', () => {
  test('creates, lists, shows and deletes workspaces', async () => {
    const { server, cli, json, env } = await serverWithCli()
    const made = await json('workspace', 'create', '--name', 'checkout', '--ttl', '2h')
    expect(Object.keys(made).sort()).toEqual([
      'accessToken',
      'baseUrl',
      'clientId',
      'clientKey',
      'fixtures',
      'id',
      'name',
    ])
    expect(made).toMatchObject({ name: 'checkout', baseUrl: `${server.url}/w/${made.id}` })
    expect(await cli('workspace', 'list')).toMatch(/^ID +NAME.*\n00000000 +default[\s\S]*checkout/m)
    expect(await json('workspace', 'show', 'checkout')).toMatchObject({
      id: made.id,
      counts: { users: 3 },
      expiresAtMs: expect.any(Number),
    })
    const { code, stderr } = await runCli(['workspace', 'create', '--name', 'checkout'], env)
    expect(code).toBe(1)
    expect(stderr).toBe(
      'dam-sandbox: There is already a workspace "checkout"; choose another name\n',
    )
    await cli('workspace', 'delete', 'checkout')
    expect((await json('workspace', 'list')).length).toBe(1)
  })

  test('takes names of any script, and aligns them in tables', async () => {
    const { cli, json } = await serverWithCli()
    const { id } = await json('workspace', 'create', '--name', '结账 测试')
    expect(await json('workspace', 'show', '结账 测试')).toMatchObject({ id, name: '结账 测试' })
    const lines = (await cli('workspace', 'list')).split('\n')
    const line = lines.find((one) => one.includes('结账 测试')) ?? ''
    // Each of the four characters takes two columns.
    expect(line.indexOf('minimal') + 4).toBe(lines[0]?.indexOf('SEED'))
    await cli('snapshot', 'take', '基线', '--workspace', '结账 测试')
    expect(await cli('snapshot', 'list', '--workspace', '结账 测试')).toContain('基线')
    expect(await cli('workspace', 'delete', '结账 测试')).toContain('结账 测试')
  })

  test('selects a workspace by --workspace, SANDBOX_WORKSPACE or the prefix of the URL', async () => {
    const { server, json, env } = await serverWithCli()
    const { id } = await json('workspace', 'create', '--name', 'one', '--freeze', '5000')
    expect(await json('clock', 'show', '--workspace', 'one')).toEqual({ mode: 'frozen', now: 5000 })
    await json('clock', 'advance', '1h0m1s', '--workspace', id)
    const here = await runCli(['clock', 'show', '--json'], { ...env, SANDBOX_WORKSPACE: 'one' })
    expect(JSON.parse(here.stdout).now).toBe(3_606_000)
    const prefixed = await runCli(['clock', 'show'], { SANDBOX_URL: `${server.url}/w/${id}` })
    expect(prefixed.stdout).toBe('1970-01-01T01:00:06.000Z  frozen\n')
    expect((await json('clock', 'show')).mode).toBe('real')
  })

  test('takes and restores snapshots, and resets parts', async () => {
    const { server, cli, json } = await serverWithCli()
    const countGroups = async () => (await json('workspace', 'show')).counts.crowd_packs
    const { crowdPack } = server.fixtures
    await cli('snapshot', 'take', 'before')
    await server.result('E18', crowdPack)
    expect(await countGroups()).toBe(0)
    expect(await cli('snapshot', 'list')).toMatch(/^NAME +TAKEN +BYTES\nbefore +\d{4}-/)
    await cli('snapshot', 'restore', 'before')
    expect(await countGroups()).toBe(1)
    await cli('snapshot', 'delete', 'before')
    expect(await json('snapshot', 'list')).toEqual([])
    await cli('clock', 'freeze', '2026-03-04T05:06:07Z')
    expect(await cli('reset', '--parts', 'clock')).toBe('reset clock\n')
    expect((await json('clock', 'show')).mode).toBe('real')
  })

  test('prints the variables of a workspace for every shell', async () => {
    const { server, cli, json } = await serverWithCli()
    const { id, clientKey } = await json('workspace', 'create', '--name', 'one')
    expect(await cli('env')).toBe(
      [
        `export SANDBOX_URL='${server.url}'`,
        `export SANDBOX_ACCESS_TOKEN='${TOKEN}'`,
        "export SANDBOX_CLIENT_ID='00000000-sandbox'",
        "export SANDBOX_CLIENT_KEY='sandbox-key'\n",
      ].join('\n'),
    )
    expect(await json('env', '--workspace', 'one')).toMatchObject({
      SANDBOX_URL: `${server.url}/w/${id}`,
      SANDBOX_CLIENT_KEY: clientKey,
    })
    for (const shell of ['bash', 'zsh'])
      expect(await cli('env', '--shell', shell)).toBe(await cli('env'))
    expect(await cli('env', '--shell', 'fish')).toContain(`set -gx SANDBOX_URL '${server.url}'`)
    expect(await cli('env', '--shell', 'powershell')).toContain(
      `$env:SANDBOX_URL = '${server.url}'`,
    )
  })

  test('prints the variables of --workspace, also with the URL of another workspace', async () => {
    const { server, json } = await serverWithCli()
    const { id: one } = await json('workspace', 'create', '--name', 'one')
    const { id: two, clientId } = await json('workspace', 'create', '--name', 'two')
    const env = { SANDBOX_URL: `${server.url}/w/${one}` }
    const variablesOf = async (...args: string[]) =>
      JSON.parse((await runCli(['env', '--json', ...args], env)).stdout)
    expect(await variablesOf('--workspace', 'two')).toMatchObject({
      SANDBOX_URL: `${server.url}/w/${two}`,
      SANDBOX_CLIENT_ID: clientId,
    })
    expect((await variablesOf()).SANDBOX_URL).toBe(env.SANDBOX_URL)
    const inside = await connectSandbox(env.SANDBOX_URL).open('two')
    expect(await inside.call('E8', { userIds: [1001] })).toHaveLength(1)
  })

  test('makes the shell that evaluates its output fail when env fails', async () => {
    const { env } = await serverWithCli()
    const failing = ['env', '--workspace', 'nope']
    expect(await runCli(failing, env)).toMatchObject({
      code: 1,
      stdout: 'false\n',
      stderr: 'dam-sandbox: There is no workspace "nope"\n',
    })
    const script = `eval "$('${process.execPath}' dist/cli.cjs env --workspace nope)" && echo ran`
    const shell = startProgram('/bin/sh', ['-c', script], {
      env: { PATH: '/usr/bin:/bin', ...env },
    })
    expect(await shell.ending()).toMatchObject({ code: 1, stdout: '' })
    const power = await runCli([...failing, '--shell=powershell'], env)
    expect(power.stdout).toBe("throw 'dam-sandbox env failed'\n")
    expect(JSON.parse((await runCli([...failing, '--json'], env)).stdout)).toHaveProperty('error')
    expect(await runCli(['env', '--shell', 'bsh'], env)).toMatchObject({
      code: 2,
      stdout: 'false\n',
    })
  })

  test('lists faults with match and use, and ends with 1 while one is unused', async () => {
    const { server, cli, json, env } = await serverWithCli()
    const args = ['fault', 'add', '--operation', 'E8', '--code', '10134011', '--times', '2']
    const { id } = await json(...args, '--body', '{"/param/userIds":[]}')
    expect(await runCli(['fault', 'list', '--unused'], env)).toMatchObject({
      code: 1,
      stderr: 'dam-sandbox: 1 rule was never used\n',
    })
    const reply = await server.call('E8', { userIds: [] })
    expect(reply.body).toMatchObject({ code: '10134011' })
    expect(await json('fault', 'list', '--unused')).toEqual([])
    expect(await json('fault', 'list')).toMatchObject([{ id, used: 1, times: 2 }])
    expect(await cli('fault', 'list')).toMatch(
      /^f-1 +E8 +\{"body":\{"\/param\/userIds":\[\]\}\} +before /m,
    )
    expect(await json('fault', 'add', '--operation', 'E8', '--truncate')).toMatchObject({
      phase: 'during',
    })
    await cli('fault', 'remove', id)
    await cli('fault', 'add', '--rule', JSON.stringify(RESET_AFTER_E9))
    await cli('fault', 'clear')
    expect(await json('fault', 'list')).toEqual([])
  })

  test('lists, waits for, excludes and exports calls', async () => {
    const { server, cli, json, env } = await serverWithCli()
    await server.call('E8', { userIds: [1001] }, { as: 'editor@example.com' })
    expect(await cli('journal', 'list')).toMatch(
      /^#1 .* E8 +0 .*editor@example\.com {2}query-user-simple-info-list\n$/,
    )
    expect((await json('journal', 'list', '--operation', 'E9')).entries).toEqual([])
    const body = ['--body', '{"param":{"userIds":[1001]}}']
    expect(await cli('journal', 'wait', '--operation', 'E8', ...body)).toContain('1 matched')
    const pointer = ['--body', '{"/param/userIds/0":1001}', '--timeout', '2m']
    expect(await cli('journal', 'wait', '--operation', 'E8', ...pointer)).toContain('1 matched')
    const late = ['journal', 'wait', '--operation', 'E9', '--timeout', '10ms']
    const { code, stdout, stderr } = await runCli(late, env)
    expect(code).toBe(1)
    expect(stdout).toContain('nearest is #1:\n  operation: expected "E9", found "E8"')
    expect(stderr).toBe(
      'dam-sandbox: 0 of 1 call matched within 10ms; nearest is #1: operation: expected "E9", found "E8"\n',
    )
    expect(await cli('journal', 'expect-none', '--operation', 'E9')).toBe('no call matched\n')
    const found = await runCli(['journal', 'expect-none', '--operation', 'E8'], env)
    expect(found).toMatchObject({ code: 1, stderr: 'dam-sandbox: a call matched: #1\n' })
    const file = join(freshFolder(), 'calls.har')
    await cli('journal', 'har', '--output', file)
    expect(JSON.parse(readFileSync(file, 'utf8')).log.entries).toHaveLength(1)
    await cli('journal', 'clear')
    expect((await json('journal', 'list')).entries).toEqual([])
  })

  test('lists the newest calls, and says how many more there are', async () => {
    const { server, cli, env } = await serverWithCli()
    expect(await runCli(['journal'], env)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'no calls\n',
    })
    for (let count = 0; count < 3; count += 1) await server.call('E8', { userIds: [] })
    const listed = async (...args: string[]) => {
      const { stdout, stderr } = await runCli(['journal', 'list', ...args], env)
      return { seqs: [...stdout.matchAll(/^#(\d+)/gm)].map(([, seq]) => Number(seq)), stderr }
    }
    expect(await listed('--last', '2')).toEqual({
      seqs: [2, 3],
      stderr: expect.stringMatching(/^2 of 3 calls shown; these are the newest; [^\n]+\n$/),
    })
    expect(await listed('--after', '1', '--limit', '1')).toEqual({
      seqs: [2],
      stderr: '1 of 2 calls shown; continue with --after 2\n',
    })
    expect(await listed('--since', '1h')).toEqual({ seqs: [1, 2, 3], stderr: '' })
    await cli('clock', 'advance', '2h')
    expect((await listed('--since', '1h')).seqs).toEqual([])
  })

  test('shows a call with request and answer', async () => {
    const { server, cli, json, env } = await serverWithCli()
    await cli('fault', 'add', '--operation', 'E8', '--code', '10134011')
    await server.call('E8', { userIds: [1001] })
    const words = await cli('journal', 'show', '1')
    expect(words).toMatch(/^#1 .* E8 +10134011 /)
    for (const part of [
      'fault: ',
      'request: POST /open-api/',
      'answer: HTTP 200 application/json',
      'x-sandbox-fault: f-1 before refuse',
    ])
      expect(words).toContain(`\n${part}`)
    expect(words).toContain('content-type: application/json\n')
    expect(words).toContain('"code": "10134011"')
    expect(await json('journal', 'show', '1')).toMatchObject({ seq: 1, answer: { body: {} } })
    expect(await runCli(['journal', 'show', '9'], env)).toMatchObject({ code: 1 })
  })

  test('prints records, fixtures and quotas', async () => {
    const { server, cli, json, env } = await serverWithCli()
    const { total } = await json('records', 'approvals')
    expect((await cli('records', 'approvals')).trim().split('\n')).toHaveLength(total)
    const none = await runCli(['records', 'notifications'], env)
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'no records of notifications\n' })
    expect(await json('fixtures')).toMatchObject({ crowdPack: server.fixtures.crowdPack })
    expect(await cli('fixtures')).toMatch(/^users\.owner\.id \d+$/m)
    await connectSandbox(server.url).workspace({
      name: 'small',
      ttlMs: 3_600_000,
      assume: { 'A-20-1': 'envelope' },
      quota: { fileBytes: 5_000 },
    })
    const words = await cli('workspace', 'show', 'small')
    expect(words).toMatch(/^expires \d{4}-[^\n]+Z$/m)
    expect(words).toContain(
      '\nquota: files 5000 bytes\nvariation: none\nvariants: A-20-1=envelope\n',
    )
    expect(await cli('workspace', 'show')).toContain('\nexpires never\n')
  })

  test('ends with 2 and one line when the server stops during a wait', async () => {
    const { server, env } = await serverWithCli()
    const waiting = startCli(['journal', 'wait', '--operation', 'E9', '--timeout', '1m'], env)
    const following = startCli(['journal', '--follow', '--after', '0'], env)
    await server.call('E8', { userIds: [] })
    await following.until(/^#1 /)
    // By now the first wait has most likely begun; a late one must end the same.
    await runCli(['journal', 'wait', '--operation', 'E8'], env)
    await server.close()
    for (const { ending } of [waiting, following]) {
      const { code, stderr } = await ending()
      expect(stderr).toMatch(/^dam-sandbox: [^\n]+\n$/)
      expect(code).toBe(2)
    }
  })

  test('ends with 2 when a stopping server answers a wait with 503', async () => {
    const stopping = createServer((_request, response) => {
      response.statusCode = 503
      response.end('{"detail":"The workspace or the server went away"}')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      stopping.close()
    })
    await once(stopping, 'listening')
    const { port } = stopping.address() as AddressInfo
    const env = { SANDBOX_URL: `http://127.0.0.1:${port}` }
    for (const what of ['wait', 'expect-none'])
      expect(await runCli(['journal', what, '--operation', 'E9'], env)).toMatchObject({
        code: 2,
        stderr: 'dam-sandbox: The workspace or the server went away\n',
      })
  })

  test('follows the journal until the server stops', async () => {
    const { server, env } = await serverWithCli()
    await server.call('E8', { userIds: [] })
    const following = startCli(['journal', '--follow', '--after', '0', '--json'], env)
    await following.until(/"operation":"E8"/)
    await server.call('E2', { createDate: '2025' })
    const [line] = await following.until(/^\{.*"operation":"E2".*\}$/m)
    expect(JSON.parse(line)).toMatchObject({ seq: 2, code: '0' })
    await server.close()
    expect(await following.ending()).toMatchObject({ code: 2 })
  })

  test('prints what was changed between followed calls as a line', async () => {
    const { server, env } = await serverWithCli()
    await server.call('E8', { userIds: [] })
    const following = startCli(['journal', '--follow', '--after', '0'], env)
    await following.until(/^#1 /)
    server.workspace.mark('state-set', 'empty')
    await following.until(/^-- {2}\S+Z {2}state-set {2}empty$/m)
    await server.close()
    await following.ending()
  })

  test('says on stderr how many followed calls were dropped', async () => {
    const server = await startServer({ env: { SANDBOX_JOURNAL_ENTRIES: '1' } })
    for (let count = 0; count < 3; count += 1) await server.call('E8', { userIds: [] })
    const args = ['journal', '--follow', '--after', '0', '--json']
    const following = startCli(args, { SANDBOX_URL: server.url })
    await following.until(/"seq":3/)
    await server.close()
    const { stdout, stderr } = await following.ending()
    const [call, end, ...others] = stdout.trim().split('\n')
    expect([call, end].map((line) => JSON.parse(line ?? ''))).toMatchObject([
      { seq: 3 },
      { error: { code: 'unreachable' } },
    ])
    expect(others).toEqual([])
    expect(stderr).toMatch(
      /^2 calls were dropped before they could be sent\ndam-sandbox: [^\n]+ closed the stream: [^\n]+\n$/,
    )
  })

  test('adds seeds, exports and imports', async () => {
    const { cli, json, env } = await serverWithCli()
    const folder = freshFolder()
    const seed = join(folder, 'more.json')
    writeFileSync(seed, '{"departments":[{"id":99,"name":"Another"}]}')
    expect(await json('seed', seed)).toMatchObject({ added: { departments: 1 } })
    writeFileSync(seed, '{')
    expect(await runCli(['seed', seed], env)).toMatchObject({ code: 2 })
    expect(await runCli(['seed', `${seed}x`], env)).toMatchObject({ code: 2 })
    const file = join(folder, 'workspace.tar')
    await cli('export', file)
    expect(existsSync(file)).toBe(true)
    await cli('workspace', 'create', '--name', 'copy')
    await cli('import', file, '--workspace', 'copy')
    const script = `'${process.execPath}' dist/cli.cjs import - --workspace copy < '${file}'`
    const shell = startProgram('/bin/sh', ['-c', script], {
      env: { PATH: '/usr/bin:/bin', ...env },
    })
    expect(await shell.ending()).toMatchObject({ code: 0, stdout: 'imported -\n', stderr: '' })
  })

  test('sets named states and decides tasks of approvals', async () => {
    const { cli, json } = await serverWithCli()
    expect(await cli('state')).toMatch(/^NAME +MAKES TRUE\n[\s\S]*crowd-pack-empty {2,}/)
    const { ids } = await json('state', 'set', 'approval-in-progress')
    expect(await cli('state', 'set', 'approval-in-progress')).toContain(`\nkey ${ids.key}\n`)
    const args = ['approval', 'reject', String(ids.approvalId), ids.key, '--comment', 'too dark']
    expect(await json(...args)).toMatchObject({ tasks: [{ comment: 'too dark' }] })
    const words = await cli('approval', 'approve', '9001', 'task1')
    expect(words).toMatch(
      /^approval 9001 "[^"]+" is IN_PROGRESS: task1 \([^@ ]+@example\.com\) APPROVED, task2 \([^@ ]+@example\.com\) IN_PROGRESS\n$/,
    )
  })

  test('lists the tasks of approvals with their people, and filters them', async () => {
    const { cli, json, env } = await serverWithCli()
    const { ids } = await json('state', 'set', 'approval-in-progress')
    const words = await cli('approval')
    expect(words).toMatch(/^APPROVAL +TASK +STATUS +ASSIGNEE +NAME +APPROVAL STATUS +SUBJECT\n/)
    expect(words).toMatch(
      new RegExp(`^${ids.approvalId} +${ids.key} +IN_PROGRESS +editor@example.com +\\S`, 'm'),
    )
    const [task, ...others] = await json('approval', 'list', '--approval', String(ids.approvalId))
    expect(others).toEqual([])
    expect(task).toMatchObject({
      approvalId: ids.approvalId,
      key: ids.key,
      assignee: 1002,
      assigneeEmail: 'editor@example.com',
      status: 'IN_PROGRESS',
      approvalStatus: 'IN_PROGRESS',
    })
    const listed = async (...args: string[]) =>
      (await json('approval', 'list', ...args)).map((one: { taskId: string }) => one.taskId)
    expect(await listed('--assignee', '1002', '--status', 'IN_PROGRESS')).toContain(task.taskId)
    expect(await listed('--assignee', 'Editor@example.com')).toContain(task.taskId)
    expect(await listed('--assignee', '1003')).not.toContain(task.taskId)
    expect(await listed('--status', 'REJECTED')).not.toContain(task.taskId)
    const none = await runCli(['approval', 'list', '--assignee', 'nobody@example.com'], env)
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'no tasks\n' })
    const typo = await runCli(['approval', 'list', '--status', 'APROVED'], env)
    expect(typo).toMatchObject({ code: 2, stderr: expect.stringContaining('mean "APPROVED"?') })
  })

  test('reuses a workspace by its name, with the credentials that its creation printed', async () => {
    const { cli, json, env } = await serverWithCli()
    const args = ['workspace', 'create', '--name', 'ci', '--assume', 'A-20-1=envelope']
    const made = await json(...args, '--reuse')
    const again = await runCli([...args, '--reuse', '--json'], env)
    expect(again).toMatchObject({ code: 0, stderr: 'workspace "ci" was there already\n' })
    expect(JSON.parse(again.stdout)).toMatchObject({
      id: made.id,
      name: 'ci',
      baseUrl: made.baseUrl,
      accessToken: made.accessToken,
      clientId: made.clientId,
      clientKey: made.clientKey,
      fixtures: { app: { accessToken: made.accessToken } },
    })
    await cli('variant', 'set', 'A-20-1=bare', '--workspace', 'ci')
    expect(await runCli([...args, '--reuse', '--seed', 'demo'], env)).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'dam-sandbox: There is already a workspace "ci" with seed minimal, not demo and A-20-1=bare, not envelope; delete it or choose another name\n',
    })
    expect(await runCli(['workspace', 'create', '--reuse'], env)).toMatchObject({
      code: 2,
      stderr: 'dam-sandbox: --reuse needs --name\n',
    })
  })

  test('fails without the admin key, and succeeds with it', async () => {
    const server = startProcess({ SANDBOX_ADMIN_KEY: 'the key' })
    const env = { SANDBOX_URL: await server.url() }
    const refused = await runCli(['clock'], env)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /^dam-sandbox: Authorization is missing; [^\n]+ with --key or SANDBOX_ADMIN_KEY\n$/,
    )
    expect((await runCli(['clock', '--key', 'no key'], env)).stderr).toMatch(
      /^dam-sandbox: The admin key in Authorization is wrong; [^\n]+ with --key or SANDBOX_ADMIN_KEY\n$/,
    )
    expect(await runCli(['clock', '--key', 'the key'], env)).toMatchObject({ code: 0 })
    const byVariable = { ...env, SANDBOX_ADMIN_KEY: 'the key' }
    expect(await runCli(['clock', 'show'], byVariable)).toMatchObject({ code: 0 })
  })
})

const RESET_AFTER_E9 = { match: { operation: 'E9' }, phase: 'after', effect: { reset: true } }
