import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { LibraryAccess } from '#src/client/generated/control.ts'
import type { Workspace } from '#src/workspaces/workspace.ts'
import { act } from '#test/kit/acts.ts'
import { NOW } from '#test/kit/databases.ts'
import { send } from '#test/kit/http.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const USERS = Array.from({ length: 100 }, (_, index) => ({
  id: 60_000 + index,
  email: `crowd-${index}@example.com`,
  nickname: 'A',
  deptId: 11,
  createdAtMs: NOW,
}))

/** Each takes the database of a workspace away from whoever does not keep it open. */
const TAKES: Readonly<
  Record<string, (server: TestServer, workspace: Workspace) => Promise<unknown>>
> = {
  'a reset': (server, { id }) => act(server, `/reset?workspace=${id}`, { parts: ['data'] }),
  'a restore': (server, { id }) => act(server, `/snapshots/one/restore?workspace=${id}`),
  'a removal': (server, { id }) => act(server, `/workspaces/${id}`, undefined, 'DELETE'),
  'an eviction': async (server, workspace) => {
    workspace.open()
    server.sandbox.findByIdOrName('third')?.open()
    await setImmediate()
  },
}

/** Another workspace than that of the call, which it names by `?workspace=`. */
const withUsers = async (server: TestServer): Promise<Workspace> => {
  await server.sandbox.create({ name: 'third' })
  const { workspace } = await server.sandbox.create()
  const added = await act(server, `/seed?workspace=${workspace.id}`, { users: USERS })
  expect(added.status, added.text).toBe(200)
  await act(server, `/snapshots?workspace=${workspace.id}`, { name: 'one' })
  return workspace
}

describe('a control call about another workspace', () => {
  test.each(Object.entries(TAKES))('keeps its data open during %s', async (_name, take) => {
    const server = await injectServer({ env: { SANDBOX_MAX_OPEN: '1' } })
    const workspace = await withUsers(server)
    // The first reset of a process takes longer than the reading.
    await act(server, '/reset', { parts: ['data'] })
    const [asset] = server.fixtures.assets.ids
    const path = `/library/access?workspace=${workspace.id}&asset=${asset}&limit=100&after=59999`
    let isAnswered = false
    const reading = send(`${server.url}/_sandbox${path}`, {}).finally(() => {
      isAnswered = true
    })
    let taken = 0
    while (!isAnswered) {
      await take(server, workspace)
      taken += 1
    }
    expect(taken).toBeGreaterThan(1)
    const reply = await reading
    expect(reply.status, reply.text).toBe(200)
    expect((reply.body as LibraryAccess).users).toHaveLength(100)
  })

  test('opens no closed database when it needs none', async () => {
    const server = await injectServer({ env: { SANDBOX_MAX_OPEN: '1' } })
    const { workspace } = await server.sandbox.create()
    server.workspace.open()
    expect(workspace.openDatabase).toBeUndefined()
    for (const path of ['/clock', '/journal', '/faults', '/snapshots', '/variants'])
      await server.control(`${path}?workspace=${workspace.id}`)
    expect(workspace.openDatabase).toBeUndefined()
  })
})
