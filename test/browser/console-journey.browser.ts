import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { watchPage } from '#test/kit/browser.ts'
import { expectAccessible, expectClean, useConsole } from '#test/kit/console.ts'
import { listJournal } from '#test/kit/journal.ts'
import { startServer } from '#test/kit/server.ts'

const { page: freshPage } = useConsole()

const PNG = readFileSync(join(import.meta.dirname, '../files/rgba.png'))

/** Goes to a view as a person does. */
const goTo = (page: Page, view: string) =>
  page.getByRole('navigation').getByRole('link', { name: view, exact: true }).click()

/** The text of what has the focus; that of the body where nothing has it. */
const focused = (page: Page) => page.evaluate<string>('document.activeElement?.textContent ?? ""')

describe('a person who knows the console only', () => {
  test('uploads a picture, approves it, finds it in a collection, and sees why a call was refused', async () => {
    const server = await startServer()
    const { users, collections } = server.fixtures
    const watched = watchPage(await freshPage(), server.url)
    const { page } = watched
    await page.goto(server.url)
    await page.getByText('No call yet.').waitFor()

    await goTo(page, 'Library')
    const choosing = page.waitForEvent('filechooser')
    await page.getByLabel('Ingest').selectOption(users.editor.email)
    await page.getByText('Choose files').click()
    await (await choosing).setFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: PNG })
    await page.getByRole('link', { name: 'Approval of harbour.png' }).click()

    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Approvals')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approve: done.').waitFor()
    await expect.poll(() => focused(page)).toBe('harbour.png')
    await page.getByRole('table', { name: 'Materials' }).getByRole('link').click()

    await page.locator('.library-add select').selectOption(String(collections.editable.id))
    await page.getByRole('button', { name: 'Add (E22)' }).click()
    await page.locator('.library-facts').getByRole('link').click()
    const row = page.locator('.library-asset').filter({ hasText: 'harbour.png' })
    await row.locator('img').waitFor()
    await row.getByText('approved').waitFor()
    await expectAccessible(page)

    await goTo(page, 'Try')
    await page.getByLabel('Operation', { exact: true }).selectOption('E22')
    await page.getByLabel('Acting user').fill(users.viewer.email)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.try-answer').getByText('10134011').first().waitFor()
    const { total, entries } = await listJournal(server)
    await page.locator(`a[href$="/calls/${total}"]`).click()
    await page.getByRole('heading', { name: `Call ${total}` }).waitFor()
    await page.locator('.calls-detail').getByText('A user has a role.').waitFor()
    await page.getByRole('link', { name: 'A-auth-11' }).click()
    await page.getByText('Variants of A-auth-11').waitFor()

    expect(entries.map(({ code }) => code)).toEqual([...Array(total - 1).fill('0'), '10134011'])
    expect(entries.flatMap(({ findings }) => findings)).toEqual([])
    expectClean(watched)
  })
})
