import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  DESK,
  expectAccessible,
  expectClean,
  expectFits,
  expectUnbroken,
  PHONE,
  useConsole,
} from '#test/kit/console.ts'
import { almostEmptySeed, hostileUser } from '#test/kit/console-data.ts'
import { HOSTILE_IDS, writeHostileData } from '#test/kit/hostile-data.ts'
import { listJournal } from '#test/kit/journal.ts'
import { recordsOf } from '#test/kit/records.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const { open, page: freshPage } = useConsole()

const { asset, collection, portalBlock, content } = HOSTILE_IDS

const lastCall = async (server: TestServer): Promise<number> =>
  Math.max(...(await listJournal(server)).entries.map(({ seq }) => seq))

/** Every view, opened where it shows most, and whether texts of others are among that. */
const PLACES: [view: string, place: (server: TestServer) => unknown, showsTexts: boolean][] = [
  ['overview', () => '', false],
  ['calls', () => '', true],
  ['calls', async (server) => `/${await lastCall(server)}`, true],
  ['findings', () => '', true],
  ['coverage', () => '', false],
  ['try', () => '/E8', true],
  ['library', () => `/collection/${collection}`, true],
  ['library', () => `/asset/${asset}`, true],
  [
    'approvals',
    async (server) => `/${(await recordsOf(server, 'approvals'))[0]?.approvalId}`,
    true,
  ],
  ['notifications', () => '/1', true],
  ['portal', () => `/${portalBlock}/${content}`, true],
  ['records', () => '/tracking', true],
  ['workspaces', () => '', true],
  ['clock', () => '', true],
  ['faults', () => '', true],
  ['assumptions', () => '/A-20-1', false],
]

const VIEWS = [...new Set(PLACES.map(([view]) => view))]

/** The text of a page, without markup and without what stands in the values of fields. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate<string>('document.getElementById("console").textContent')

/** Calls E8 by hand, in either language. */
const askForUser = async (page: Page, id: number): Promise<void> => {
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await page.getByLabel('JSON', { exact: true }).fill(JSON.stringify({ userIds: [id] }))
  await page.getByRole('button', { name: /^(?:Send|发送)$/ }).click()
}

describe('every view', () => {
  test('is in the table of this test', async () => {
    const { page } = await open(await startServer())
    const links = await page
      .locator('.sidebar nav a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').at(-1)))
    expect(links.sort()).toEqual(VIEWS.toSorted())
  })

  test.each(PLACES)(
    'shows texts of others as text, accessible, light and dark, whole on a desk and a phone: %s',
    async (view, place, showsTexts) => {
      const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
      await writeHostileData(server)
      const path = `${view}${await place(server)}`
      for (const language of ['en', 'zh'] as const) {
        const watched = await open(server, { view: path, language })
        const { page } = watched
        if (view === 'try') await askForUser(page, hostileUser.id)
        if (showsTexts) await expect.poll(() => textOf(page)).toContain('<img src=x onerror=')
        await expect.poll(() => textOf(page)).not.toMatch(/Loading…|加载中/)
        for (const size of [DESK, PHONE]) {
          await page.setViewportSize(size)
          await expectAccessible(page)
          await expectFits(page)
        }
        await expectUnbroken(page)
        expectClean(watched)
      }
    },
  )

  test.each([
    ['calls', '还没有调用'],
    ['findings', '目前的调用一切正常'],
    ['library', '这里还没有素材'],
    ['approvals', '暂无审批'],
    ['notifications', '暂无通知'],
    ['portal', '暂无门户'],
    ['records', '暂无内容'],
    ['faults', '暂无规则'],
  ])('says in Chinese that it is empty, accessible: %s', async (view, text) => {
    const server = await startServer({ env: { SANDBOX_SEED: almostEmptySeed() } })
    const watched = await open(server, { view, language: 'zh' })
    await watched.page.getByText(text).waitFor()
    await expectAccessible(watched.page)
    expectClean(watched)
  })

  test.each(VIEWS)('shows and asks nothing before the admin key is given: %s', async (view) => {
    const key = 'the key of this server'
    const server = await startServer({ env: { SANDBOX_ADMIN_KEY: key } })
    const page = await freshPage()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/console/')) asked.push(pathname)
    })
    await page.goto(`${server.url}/console/#/00000000/${view}`)
    const field = page.getByLabel('Key')
    await field.waitFor()
    const gate = /^Key\s*This server requires a key[^\n]*\s*Key[\s*]*Open$/
    expect(await page.locator('body').innerText()).toMatch(gate)
    for (const wrong of ['wrong', `${key}s`]) {
      await field.fill(wrong)
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByText('The key in Authorization is unknown or has expired').waitFor()
    }
    expect(await page.locator('nav, #view-title, table, img').count()).toBe(0)
    // Only the digits of the node, and what the key is for, which the server answers with 401.
    expect(new Set(asked)).toEqual(new Set(['/readyz', '/_sandbox/keys/own']))
    await field.fill(key)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.locator('#view-title').waitFor()
    expect(page.url()).toBe(`${server.url}/console/#/00000000/${view}`)
    await expect.poll(() => asked.length).toBeGreaterThan(3)
  })
})
