import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectClean, useConsole } from '#test/kit/console.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer, TOKEN } from '#test/kit/server.ts'

const { open, page: freshPage } = useConsole()

describe('the view that the console begins with', () => {
  test('has credentials, a command that calls the workspace, its calls, the workspaces and documents', async () => {
    const server = await startServer()
    await createWorkspace(server, { name: 'checkout' })
    await server.call('E22', { collectionId: 1 })
    const page = await freshPage()
    await page.goto(`${server.url}/console/`)
    const credentials = page.getByRole('region', { name: 'Credentials' })
    await credentials.getByText(TOKEN).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied.').waitFor()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command])
    expect(JSON.parse(stdout)).toMatchObject({ code: '0' })
    await page.getByRole('row', { name: /^#2 E17/ }).waitFor()
    await page.getByRole('row', { name: /^#1 E22/ }).waitFor()
    const documents = page.getByRole('region', { name: 'Documents' }).getByRole('link')
    for (const link of await documents.all()) {
      const path = await link.getAttribute('href')
      expect((await page.request.get(`${server.url}${path}`)).status(), `${path}`).toBe(200)
    }
    await page.getByRole('link', { name: 'checkout' }).click()
    await page.getByText('No call yet.').waitFor()
  })

  test('is in Chinese, too', async () => {
    const watched = await open(await startServer(), { view: 'overview', language: 'zh' })
    await watched.page.getByRole('heading', { name: '第一次调用' }).waitFor()
    await expectAccessible(watched.page)
    expectClean(watched)
  })

  test.each([
    ['in staging', { SANDBOX_PROFILE: 'staging' }],
    ['where a key is needed', {}],
  ])('has no credentials %s, until they are asked for', async (_name, env) => {
    const key = 'the key of this server'
    const given = { SANDBOX_ADMIN_KEY: key, ...env }
    const server = await startServer({ env: { ...given, SANDBOX_DATA: freshFolder() } })
    const page = await freshPage()
    await page.goto(`${server.url}/console/`)
    await page.getByLabel('Admin key').fill(key)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('<ACCESS_TOKEN>').first().waitFor()
    await page.getByText('The credentials are not shown here.').waitFor()
    const { accessToken, clientKey = '' } = server.fixtures.app ?? {}
    expect(clientKey).not.toBe('')
    for (const secret of [accessToken, clientKey])
      if (secret) expect(await page.content()).not.toContain(secret)
    await page.getByRole('link', { name: 'Show the credentials' }).click()
    await page.getByText('Credentials', { exact: true }).click()
    await page.getByText(clientKey).waitFor()
  })
})
