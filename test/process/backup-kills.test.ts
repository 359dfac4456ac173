import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBackup } from '#src/control/backup/backup-folder.ts'
import { partsOf, verifyBackups } from '#src/control/backup/verify-backup.ts'
import { done } from '#test/kit/acts.ts'
import { backedUp } from '#test/kit/backups.ts'
import { startCli } from '#test/kit/cli.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { send } from '#test/kit/http.ts'
import { freshFolder, type ServerProcess, startProcess, stopProcess } from '#test/kit/process.ts'

/** Kills of each kind; more of them with `KILLS=20`. */
// biome-ignore lint/style/noProcessEnv: a longer run of the same test.
const KILLS = Number(process.env.KILLS ?? 2)

const WORKSPACES = 4

const filesIn = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
        .length
    : 0

/** Runs a backup command, and kills a process once a folder has so many files, unless the command has ended before. */
const killAt = async (
  args: readonly string[],
  { url, folder, files, server }: KillOptions,
): Promise<void> => {
  const command = startCli(['backup', ...args, '--url', url])
  const isOver = (): boolean => command.child.exitCode !== null
  await expect.poll(() => isOver() || filesIn(folder) >= files, { interval: 1 }).toBe(true)
  const killed = server ?? command
  killed.kill('SIGKILL')
  await killed.ending()
  await command.ending()
}

interface KillOptions {
  readonly url: string
  readonly folder: string
  readonly files: number
  /** Killed in place of the command. */
  readonly server?: ServerProcess | undefined
}

const verify = async (folder: string) => {
  const backup = readBackup(folder)
  await verifyBackups(folder, [backup], () => undefined)
  return backup
}

const serverWith = async (data: string) => {
  const server = startProcess({ SANDBOX_DATA: data })
  return { server, url: (await server.url()).replace(/\/$/, '') }
}

/** Adds a crowd pack, of its own id, to each of some workspaces. */
const write = async (url: string, ids: readonly string[], round: number): Promise<void> => {
  const states = { selfAgent: 0, isComplete: true, createdAtMs: 1, corpId: 'c', source: 's' }
  for (const id of ids) {
    const pack = { id: 1_000 + round, name: id, members: [id], ...states }
    await done({ url }, `/seed?workspace=${id}`, { crowdPacks: [pack] })
  }
}

/** The crowd packs of each workspace. */
const read = (url: string, ids: readonly string[]): Promise<unknown[]> =>
  Promise.all(
    ids.map(async (id) => {
      const path = `/_sandbox/records/crowd-packs?workspace=${id}`
      return (await send(url + path, { method: 'GET' })).body
    }),
  )

const begin = async () => {
  const data = freshFolder()
  const started = await serverWith(data)
  const ids: string[] = []
  for (let count = 0; count < WORKSPACES; count += 1)
    ids.push((await createWorkspace({ url: started.url })).id)
  await write(started.url, ids, 0)
  return { ...started, data, ids, folder: join(freshFolder(), 'backup') }
}

test('a backup that is killed leaves the one before or itself, whole', async () => {
  const { url, ids, folder } = await begin()
  await backedUp({ url }, 'create', folder)
  let takenAtMs = 0
  for (let round = 1; round <= KILLS; round += 1) {
    await write(url, ids, round)
    const files = filesIn(folder) + (round % (WORKSPACES + 3))
    await killAt(['create', folder], { url, folder, files })
    const backup = await verify(folder)
    expect(backup.takenAtMs).toBeGreaterThanOrEqual(takenAtMs)
    takenAtMs = backup.takenAtMs
  }
  const created = () => backedUp({ url }, 'create', folder).catch(() => undefined)
  // The server may not have noticed the end of the last one.
  await expect.poll(created).toMatchObject({ databases: WORKSPACES + 1 })
  expect(filesIn(folder)).toBe(partsOf(await verify(folder)).size + 1)
  const restored = freshFolder()
  await backedUp({ url }, 'restore', folder, '--data', restored)
  const { url: second } = await serverWith(restored)
  expect(await read(second, ids)).toEqual(await read(url, ids))
})

test('a server that is killed during a backup loses nothing, and neither does the backup', async () => {
  const { data, ids, folder, ...first } = await begin()
  let { server, url } = first
  await backedUp({ url }, 'create', folder)
  for (let round = 1; round <= KILLS; round += 1) {
    await write(url, ids, round)
    const acknowledged = await read(url, ids)
    const files = filesIn(folder) + (round % (WORKSPACES + 3))
    await killAt(['create', folder], { url, folder, files, server })
    await verify(folder)
    ;({ server, url } = await serverWith(data))
    expect(await read(url, ids)).toEqual(acknowledged)
  }
  await backedUp({ url }, 'create', folder)
  await stopProcess(server)
  const left = (await verify(folder)).databases.map(({ name }) => name)
  expect(readdirSync(join(data, 'databases')).sort()).toEqual(left.sort())
})

test('a restore that is killed can be repeated, and no server starts on its half', async () => {
  const { url, ids, folder } = await begin()
  await backedUp({ url }, 'create', folder)
  const before = await read(url, ids)
  for (let round = 1; round <= KILLS; round += 1) {
    const data = freshFolder()
    const files = 2 + ((round * 5) % 30)
    await killAt(['restore', folder, '--data', data], { url, folder: data, files })
    if (!existsSync(join(data, 'registry.sqlite'))) {
      const { code, stderr } = await startProcess({ SANDBOX_DATA: data }).ending()
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('missing'),
      })
      await backedUp({ url }, 'restore', folder, '--data', data)
    }
    const { server, url: second } = await serverWith(data)
    expect(await read(second, ids)).toEqual(before)
    await stopProcess(server)
  }
})

test('a server that is killed while a workspace is restored has it whole or not at all', async () => {
  const { data, ids, folder, ...first } = await begin()
  let { server, url } = first
  const [id = ''] = ids
  await backedUp({ url }, 'create', folder)
  const before = await read(url, [id])
  const gone = [{ detail: expect.stringContaining('does not exist'), status: 404 }]
  for (let round = 1; round <= KILLS; round += 1) {
    await send(`${url}/_sandbox/workspaces/${id}`, { method: 'DELETE' })
    const [unfinished, files] = [join(data, 'files', 'unfinished'), 1 + (round % 2)]
    const args = ['restore', folder, '--workspace', id]
    await killAt(args, { url, folder: unfinished, files, server })
    ;({ server, url } = await serverWith(data))
    const found = await read(url, [id])
    if (Object(found[0]).status === 404) expect(found).toMatchObject(gone)
    else expect(found).toEqual(before)
    await backedUp({ url }, 'restore', folder, '--workspace', id)
    expect(await read(url, [id])).toEqual(before)
  }
})
