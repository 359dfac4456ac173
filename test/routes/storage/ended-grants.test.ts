import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import { grantOf, put } from '#test/kit/storage.ts'

const statusOf = async (granted: Parameters<typeof put>[0]): Promise<number> =>
  (await put(granted, 'bytes')).status

/** A workspace with a grant of its first credentials and one of further ones. */
const start = async (server: TestServer) => {
  const { id, accessToken } = await createWorkspace(server)
  const earlier = await grantOf(server.url, accessToken)
  const added = await act(server, `/credentials?workspace=${id}`)
  const { accessToken: further } = added.body as { accessToken: string }
  return { id, earlier, newest: await grantOf(server.url, further) }
}

describe('a grant', () => {
  test('ends with the credentials that it was made with, and with no others', async () => {
    const server = await injectServer({ storage: true })
    const { id, earlier, newest } = await start(server)
    const other = await start(server)
    expect(await statusOf(earlier)).toBe(200)
    expect((await act(server, `/credentials/earlier?workspace=${id}`, {}, 'DELETE')).status).toBe(
      204,
    )
    expect(await statusOf(earlier)).toBe(403)
    for (const granted of [newest, other.earlier, other.newest])
      expect(await statusOf(granted)).toBe(200)
  })

  test('ends where the clock of its workspace is frozen, too', async () => {
    const server = await injectServer({ storage: true })
    const { id, earlier } = await start(server)
    await act(server, `/clock?workspace=${id}`, { mode: 'frozen' }, 'PUT')
    await act(server, `/credentials/earlier?workspace=${id}`, {}, 'DELETE')
    expect(await statusOf(earlier)).toBe(403)
  })

  test('of an earlier version, whose client is unknown, ends with the first credentials that end', async () => {
    const server = await injectServer({ storage: true })
    const { id, earlier, newest } = await start(server)
    server.sandbox.registry.store.run('UPDATE grants SET client_id = NULL')
    expect(await statusOf(earlier)).toBe(200)
    await act(server, `/credentials/earlier?workspace=${id}`, {}, 'DELETE')
    expect([await statusOf(earlier), await statusOf(newest)]).toEqual([403, 403])
  })
})
