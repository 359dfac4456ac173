import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import { backedUp, contentPath } from '#test/kit/backups.ts'
import { runCli } from '#test/kit/cli.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'
import { sendSingle, sha256Of } from '#test/kit/uploads.ts'

const BYTES = Buffer.alloc(50_000, 'bytes of a file')
const DIGEST = sha256Of(BYTES)

const serverWithFile = async () => {
  const data = freshFolder()
  const server = await startServer({ env: { SANDBOX_DATA: data } })
  const made = await createWorkspace(server, {
    name: 'team-a',
    quota: { fileBytes: 1_000_000 },
  })
  await sendSingle(server, 'a.bin', BYTES, undefined, { token: made.accessToken })
  const cli = (...args: string[]) => runCli(args, { SANDBOX_URL: server.url })
  const blob = join(data, 'files', 'contents', DIGEST.slice(0, 2), DIGEST)
  return { server, made, cli, blob }
}

describe('the command doctor', () => {
  test('with --deep lists each damaged part with what repairs it, and ends with 3 until it is repaired', async () => {
    const { server, made, cli, blob } = await serverWithFile()
    expect(await cli('doctor')).toMatchObject({ code: 0, stderr: '' })
    expect(await cli('doctor', '--deep')).toMatchObject({ code: 0, stderr: '' })
    rmSync(blob)
    const { code, stdout, stderr } = await cli('doctor', '--deep', '--json')
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ workspaces: 2, exitCode: 3 })
    expect(stderr).toContain(`workspace team-a (${made.id}): ${DIGEST}: its bytes are missing`)
    expect(stderr).toContain(`dam-sandbox backup restore --workspace ${made.id}`)
    const known = await cli('doctor')
    expect(known).toMatchObject({ code: 3, stderr: expect.stringContaining('doctor --deep') })
    expect(known.stdout).toContain('damaged.files 1')
    const listed = await cli('workspace', 'list')
    expect(listed.stdout).toMatch(/team-a .* 1 damaged files/)
    await sendSingle(server, 'b.bin', BYTES, undefined, { token: made.accessToken })
    expect(await cli('doctor')).toMatchObject({ code: 0, stderr: '' })
  })
})

test('workspace list shows the largest first, with files, snapshots and the used share of a quota', async () => {
  const { server, made, cli } = await serverWithFile()
  const small = await createWorkspace(server, { name: 'small' })
  await act(server, `/snapshots?workspace=${made.id}`, { name: 'first' })
  const { stdout } = await cli('workspace', 'list')
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toMatch(/DATABASE +FILES +SNAPSHOTS +QUOTA USED/)
  expect(lines[1]).toContain('team-a')
  expect(lines[1]).toMatch(/ [\d.]+ [KM]iB +[\d.]+ [KM]iB +[\d.]+ [KM]iB +\d+% /)
  expect(lines.slice(2).join()).toContain(small.id)
})

describe('the command migrate', () => {
  test('--check ends with 0 for a backup of this version, and with 1 where a database cannot be migrated', async () => {
    const { server, cli } = await serverWithFile()
    const folder = freshFolder()
    await backedUp(server, 'create', folder)
    const args = ['migrate', '--check', '--backup', folder]
    expect(await cli(...args)).toMatchObject({ code: 0, stderr: '' })
    truncateSync(
      contentPath(folder, ({ databases }) => databases[1]?.sha256 ?? ''),
      10_000,
    )
    const { code, stderr } = await cli(...args)
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('team-a') })
    expect(await cli('migrate')).toMatchObject({ code: 2 })
  })
})
