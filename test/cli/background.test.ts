import { fork } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { HOST_PREFIX, isRunning } from '#src/kernel/processes.ts'
import { runProcess, startCli } from '#test/kit/cli.ts'
import { callOperation, freshFolder, startProcess, startProgram } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'

interface Started {
  url: string
  pid: number
  log: string
}

/** The command line with a folder for temporary files of its own. */
const shell = (env: Readonly<Record<string, string>> = {}) => {
  const folder = freshFolder()
  const own = { TMPDIR: folder, ...env }
  const run = (...args: string[]) => runProcess(args, own)
  const start = async (...args: string[]): Promise<Started> => {
    const command = ['start', '--background', '--seed', 'minimal', '--port', '0', '--json', ...args]
    const started = JSON.parse((await run(...command)).stdout)
    onTestFinished(() => {
      if (isRunning(started.pid)) process.kill(started.pid, 'SIGKILL')
    })
    return started
  }
  return { folder, own, run, start }
}

describe('a server in the background', () => {
  test('answers when start has ended, until stop has ended', async () => {
    const { folder, run, start } = shell()
    const { url, pid, log } = await start()
    expect(await callOperation(url, 'E8', { userIds: [1001] })).toMatchObject({
      body: { code: '0' },
    })
    expect(readFileSync(log, 'utf8')).toContain(`dam-sandbox listens on ${url}`)
    expect((await run('ready', '--url', url)).stdout).toContain('status ready\n')
    expect(await run('stop', '--url', url, '--json')).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ stopped: url, pid }, null, 2)}\n`,
    })
    expect(readFileSync(log, 'utf8')).toContain('"stopped"')
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^dam-sandbox-log-/)])
    expect(await run('stop', '--url', url)).toMatchObject({
      code: 1,
      stderr: `dam-sandbox: no server responds at ${url}\n`,
    })
  })

  test('prints its URL alone, and is found by its data folder', async () => {
    const { run } = shell()
    const data = join(freshFolder(), 'data')
    const started = await run('start', '--background', '--port', '0', '--data', data)
    expect(started).toMatchObject({ code: 0, stdout: expect.stringMatching(/^http:\S+:\d+\n$/) })
    expect(started.stderr).toMatch(/^process \d+, log \/\S+\n$/)
    expect(await run('stop', '--data', data)).toMatchObject({ code: 0 })
    expect(await run('stop', '--data', data)).toMatchObject({
      code: 1,
      stderr: `dam-sandbox: no server uses the data folder ${data}\n`,
    })
  })

  test('fails with the error of the server', async () => {
    const { folder, run } = shell()
    const { code, stdout, stderr } = await run(
      'start',
      '--background',
      '--port',
      'x',
      '--sync',
      'x',
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^dam-sandbox: --port must be .+\ndam-sandbox: --sync must be .+\n$/)
    const json = await run('start', '--background', '--seed', 'nope', '--port', '0', '--json')
    const message = expect.stringContaining('"nope" does not exist')
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { code: 'failed', message },
      exitCode: 1,
    })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('dam-sandbox stop', () => {
  test('has its findings and coverage among its artifacts when stop has ended', async () => {
    const { run, start } = shell()
    const folder = join(freshFolder(), 'artifacts')
    const { url } = await start('--artifacts', folder)
    await callOperation(url, 'E8', { userids: [] })
    expect(await run('stop', '--url', url)).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'findings.txt'), 'utf8')).toContain('wrong-case-name')
    expect(readdirSync(folder)).toContain('coverage.json')
    expect(readFileSync(join(folder, 'summary.txt'), 'utf8')).toContain('1 calls, 1 refused')
  })

  test('ends a server in the foreground in order', async () => {
    const { own, run } = shell()
    const server = startProcess(own)
    expect(await run('stop', '--url', await server.url())).toMatchObject({ code: 0 })
    expect(await server.ending()).toMatchObject({ code: 0, signal: null })
  })

  test('outlives a process that ends before the server has started', async () => {
    const { folder, own, run } = shell()
    const data = join(freshFolder(), 'data')
    const env = { ...own, SANDBOX_PORT: '0', SANDBOX_DATA: data }
    const child = fork('dist/server.cjs', { env, silent: true })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.disconnect()
    await expect.poll(() => readdirSync(folder)).toContainEqual(expect.stringMatching(/json$/))
    expect(await run('stop', '--data', data)).toMatchObject({ code: 0 })
  })

  test('ends no process that the server at the URL does not name as its own', async () => {
    const { folder, run } = shell()
    const { url } = await startServer()
    const { child } = startProgram('/bin/sleep', ['600'], { env: {} })
    const file = `${HOST_PREFIX}${process.getuid?.()}-port-${new URL(url).port}.json`
    for (const pid of [child.pid, process.pid]) {
      const found = { pid, tag: 'that of another process', url, data: null }
      writeFileSync(join(folder, file), JSON.stringify(found))
      expect(await run('stop', '--url', url)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          / was not started with .+ on this machine; end its process \d+ on the machine where/,
        ),
      })
    }
    expect(isRunning(child.pid ?? 0)).toBe(true)
  })
})

describe('dam-sandbox ready', () => {
  test('waits until the server takes calls', async () => {
    let status = 503
    const answers = { 503: '{"status":"closing"}', 200: '{"status":"ready"}' }
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      response.writeHead(status).end(answers[status as 200 | 503])
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await expect.poll(() => server.listening).toBe(true)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { run } = shell({ SANDBOX_URL: url })
    expect(await run('ready', '--timeout', '200ms')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `dam-sandbox: not ready after 0.2 s: ${url}/readyz returns HTTP 503 closing\n`,
    })
    asked = 0
    const waiting = startCli(['ready'], { SANDBOX_URL: url })
    await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(1)
    status = 200
    expect(await waiting.ending()).toMatchObject({ code: 0, stdout: 'status ready\n' })
  })

  test('says why no server answers', async () => {
    const { run } = shell({ SANDBOX_URL: 'http://127.0.0.1:65535' })
    expect(await run('ready', '--timeout', '1ms')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^dam-sandbox: not ready after 0\.001 s: .+ECONNREFUSED.*\n$/),
    })
  })
})
