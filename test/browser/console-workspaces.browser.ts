import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { WorkspaceDetail } from '#src/client/generated/control.ts'
import { watchPage } from '#test/kit/browser.ts'
import {
  confirmed,
  expectAccessible,
  expectClean,
  expectUnbroken,
  HOSTILE,
  useConsole,
} from '#test/kit/console.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { startServer } from '#test/kit/server.ts'

const { open, page: freshPage } = useConsole()

const ATOM = { fileList: [{ path: 'upload/a.png', name: 'a.png', size: 12, type: 'image/png' }] }

/** The worst that a workspace may be called. */
const ODD_NAME = 'javascript:window.broken/../ @x'

const count = (page: Page, table: string, rows: number) =>
  page.locator('.workspaces-counts div', { hasText: new RegExp(`^${table}${rows}$`) }).waitFor()

describe('the view Workspaces', () => {
  test('creates a workspace with name, seed, lifetime, clock and variant, and switches to it', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'workspaces' })
    const { page } = watched
    await page.getByRole('button', { name: 'New workspace' }).click()
    const dialog = page.getByRole('dialog')
    const focused = page.locator(':focus')
    await expect.poll(() => focused.getAttribute('type')).toBe('text')
    await dialog.getByLabel('Name (the id when empty)').fill('checkout: 1')
    await dialog.getByLabel('Seed').selectOption('minimal')
    await dialog.getByLabel('Lifetime (forever when empty)', { exact: true }).fill('2')
    await dialog.getByLabel('Clock').selectOption('frozen')
    await dialog.getByLabel('Date and time').fill('2030-01-02 03:04:05')
    await dialog.getByLabel('Variants (JSON)').fill('{"A-20-1": "envelope"}')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('checkout: 1 was created.').waitFor()
    const created = await server.control<WorkspaceDetail>('/workspaces/checkout%3A%201')
    expect(created).toMatchObject({
      seed: 'minimal',
      clock: 'frozen',
      variants: { 'A-20-1': 'envelope' },
    })
    const { now } = await server.control<{ now: number }>(`/clock?workspace=${created.id}`)
    expect(now).toBe(1_893_553_445_000)
    expect((created.expiresAtMs ?? 0) - created.createdAtMs).toBe(2 * 3_600_000)
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Switch to checkout: 1' }).click()
    await page.waitForURL(new RegExp(`#/${created.id}/workspaces$`))
    await page.getByRole('heading', { name: 'Workspace checkout: 1' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expectClean(watched)
  })

  test('deletes a workspace, and never the default one', async () => {
    const server = await startServer()
    const { id } = await createWorkspace(server, { name: ODD_NAME })
    const watched = await open(server, { view: 'workspaces', workspace: id })
    const { page } = watched
    await page
      .getByRole('row', { name: /default/ })
      .getByText('cannot be deleted')
      .waitFor()
    expect(await page.getByRole('button', { name: 'Delete default' }).count()).toBe(0)
    await confirmed(page, `Delete ${ODD_NAME}`)
    await page.waitForURL(/#\/00000000\/workspaces$/)
    await page.getByRole('heading', { name: 'Workspace default' }).waitFor()
    await page.getByRole('row', { name: ODD_NAME }).waitFor({ state: 'detached' })
    expect(server.sandbox.findByIdOrName(id)).toBeUndefined()
    expectClean(watched)
  })

  test('follows what other clients change, and a reset brings it back without a reload', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'workspaces' })
    const { page } = watched
    const { counts } = await server.control<WorkspaceDetail>('/workspaces/default')
    const atoms = counts.atoms ?? 0
    await count(page, 'atoms', atoms)
    await page.evaluate('window.isSamePage = true')
    await server.result('E16', ATOM)
    await count(page, 'atoms', atoms + 1)
    await confirmed(page, 'Reset')
    await page.getByText('Reset: done.').waitFor()
    await count(page, 'atoms', atoms)
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    expectClean(watched)
  })

  test('resets only the chosen parts', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'workspaces' })
    await server.result('E16', ATOM)
    const { counts } = await server.control<WorkspaceDetail>('/workspaces/default')
    for (const part of ['data', 'faults', 'clock'])
      await page.getByLabel(part, { exact: true }).click()
    await confirmed(page, 'Reset')
    await page.getByText('Reset: done.').waitFor()
    expect(await server.control('/journal')).toMatchObject({ entries: [] })
    expect(await server.control('/workspaces/default')).toMatchObject({ counts })
  })

  test('takes, restores and deletes a snapshot of any name', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'workspaces' })
    const { page } = watched
    const { counts } = await server.control<WorkspaceDetail>('/workspaces/default')
    await page.getByLabel('Name of the snapshot').fill(HOSTILE)
    await page.getByRole('button', { name: 'Take snapshot' }).click()
    await page.getByRole('button', { name: `Restore ${HOSTILE}` }).waitFor()
    await server.result('E16', ATOM)
    await count(page, 'atoms', (counts.atoms ?? 0) + 1)
    await page.getByRole('button', { name: `Restore ${HOSTILE}` }).click()
    await page.getByRole('dialog').getByText('This cannot be undone.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.locator(':focus', { hasText: 'Restore' }).waitFor()
    await count(page, 'atoms', (counts.atoms ?? 0) + 1)
    await confirmed(page, `Restore ${HOSTILE}`)
    await count(page, 'atoms', counts.atoms ?? 0)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Delete ${HOSTILE}` }).click()
    await page.getByText('No snapshots.').waitFor()
    expect(await server.control('/snapshots')).toEqual({ snapshots: [] })
    await expectUnbroken(page)
    expectClean(watched)
  })

  test('exports with the admin key, and imports the file into another workspace', async () => {
    const server = await startServer({ env: { SANDBOX_ADMIN_KEY: 'secret' } })
    await server.result('E16', ATOM)
    const watched = watchPage(await freshPage(), server.url)
    const { page } = watched
    await page.goto(`${server.url}/console/#/00000000/workspaces`)
    await page.getByLabel('Key').fill('secret')
    await page.getByRole('button', { name: 'Open' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.tar$/)
    const archive = await download.path()
    const row = page.locator('.workspaces-counts div', { hasText: /^atoms/ })
    const atoms = Number(await row.locator('dd').textContent())
    await page.getByRole('button', { name: 'New workspace' }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Switch to/ })
      .click()
    await page.waitForURL((url) => !url.hash.includes('00000000'))
    await count(page, 'atoms', atoms - 1)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByLabel('Export file').click(),
    ])
    await chooser.setFiles(archive)
    await confirmed(page, 'Import')
    await page.getByText('Import: done.').waitFor()
    await count(page, 'atoms', atoms)
    // The browser notes that the key was asked for.
    expect(watched.complaints.filter((text) => !text.includes('401'))).toEqual([])
    expect(watched.foreign).toEqual([])
  })

  test('sets a named state and shows the ids to call with', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'workspaces' })
    const { page } = watched
    await page.getByLabel('Search states').fill('collection without permission')
    await page.getByRole('button', { name: 'Set collection-without-permission' }).click()
    const ids = await page
      .getByRole('region', { name: 'Ids of collection-without-permission' })
      .textContent()
    const { collectionId, assetId, userEmail } = JSON.parse(ids ?? '') as {
      collectionId: number
      assetId: number
      userEmail: string
    }
    const reply = await server.call('E22', { collectionId, assetIds: [assetId] }, { as: userEmail })
    expect(reply.body).toMatchObject({ code: '10134011' })
    await expectAccessible(page)
    expectClean(watched)
  })

  test('shows credentials on demand, to be copied', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'workspaces' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { clientKey = '' } = server.fixtures.app ?? {}
    const credentials = page.getByText('Credentials', { exact: true })
    await credentials.waitFor()
    expect(await page.content()).not.toContain(clientKey)
    await credentials.click()
    await page.getByText(clientKey).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Copy Credentials' }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(clientKey)
    await credentials.click()
    await expect.poll(() => page.content()).not.toContain(clientKey)
  })

  test('finds a workspace among many by its name', async () => {
    const server = await startServer()
    for (const name of ['alpha', 'beta', 'gamma']) await createWorkspace(server, { name })
    const { page } = await open(server, { view: 'workspaces' })
    await page.getByLabel('Search by name').fill('BET')
    await page.getByRole('row', { name: /beta/ }).waitFor()
    await page.getByRole('row', { name: /alpha/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Switch to beta' }).click()
    await page.getByRole('heading', { name: 'Workspace beta' }).waitFor()
  })
})
