import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import { backedUp, runBackup } from '#test/kit/backups.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
import { sendSingle, sha256Of } from '#test/kit/uploads.ts'

const BYTES = Buffer.from('bytes of a file')
const FILE = join('contents', sha256Of(BYTES).slice(0, 2), sha256Of(BYTES))

const manifestsIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.json'))

/** Three backups: before a workspace with a file, with it, and after it was deleted. */
const threeBackups = async (...flags: string[]) => {
  const server = await startServer({ env: { SANDBOX_DATA: freshFolder() } })
  const folder = freshFolder()
  const create = () => backedUp(server, 'create', folder, ...flags)
  const first = await create()
  const { accessToken: token, id } = await createWorkspace(server, { name: 'team-a' })
  await sendSingle(server, 'a.bin', BYTES, undefined, { token })
  const second = await create()
  await act(server, `/workspaces/${id}`, undefined, 'DELETE')
  const third = await create()
  const takenAtMs = [third, second, first].map((one) => one.takenAtMs as number)
  return { server, folder, create, takenAtMs, id, token }
}

const listed = async (server: TestServer, folder: string) =>
  (await backedUp(server, 'list', folder)).map((one: { takenAtMs: number }) => one.takenAtMs)

describe('earlier backups of a folder', () => {
  test('are kept up to a number, oldest removed first, and share contents', async () => {
    const { server, folder, create, takenAtMs } = await threeBackups('--keep', '3')
    expect(await listed(server, folder)).toEqual(takenAtMs)
    expect(await backedUp(server, 'verify', folder)).toMatchObject({ earlierBackups: 2 })
    const fourth = await create()
    expect(await listed(server, folder)).toEqual([fourth.takenAtMs, ...takenAtMs.slice(0, 2)])
    const names = readdirSync(join(folder, 'contents'), { recursive: true }) as string[]
    expect(names.filter((name) => name.endsWith(sha256Of(BYTES)))).toHaveLength(1)
  })

  test('are not kept by default, and stay where a backup does not say how many', async () => {
    const plain = await threeBackups()
    expect(manifestsIn(plain.folder)).toEqual(['backup.json'])
    expect(readdirSync(join(plain.folder, 'contents'), { recursive: true })).not.toContain(FILE)
    const { server, folder, takenAtMs } = await threeBackups('--keep', '5')
    const { takenAtMs: newest } = await backedUp(server, 'create', folder)
    expect(await listed(server, folder)).toEqual([newest, ...takenAtMs.slice(1)])
    await backedUp(server, 'create', folder, '--keep', '1')
    expect(manifestsIn(folder)).toEqual(['backup.json'])
  })

  test('bring back a workspace that was deleted before the newest one', async () => {
    const { server, folder, takenAtMs, id, token } = await threeBackups('--keep', '3')
    const restore = ['restore', folder, '--workspace', 'team-a']
    const gone = await runBackup(server, ...restore)
    expect(gone).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no workspace "team-a"'),
    })
    const at = String((takenAtMs[0] ?? 0) - 1)
    expect(await backedUp(server, ...restore, '--at', at)).toMatchObject({ id, isNew: true })
    expect(await server.result('E8', { userIds: [1001] }, { token })).toHaveLength(1)
  })

  test('can be restored to a data folder, and an instant before all of them is refused', async () => {
    const { server, folder, takenAtMs } = await threeBackups('--keep', '3')
    const restore = (atMs: number) =>
      runBackup(server, 'restore', folder, '--at', `${atMs}`, '--data', join(freshFolder(), 'data'))
    expect(await restore(takenAtMs[1] ?? 0)).toMatchObject({ code: 0, stderr: '' })
    const { code, stderr } = await restore((takenAtMs[2] ?? 0) - 1)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the oldest is from'),
    })
  })

  test('lose no contents where one of their manifests is damaged, which verify names', async () => {
    const { server, folder, create, takenAtMs } = await threeBackups('--keep', '3')
    const path = join(folder, `backup.${takenAtMs[1]}.json`)
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100))
    await act(server, '/reset', {})
    await create()
    expect(readFileSync(join(folder, FILE)).equals(BYTES)).toBe(true)
    const { code, stderr } = await runBackup(server, 'verify', folder)
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(path) })
  })

  test('are verified with the newest one', async () => {
    const { server, folder } = await threeBackups('--keep', '3')
    writeFileSync(join(folder, FILE), 'bytes of a filf')
    const { code, stderr } = await runBackup(server, 'verify', folder)
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(FILE) })
  })

  test('leave alone what is none of theirs, whatever its name', async () => {
    const { folder, create, takenAtMs } = await threeBackups('--keep', '2')
    const foreign = ['backup.7.json', 'backup.007.json', 'backup.9999999999999.json']
    for (const name of foreign.slice(0, 2)) writeFileSync(join(folder, name), '{"notes":"mine"}')
    copyFileSync(join(folder, 'backup.json'), join(folder, foreign[2] ?? ''))
    await create()
    const kept = `backup.${takenAtMs[0]}.json`
    expect(manifestsIn(folder).sort()).toEqual(['backup.json', ...foreign, kept].sort())
  })

  test('can be restored where the newest manifest is damaged', async () => {
    const { server, folder, takenAtMs } = await threeBackups('--keep', '3')
    writeFileSync(join(folder, 'backup.json'), '{')
    const restore = (...at: string[]) =>
      runBackup(server, 'restore', folder, ...at, '--data', join(freshFolder(), 'data'))
    expect((await restore()).stderr).toContain('backup.json was cut or altered')
    expect(await restore('--at', `${takenAtMs[1]}`)).toMatchObject({ code: 0, stderr: '' })
  })
})
