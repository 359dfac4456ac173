import { describe, expect, test } from 'vitest'
import { expectAccessible, useConsole } from '#test/kit/console.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const { page: freshPage } = useConsole()

const CHANGES = ['Reset', 'Import', 'Take snapshot']

/** A server with a workspace of a pipeline, and another one. */
const keyedServer = async () => {
  const server = await startServer({ env: { SANDBOX_ADMIN_KEY: 'secret' } })
  const { sandbox } = server
  const ci = sandbox.keys.create({ kind: 'ci', name: 'pipelines' })
  const { workspace: own } = await sandbox.create({ name: 'own', keyId: ci.id })
  await sandbox.create({ name: 'foreign' })
  return { server, sandbox, own, ci }
}

const openWith = async ({ url }: TestServer, key: string) => {
  const page = await freshPage()
  await page.goto(`${url}/console/`)
  await page.getByLabel('Key').fill(key)
  await page.getByRole('button', { name: 'Open' }).click()
  return page
}

describe('the console with a key', () => {
  test('of a workspace shows it and no other, and changes it', async () => {
    const { server, sandbox, own } = await keyedServer()
    const { key } = sandbox.keys.create({ kind: 'workspace', name: 'team', workspace: own.id })
    const page = await openWith(server, key)
    await page.waitForURL((url) => url.hash.includes(own.id))
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Workspaces' }).click()
    await page.getByRole('heading', { name: 'Workspace own' }).waitFor()
    for (const name of CHANGES) await page.getByRole('button', { name, exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'New workspace' }).count()).toBe(0)
    expect(await page.getByText('foreign').count()).toBe(0)
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'A first call' }).waitFor()
    await expectAccessible(page)
  })

  test('that only reads has no button that changes, and no Try', async () => {
    const { server, sandbox, own } = await keyedServer()
    const wanted = { kind: 'workspace', name: 'reader', workspace: own.id, access: 'read' } as const
    const page = await openWith(server, sandbox.keys.create(wanted).key)
    // Wait for the part that would contain the link.
    for (const [view, shown] of [
      ['Overview', page.getByRole('heading', { name: 'A first call' })],
      ['Calls', page.getByText('No calls yet.')],
      ['Records', page.getByText('Nothing here yet.')],
      ['Faults', page.getByText('No rules.')],
    ] as const) {
      await page.getByRole('link', { name: view }).click()
      await shown.first().waitFor()
      const changing = page.getByRole('link', { name: /\b(try|new rule|template)\b/i })
      expect(await changing.count(), view).toBe(0)
    }
    await page.getByRole('link', { name: 'Workspaces' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    for (const name of CHANGES)
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  })

  test('of a pipeline lists the workspaces that it made', async () => {
    const { server, own, ci } = await keyedServer()
    const page = await openWith(server, ci.key)
    await page.waitForURL((url) => url.hash.includes(own.id))
    await page.getByRole('link', { name: 'Workspaces' }).click()
    await page.getByRole('cell', { name: own.id }).waitFor()
    await page.getByRole('button', { name: 'New workspace' }).waitFor()
    expect(await page.getByText('foreign').count()).toBe(0)
  })

  test('for metrics says that it opens no console', async () => {
    const { server, sandbox } = await keyedServer()
    const page = await openWith(server, sandbox.keys.create({ kind: 'metrics', name: 'm' }).key)
    await page.getByText('This key does not give access to the console.').waitFor()
  })
})
