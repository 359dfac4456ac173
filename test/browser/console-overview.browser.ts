import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { useConsole } from '#test/kit/console.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer, TOKEN } from '#test/kit/server.ts'

const { page: freshPage } = useConsole()

describe('the view that the console begins with', () => {
  test('has credentials, a command that calls the workspace, its calls, the workspaces and documents', async () => {
    const server = await startServer({ storage: true })
    await createWorkspace(server, { name: 'checkout' })
    await server.call('E22', { collectionId: 1 })
    const page = await freshPage()
    await page.goto(`${server.url}/console/`)
    const credentials = page.getByRole('region', { name: 'Credentials' })
    for (const text of [TOKEN, server.sandbox.storageUrl ?? ''])
      await credentials.getByText(text).waitFor()
    const command = await page.locator('.overview-curl').innerText()
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command])
    expect(JSON.parse(stdout)).toMatchObject({ code: '0' })
    await page.getByRole('row', { name: /^#2 E17/ }).waitFor()
    await page.getByRole('row', { name: /^#1 E22/ }).waitFor()
    for (const path of ['docs', '_sandbox/docs', 'openapi.json', 'llms.txt'])
      await page.locator(`a[href="/${path}"]`).waitFor()
    await page.getByRole('link', { name: 'checkout' }).click()
    await page.getByText('No calls yet.').waitFor()
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
    await page.getByLabel('Key').fill(key)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('<ACCESS_TOKEN>').first().waitFor()
    await page.getByText('The credentials are not shown here.').waitFor()
    const { clientKey = 'none' } = server.fixtures.app ?? {}
    expect(await page.content()).not.toContain(clientKey)
    await page.getByRole('link', { name: 'Show the credentials' }).click()
    await page.getByText('Credentials', { exact: true }).click()
    await page.getByText(clientKey).waitFor()
  })
})
