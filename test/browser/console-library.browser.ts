import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { LibraryAssets, Records } from '#src/client/generated/control.ts'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import { done } from '#test/kit/acts.ts'
import { startProxy, watchPage } from '#test/kit/browser.ts'
import { expectAccessible, expectClean, useConsole } from '#test/kit/console.ts'
import { addRule, ruleFor } from '#test/kit/faults.ts'
import { listJournal } from '#test/kit/journal.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const { open, page: freshPage } = useConsole()

const PNG = readFileSync(join(import.meta.dirname, '../files/rgba.png'))

interface DroppedFile {
  readonly name: string
  readonly type?: string
  readonly bytes?: Uint8Array
}

/** Drops files on the view, as a person does with the mouse. */
const drop = async (page: Page, ...files: readonly DroppedFile[]): Promise<void> => {
  const given = files.map(({ name, type = 'image/png', bytes = PNG }) => ({
    name,
    type,
    base64: Buffer.from(bytes).toString('base64'),
  }))
  const transfer = await page.evaluateHandle((list) => {
    const { DataTransfer, File, atob } = globalThis as unknown as {
      DataTransfer: new () => { items: { add(file: unknown): void } }
      File: new (parts: Uint8Array[], name: string, options: object) => unknown
      atob(text: string): string
    }
    const made = new DataTransfer()
    for (const { name, type, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      made.items.add(new File([bytes], name, { type }))
    }
    return made
  }, given)
  for (const event of ['dragover', 'drop'])
    await page.locator('.library').dispatchEvent(event, { dataTransfer: transfer })
}

const uploadOf = (page: Page, name: string) =>
  page.locator('.library-uploads li').filter({ hasText: name })

const listed = (server: TestServer, query: string) =>
  server.control<LibraryAssets>(`/library/assets?${query}`)

/** Widths of the picture of a row once it is decoded; 0 before. */
const widthOf = (page: Page, name: string): Promise<number> =>
  page
    .locator('.library-asset')
    .filter({ hasText: name })
    .first()
    .evaluate((row) => {
      const picture = (row as unknown as { querySelector(css: string): unknown }).querySelector(
        'img',
      )
      return (picture as { naturalWidth: number } | null)?.naturalWidth ?? 0
    })

describe('the view Library', () => {
  test.each(['minimal', 'demo'])(
    'shows collections, archive groups and assets with pictures of the seed %s, and leaves no trace',
    async (seed) => {
      const server = await startServer({ env: { SANDBOX_SEED: seed } })
      const watched = await open(server, { view: 'library' })
      const { page } = watched
      const { total } = await listed(server, 'limit=1')
      await page.getByText(`${total} assets`).waitFor()
      expect(await page.locator('.library-tree .badge').count()).toBeGreaterThan(0)
      await expect
        .poll(() => page.locator('.library-asset img').count(), { timeout: 20_000 })
        .toBeGreaterThan(3)
      await expectAccessible(page)
      await page.locator('.library-tree button[aria-expanded="false"]').first().press('Enter')
      const nested = page.locator('.library-tree ul ul a').first()
      await nested.click()
      await expect.poll(() => nested.getAttribute('aria-current')).toBe('true')
      await expectAccessible(page)
      expect((await listJournal(server)).total).toBe(0)
      expectClean(watched)
    },
  )

  test('makes an asset with a picture of a file that is dropped on it, by the operations of any client', async () => {
    const server = await startServer()
    const { editable } = server.fixtures.collections
    const watched = await open(server, { view: `library/collection/${editable.id}` })
    const { page } = watched
    await page.locator('.library-tree a[aria-current]').waitFor()
    await page.getByLabel('Upload as').selectOption(server.fixtures.users.editor.email)
    await drop(page, { name: 'dropped one.png' }, { name: 'dropped two.png' })
    for (const name of ['dropped one.png', 'dropped two.png']) {
      await uploadOf(page, name).getByText('done').waitFor()
      await expect.poll(() => widthOf(page, name), { timeout: 20_000 }).toBeGreaterThan(0)
    }
    const { assets } = await listed(server, `collection=${editable.id}&query=dropped`)
    expect(assets).toHaveLength(2)
    expect(assets[0]).toMatchObject({ mediaType: 'image/png', size: PNG.length })
    const { entries } = await listJournal(server)
    const ofOne = ['begin-upload', 'send-part', 'E13', 'E16', 'E21', 'E22']
    expect(entries.map(({ operation }) => operation).sort()).toEqual([...ofOne, ...ofOne].sort())
    expect(new Set(entries.map(({ code }) => code))).toEqual(new Set(['0']))
    for (const { operation, actor } of entries)
      if (operation?.startsWith('E')) expect(actor).toBe(server.fixtures.users.editor.email)
    await uploadOf(page, 'dropped one.png').getByRole('link').click()
    await page.getByRole('heading', { name: 'dropped one.png' }).waitFor()
    await page.getByRole('button', { name: 'Clear finished uploads' }).click()
    expect(await page.locator('.library-uploads').count()).toBe(0)
    expectClean(watched)
  })

  test('asks a chosen user to approve a file, which is an asset once it is approved', async () => {
    const server = await startServer()
    const { editor, viewer } = server.fixtures.users
    const watched = await open(server, { view: 'library' })
    const { page } = watched
    await page.getByLabel('Upload as').selectOption(editor.email)
    await page.getByLabel('Ingest').selectOption(viewer.email)
    await drop(page, { name: 'to approve.png' })
    await uploadOf(page, 'to approve.png').getByText('sent for approval').waitFor()
    expect((await listed(server, 'query=to approve')).total).toBe(0)
    const link = uploadOf(page, 'to approve.png').getByRole('link')
    const id = (await link.getAttribute('href'))?.split('/').at(-1)
    const { records } =
      await server.control<Extract<Records, { kind: 'approvals' }>>('/records/approvals')
    expect(records.find(({ approvalId }) => String(approvalId) === id)).toMatchObject({
      submitter: editor.id,
      tasks: [{ key: 'task1', assignee: viewer.id, status: 'IN_PROGRESS' }],
    })
    await done(server, `/approvals/${id}/tasks/task1/decision`, { decision: 'approve' })
    await page.getByLabel('Name or id').fill('to approve')
    await page.locator('.library-asset').getByText('approved').waitFor()
    await expect.poll(() => widthOf(page, 'to approve.png')).toBeGreaterThan(0)
    expectClean(watched)
  })

  test('shows why a file was refused, and aborts one that is cancelled at the server', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'library' })
    const { page } = watched
    await addRule(server, ruleFor('E16', { code: '10134011' }))
    await drop(page, { name: 'refused.png' })
    await uploadOf(page, 'refused.png')
      .getByText('failed: 10134011 User has no operation permission')
      .waitFor()
    await addRule(server, ruleFor('send-part', { delayMs: 30_000 }))
    await drop(page, { name: 'cancelled.png' })
    await uploadOf(page, 'cancelled.png').getByText('sending parts').waitFor()
    await page.getByRole('button', { name: 'Cancel cancelled.png' }).click()
    await uploadOf(page, 'cancelled.png').getByText('the upload was aborted').waitFor()
    const { records } = await server.control<{ records: { name: string; status: string }[] }>(
      '/records/uploads',
    )
    const statusOf = (name: string) => records.find((row) => row.name === name)?.status
    expect(statusOf('cancelled.png')).toBe('aborted')
    expect(statusOf('refused.png')).toBe('completed')
    await expectAccessible(page)
    expectClean(watched)
  })

  test('opens an asset as E4 answers it to any user, with files, collections and who sees it', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    const watched = await open(server, { view: 'library' })
    const { page } = watched
    const { assets } = await listed(server, 'limit=1000')
    const asset = assets.find(({ mediaType }) => mediaType === 'image/jpeg')
    await page.getByLabel('Name or id').fill(String(asset?.id))
    await page.locator('.library-asset').click()
    await page.locator('.library-facts img').waitFor()
    expect(new URL(page.url()).hash).toBe(`#/00000000/library/asset/${asset?.id}`)
    await page.locator('h2:focus').waitFor()
    const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', {
      assetIdList: [asset?.id],
    })
    const sizeOfFirst = detail[0]?.subResList[0]?.size
    const download = page.getByRole('link', { name: /^Download / }).first()
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(readFileSync(await file.path()).length).toBe(sizeOfFirst)
    await page.getByText('The full response of E4').click()
    expect(await page.locator('.json').innerText()).toContain(`"coreId": ${asset?.id}`)
    const viewer = server.fixtures.users.viewer.email
    await page.getByRole('rowheader', { name: viewer }).waitFor()
    await page.getByLabel('As E4 returns it to').selectOption(viewer)
    await page
      .getByText(/not for this user|E4 does not answer/)
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.locator('.library-asset').waitFor()
    expectClean(watched)
  })

  test('works with an admin key, behind a proxy with a path, and where files have another path', async () => {
    const proxy = await startProxy('/base')
    const publicUrl = `https://dam.example:${proxy.port}/base`
    const server = await startServer({
      env: {
        SANDBOX_PUBLIC_URL: publicUrl,
        SANDBOX_ADMIN_KEY: 'secret',
        SANDBOX_FILES_PATH: '/bytes',
      },
    })
    proxy.passTo(server.url)
    const page = await freshPage()
    const watched = watchPage(page, new URL(publicUrl).origin)
    await page.goto(`${publicUrl}/console/#/00000000/library`)
    await page.getByLabel('Key').fill('secret')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.locator('.library-asset img').first().waitFor()
    await drop(page, { name: 'dropped.png' })
    await uploadOf(page, 'dropped.png').getByText('done').waitFor()
    await expect.poll(() => widthOf(page, 'dropped.png'), { timeout: 20_000 }).toBeGreaterThan(0)
    await page.locator('.library-asset').first().click()
    const download = page.getByRole('link', { name: 'Download dropped.png' })
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(readFileSync(await file.path()).equals(PNG)).toBe(true)
    expect(watched.foreign).toEqual([])
  })
})
