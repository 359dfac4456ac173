import { describe, expect, test } from 'vitest'
import { Connection } from '#src/client/connection.ts'
import { reuseWorkspace } from '#src/client/reuse-workspace.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'

describe('a workspace that is created or reused', () => {
  test('is created once by any number of callers at the same time, and all get its credentials', async () => {
    const server = await startServer()
    const connection = new Connection({ url: server.url })
    const all = await Promise.all(
      Array.from({ length: 20 }, () => reuseWorkspace(connection, { name: 'ci' })),
    )
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
    const [first, ...others] = all.map(({ workspace }) => ({ ...workspace, fixtures: undefined }))
    for (const other of others) expect(other).toEqual(first)
    expect(first).toMatchObject({ name: 'ci', baseUrl: `${server.url}/w/${first?.id}` })
  })

  test('keeps its data', async () => {
    const server = await startServer()
    const connection = new Connection({ url: server.url })
    const { workspace } = await reuseWorkspace(connection, { name: 'ci' })
    await server.result('E18', server.fixtures.crowdPack, { token: workspace.accessToken })
    const again = await reuseWorkspace(connection, { name: 'ci', ttlMs: 1_000 })
    expect(again).toMatchObject({ isNew: false, workspace: { id: workspace.id } })
    expect(await server.control(`/workspaces/${workspace.id}`)).toMatchObject({
      counts: { crowd_packs: 0 },
      expiresAtMs: null,
    })
  })

  test('is refused with another seed or another variant, each with what is there', async () => {
    const connection = new Connection({ url: (await startServer()).url })
    const assume = { 'A-20-1': 'envelope' } as const
    await reuseWorkspace(connection, { name: 'ci', assume })
    const reuse = (options: object) => reuseWorkspace(connection, { name: 'ci', ...options })
    await expect(reuse({ seed: 'demo' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(
        '"ci" already exists with seed minimal, not demo; delete it',
      ),
    })
    await expect(reuse({ assume: { 'A-20-1': 'bare', 'A-1-1': 'everything' } })).rejects.toThrow(
      /with A-20-1=envelope, not bare and A-1-1=\S+, not everything; delete it/,
    )
    expect(await reuse({ seed: 'minimal', assume })).toMatchObject({ isNew: false })
  })

  test('requests a token if there is no permanent one', async () => {
    const adminKey = 'a key of sixteen letters'
    const { url } = await startServer({
      env: {
        SANDBOX_PROFILE: 'staging',
        SANDBOX_DATA: freshFolder(),
        SANDBOX_ADMIN_KEY: adminKey,
      },
    })
    const connection = new Connection({ url, adminKey })
    await reuseWorkspace(connection, { name: 'ci' })
    const { workspace } = await reuseWorkspace(connection, { name: 'ci' })
    expect(workspace.accessToken.slice(0, 8)).toBe(workspace.id)
  })
})
