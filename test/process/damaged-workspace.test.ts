import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { act, expectRefused } from '#test/kit/acts.ts'
import { runProcess } from '#test/kit/cli.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { callOperation, freshFolder, startProcess, stopProcess } from '#test/kit/process.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { TOKEN } from '#test/kit/server.ts'

const start = async (data: string) => {
  const process = startProcess({ SANDBOX_DATA: data, SANDBOX_LOG_FORMAT: 'json' })
  return { process, url: (await process.url()).replace(/\/$/, '') }
}

const users = (url: string, token: string): Promise<Reply> =>
  callOperation(url, 'E8', { userIds: [1001] }, { 'access-token': token })

const expectAnswered = (reply: Reply): void =>
  expect(reply.body, reply.text).toMatchObject({ code: '0', result: [{ id: 1001 }] })

const DAMAGES: [what: string, damage: (path: string) => void, words: string][] = [
  ['missing', (path) => rmSync(path), 'it is missing'],
  ['empty', (path) => truncateSync(path, 0), 'it is empty'],
  ['cut', (path) => truncateSync(path, 10_000), 'it is cut: it has 10000 of '],
  ['not a database', (path) => writeFileSync(path, 'x'.repeat(8_192)), 'it is not a database'],
]

/** A stopped server with a second workspace, a snapshot of the default one, and an export. */
const stopped = async () => {
  const data = freshFolder()
  const server = await start(data)
  const made = await createWorkspace(server, { name: 'team-a' })
  await act(server, '/snapshots', { name: 'first' })
  const archive = await (await fetch(`${server.url}/_sandbox/export`)).arrayBuffer()
  await stopProcess(server.process)
  return { data, made, archive, database: (name: string) => join(data, 'databases', name) }
}

const linesAbout = (stdout: string, words: string): object[] =>
  stdout
    .split('\n')
    .filter((line) => line.includes(words))
    .map((line) => JSON.parse(line))

describe('a server whose default workspace is', () => {
  test.each(DAMAGES)(
    '%s starts, answers all others, and says it once',
    async (_what, damage, words) => {
      const { data, made, database } = await stopped()
      damage(database('database.1'))
      const { process, url } = await start(data)
      for (let count = 0; count < 3; count += 1)
        expectRefusal(await users(url, TOKEN), '90000014', 'cannot be read', 'reset the workspace')
      expectAnswered(await users(url, made.accessToken))
      const ready = await send(`${url}/readyz`, { method: 'GET' })
      expect([ready.status, ready.body]).toMatchObject([200, { damagedWorkspaces: 1 }])
      for (const path of ['/livez', '/', '/docs', '/openapi.json', '/console'])
        expect((await fetch(url + path)).status, path).toBe(200)
      const metrics = await (await fetch(`${url}/metrics`)).text()
      expect(metrics).toContain('dam_sandbox_damaged_workspaces 1')
      const listed = await runProcess(['workspace', 'list', '--json'], { SANDBOX_URL: url })
      expect(JSON.parse(listed.stdout)).toMatchObject([
        { name: 'default', damage: expect.stringContaining(words) },
        { name: 'team-a', damage: null },
      ])
      const { stdout } = await stopProcess(process)
      expect(linesAbout(stdout, 'is damaged')).toMatchObject([
        {
          level: 50,
          workspace: '00000000',
          workspaceName: 'default',
          path: database('database.1'),
          msg: expect.stringContaining(words),
        },
      ])
    },
  )

  const HEALS: [what: string, heal: (url: string, archive: ArrayBuffer) => Promise<unknown>][] = [
    ['a reset', (url) => act({ url }, '/reset', {})],
    ['a restored snapshot', (url) => act({ url }, '/snapshots/first/restore')],
    ['an import', (url, body) => fetch(`${url}/_sandbox/export`, { method: 'PUT', body })],
  ]

  test.each(HEALS)('damaged works again after %s', async (_what, heal) => {
    const { data, archive, database } = await stopped()
    truncateSync(database('database.1'), 10_000)
    const { url } = await start(data)
    expectRefused(await act({ url }, '/snapshots', { name: 'x' }), 503, 'reset the workspace')
    await heal(url, archive)
    expectAnswered(await users(url, TOKEN))
    expect((await send(`${url}/readyz`, { method: 'GET' })).body).toMatchObject({
      damagedWorkspaces: 0,
      damagedFiles: 0,
    })
  })

  test('without the log of its last changes is refused, and the log is kept', async () => {
    const data = freshFolder()
    const server = await start(data)
    server.process.kill('SIGKILL')
    await server.process.ending()
    const log = join(data, 'databases', 'database.1-wal')
    writeFileSync(log, 'x'.repeat(8_192))
    const { url } = await start(data)
    expectRefusal(await users(url, TOKEN), '90000014')
    expect(readFileSync(log, 'utf8')).toBe('x'.repeat(8_192))
  })

  test('of a newer version is refused at the start, since all of it is', async () => {
    const { data, database } = await stopped()
    const { default: Database } = await import('better-sqlite3')
    const opened = new Database(database('database.1'))
    opened.pragma('user_version = 1000')
    opened.close()
    const { code, stderr } = await startProcess({ SANDBOX_DATA: data }).ending()
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('newer') })
  })
})

test('a workspace that is brought back by its owner is no longer damaged', async () => {
  const { data, made, database } = await stopped()
  const bytes = readFileSync(database('database.2'))
  rmSync(database('database.2'))
  const { url } = await start(data)
  expectRefusal(await users(url, made.accessToken), '90000014')
  writeFileSync(database('database.2'), bytes)
  expectAnswered(await users(url, made.accessToken))
  expect((await send(`${url}/readyz`, { method: 'GET' })).body).toMatchObject({
    damagedWorkspaces: 0,
    damagedFiles: 0,
  })
})

test('a folder in the place of a database stops neither the start nor the removal of its workspace', async () => {
  const { data, made, database } = await stopped()
  rmSync(database('database.2'))
  mkdirSync(database('database.2'))
  const { url } = await start(data)
  expectRefusal(await users(url, made.accessToken), '90000014')
  const gone = await send(`${url}/_sandbox/workspaces/${made.id}`, { method: 'DELETE' })
  expect(gone.status, gone.text).toBe(204)
})
