import { appendFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serverWithCli, startCli } from '#test/kit/cli.ts'
import { addRule } from '#test/kit/faults.ts'
import { freshFolder } from '#test/kit/process.ts'
import type { TestServer } from '#test/kit/server.ts'

const PICTURE = 'seed/demo/files/mist-ridge.jpg'

interface Upload {
  status: string
  name: string
  size: number
  parts: object[]
}

const uploadsOf = async (server: TestServer): Promise<Upload[]> =>
  (await server.control<{ records: Upload[] }>('/records/uploads')).records

describe('upload', () => {
  test('takes name, media type, actor and workspace, and prints JSON', async () => {
    const { server, run, json } = await serverWithCli()
    await run('workspace create --name one')
    const args = ['--name', '雾岭.jpg', '--type', 'image/jpeg', '--as', 'editor@example.com']
    const uploaded = await json('upload --workspace one', PICTURE, ...args)
    expect(uploaded).toMatchObject({ name: '雾岭.jpg', size: 258_568 })
    const { records } = await server.control<{ records: object[] }>('/records/atoms?workspace=one')
    expect(records).toContainEqual(
      expect.objectContaining({
        id: uploaded.atomId,
        name: '雾岭.jpg',
        type: 'image/jpeg',
        createUser: 1002,
      }),
    )
  })

  test('aborts the upload at the server when it is interrupted', async () => {
    const { server, env } = await serverWithCli()
    const hold = {
      match: { operation: 'send-part' },
      phase: 'arrival',
      effect: { delayMs: 60_000 },
    }
    await addRule(server, { ...hold, times: 'always' })
    const uploading = startCli(['upload', PICTURE], env)
    await expect.poll(() => server.app.pauses.count).toBe(1)
    uploading.child.kill('SIGINT')
    expect(await uploading.ending()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'dam-sandbox: SIGINT: the upload was aborted\n',
    })
    expect(await uploadsOf(server)).toMatchObject([
      { status: 'aborted', name: 'mist-ridge.jpg' },
      {},
    ])
  })

  test('says that a file changed while it was sent, and aborts the upload at the server', async () => {
    const { server, env } = await serverWithCli()
    const file = join(freshFolder(), 'growing.bin')
    writeFileSync(file, '')
    truncateSync(file, 60_000_000)
    const slow = {
      match: { operation: 'begin-upload' },
      phase: 'after',
      effect: { delayMs: 2_000 },
    }
    await addRule(server, slow)
    const uploading = startCli(['upload', file], env)
    await expect.poll(() => server.app.pauses.count).toBe(1)
    appendFileSync(file, 'more')
    expect(await uploading.ending()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'dam-sandbox: growing.bin changed while it was sent; upload it when it is complete\n',
    })
    expect((await uploadsOf(server))[0]).toMatchObject({ status: 'aborted', name: 'growing.bin' })
  })

  test('names the call that was refused', async () => {
    const { run } = await serverWithCli()
    expect(await run(`upload ${PICTURE} --as viewer@example.com`)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(
        'dam-sandbox: E16 was refused: 10134011 User has no operation permission (user 1003 is a viewer',
      ),
    })
    for (const [file, words] of [
      ['/no/such/file', 'file not found: /no/such/file'],
      ['src', 'src is a folder; pass a file'],
      ['/dev/null', '/dev/null is not a regular file'],
    ])
      expect(await run('upload', file ?? '')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(words ?? ''),
      })
  })
})
