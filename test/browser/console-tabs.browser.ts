import { describe, expect, test } from 'vitest'
import { useConsole } from '#test/kit/console.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const { open } = useConsole()

describe('two workspaces in two tabs', () => {
  test('never mix: what one tab does, shows and switches leaves the other alone', async () => {
    const server = await startServer()
    const [one, two, three] = [
      await createWorkspace(server, { name: 'one' }),
      await createWorkspace(server, { name: 'two' }),
      await createWorkspace(server, { name: 'three' }),
    ]
    const { page: first } = await open(server, { view: 'workspaces', workspace: one.id })
    // A second tab of the same browser shares its storage with the first.
    const second = await first.context().newPage()
    await second.goto(`${server.url}/console/#/${two.id}/workspaces`)
    await second.getByRole('heading', { name: 'Workspace two' }).waitFor()
    await first.getByRole('heading', { name: 'Workspace one' }).waitFor()

    await first.getByLabel('Name of the snapshot').fill('only in one')
    await first.getByRole('button', { name: 'Take snapshot' }).click()
    await first.getByRole('button', { name: 'Restore only in one' }).waitFor()
    await second.getByRole('button', { name: 'Set asset-ingested' }).click()
    await second.getByText('Set asset-ingested: done.').waitFor()
    expect(await second.getByRole('button', { name: 'Restore only in one' }).count()).toBe(0)
    expect(await server.control(`/snapshots?workspace=${two.id}`)).toEqual({ snapshots: [] })
    expect(await snapshotsOf(server, one.id)).toEqual(['only in one'])

    await second.getByLabel('Workspace', { exact: true }).selectOption(three.id)
    await second.getByRole('heading', { name: 'Workspace three' }).waitFor()
    await first.goto(`${server.url}/console/#/${one.id}/clock`)
    await first.getByRole('button', { name: 'Freeze now' }).click()
    await first.getByText('stands still').waitFor()
    const modes = await Promise.all(
      [one, two, three].map(({ id }) => server.control<{ mode: string }>(`/clock?workspace=${id}`)),
    )
    expect(modes.map(({ mode }) => mode)).toEqual(['frozen', 'real', 'real'])
    await first.reload()
    await first.getByText('stands still').waitFor()
    expect(first.url()).toContain(one.id)
    expect(second.url()).toContain(three.id)
  })
})

const snapshotsOf = async (server: TestServer, id: string): Promise<string[]> => {
  const { snapshots } = await server.control<{ snapshots: { name: string }[] }>(
    `/snapshots?workspace=${id}`,
  )
  return snapshots.map(({ name }) => name)
}
