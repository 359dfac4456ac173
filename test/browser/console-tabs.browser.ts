import { describe, expect, test } from 'vitest'
import { act, done } from '#test/kit/acts.ts'
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

  test('show the calls of their own workspace only', async () => {
    const server = await startServer()
    const [one, two] = [await createWorkspace(server), await createWorkspace(server)]
    const rule = { match: { operation: 'E8' }, phase: 'before', effect: { code: '10134011' } }
    for (const { id } of [one, two]) await act(server, `/faults?workspace=${id}`, rule)
    const { page: first } = await open(server, { view: 'faults', workspace: one.id })
    const second = await first.context().newPage()
    await second.goto(`${server.url}/console/#/${two.id}/faults`)
    await second.getByText('0 of 1').waitFor()
    await server.call('E8', { userIds: [1001] }, { token: one.accessToken })
    await first.getByText('1 of 1').waitFor()
    // A call of the second workspace makes its tab read again.
    await server.call('E1', { parentGroupId: 0 }, { token: two.accessToken })
    await done(server, `/journal/wait?workspace=${two.id}`, { match: { operation: 'E1' } })
    await second.getByRole('button', { name: 'Remove f-1' }).waitFor()
    expect(await second.getByText('0 of 1').count()).toBe(1)
    expect(await second.getByText('1 of 1').count()).toBe(0)
  })
})

const snapshotsOf = async (server: TestServer, id: string): Promise<string[]> => {
  const { snapshots } = await server.control<{ snapshots: { name: string }[] }>(
    `/snapshots?workspace=${id}`,
  )
  return snapshots.map(({ name }) => name)
}
