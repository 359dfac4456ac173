import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#src/config/config.ts'
import { runServer } from '#src/start/run-server.ts'
import { Store } from '#src/store/db/store.ts'
import { Registry } from '#src/workspaces/registry.ts'
import { act, expectRefused } from '#test/kit/acts.ts'
import { freshFolder } from '#test/kit/process.ts'

const start = async (data: string) => {
  const env = { SANDBOX_DATA: data, SANDBOX_PORT: '0', SANDBOX_SEED: 'minimal' }
  const server = await runServer(readConfig([], env))
  onTestFinished(() => server.stop())
  return server
}

/** Makes every write to the registry fail as on a full disk, until a file is gone. */
const fillDisk = (isFull: () => boolean = () => true) => {
  const fail = () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }
  const { updateWorkspace } = Registry.prototype
  const { transaction } = Store.prototype
  const spies = [
    vi.spyOn(Registry.prototype, 'updateWorkspace').mockImplementation(function (
      this: Registry,
      ...given
    ) {
      return isFull() ? fail() : updateWorkspace.call(this, ...given)
    }),
    vi.spyOn(Store.prototype, 'transaction').mockImplementation(function <T>(
      this: Store,
      work: () => T,
    ): T {
      const isRegistry = this.sqlite.name.endsWith('registry.sqlite')
      return isRegistry && isFull() ? fail() : (transaction.call(this, work) as T)
    }),
  ]
  const empty = () => {
    for (const spy of spies) spy.mockRestore()
  }
  onTestFinished(empty)
  return empty
}

describe('a full disk', () => {
  test('does not prevent a start on a data folder, nor reads', async () => {
    const data = freshFolder()
    await (await start(data)).stop()
    fillDisk()
    const server = await start(data)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const { status } = await fetch(`${server.url}/_sandbox/fixtures`)
    expect(status).toBe(200)
  })

  test('does not prevent the removal of a workspace, whose files make the room', async () => {
    const data = freshFolder()
    const server = await start(data)
    const { workspace } = await server.sandbox.create()
    const at = `?workspace=${workspace.id}`
    expect((await act(server, `/snapshots${at}`, { name: 'one' })).status).toBe(201)
    const files = () => readdirSync(join(data, 'databases'))
    const image = server.sandbox.registry.listSnapshots(workspace.id)[0]?.imageFile ?? ''
    fillDisk(() => existsSync(join(data, 'databases', image)))
    expectRefused(await act(server, '/workspaces', {}), 507, 'is full; the call stored nothing')
    const gone = await act(server, `/workspaces/${workspace.id}`, undefined, 'DELETE')
    expect(gone.status, gone.text).toBe(204)
    expect(files()).not.toContain(image)
    expect(server.sandbox.find(workspace.id)).toBeUndefined()
  })
})
