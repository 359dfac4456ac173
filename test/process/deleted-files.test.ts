import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { send } from '#test/kit/http.ts'
import { freshFolder, startProcess, stopProcess } from '#test/kit/process.ts'
import {
  abort,
  bytesFrom,
  digestsIn,
  sha256Of,
  uploadPieces,
  uploadWhole,
} from '#test/kit/uploads.ts'

const start = async (data: string) => {
  const process = startProcess({ SANDBOX_DATA: data, SANDBOX_LOG_FORMAT: 'json' })
  return { process, url: (await process.url()).replace(/\/$/, '') }
}

type Target = Awaited<ReturnType<typeof start>>

const BYTES = bytesFrom(40, 5_000)

const digests = (data: string): string[] => digestsIn(join(data, 'files'))

/** A server with an upload of two workspaces, a part of an open one, and a snapshot that alone names a file. */
const prepared = async (data: string) => {
  const server = await start(data)
  const other = await createWorkspace(server, { name: 'team-a' })
  const whole = [bytesFrom(41, 6_000), bytesFrom(42, 7_000)]
  await uploadWhole(server, 'x', [whole[0] ?? BYTES])
  await uploadWhole(server, 'x', [whole[1] ?? BYTES], { token: other.accessToken })
  await act(server, '/snapshots', { name: 'first' })
  const open = await uploadPieces(server, 'y', [BYTES])
  return { server, other, open, files: [...whole, BYTES].map(sha256Of) }
}

type Prepared = Awaited<ReturnType<typeof prepared>>

const remove = (url: string, path: string) =>
  send(`${url}/_sandbox${path}`, { method: 'DELETE' }).then(({ status }) =>
    expect(status).toBeLessThan(300),
  )

/** What deletes files, and how many of the three. */
const DELETIONS: [
  what: string,
  act: (target: Target, made: Prepared) => Promise<unknown>,
  count: number,
][] = [
  [
    'a reset and the end of its snapshot',
    async (target) => {
      await act(target, '/reset')
      await remove(target.url, '/snapshots/first')
    },
    2,
  ],
  ['the end of a workspace', ({ url }, { other }) => remove(url, `/workspaces/${other.id}`), 1],
  ['the end of an upload', (target, { open }) => abort(target, open.uploadId), 1],
  [
    'a time that an upload does not reach',
    (target) => act(target, '/clock/advance', { ms: 90_000_000 }),
    1,
  ],
]

describe('files that are deleted', () => {
  test.each(DELETIONS)(
    'by %s are gone when the server stops at once',
    async (_what, deleteSome, count) => {
      const data = freshFolder()
      const made = await prepared(data)
      const before = digests(data)
      expect(before).toEqual(expect.arrayContaining(made.files))
      await deleteSome(made.server, made)
      await stopProcess(made.server.process)
      expect(digests(data)).toHaveLength(before.length - count)
      expect(existsSync(join(data, 'unknown'))).toBe(false)
    },
  )

  test.each(DELETIONS)(
    'by %s right after a restart are gone, and none is moved aside',
    async (_what, deleteSome, count) => {
      const data = freshFolder()
      const made = await prepared(data)
      await stopProcess(made.server.process)
      const before = digests(data)
      const again = await start(data)
      await deleteSome(again, made)
      const { stdout } = await stopProcess(again.process)
      expect(stdout).not.toContain('that no workspace references')
      expect(digests(data)).toHaveLength(before.length - count)
      expect(existsSync(join(data, 'unknown'))).toBe(false)
    },
  )

  test('by nobody that the server knows are moved aside also by a stop, beside those that it deletes', async () => {
    const data = freshFolder()
    const made = await prepared(data)
    await stopProcess(made.server.process)
    const stray = '5'.repeat(64)
    const folder = join(data, 'files', 'contents', '55')
    mkdirSync(folder)
    writeFileSync(join(folder, stray), 'bytes')
    const again = await start(data)
    await abort(again, made.open.uploadId)
    const { stdout } = await stopProcess(again.process)
    expect(stdout).toContain(join(data, 'unknown', 'files'))
    expect(existsSync(join(data, 'unknown', 'files', stray))).toBe(true)
    expect(digests(data)).not.toContain(sha256Of(BYTES))
    expect(existsSync(join(data, 'unknown', 'files', sha256Of(BYTES)))).toBe(false)
  })
})
