import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import { expectAccessible, expectFits, PHONE, useConsole } from '#test/kit/console.ts'
import { startProcess } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'

const { page: freshPage, open } = useConsole()

describe('the console', () => {
  test('opens further views while the server is away, and goes on when it is back', async () => {
    const first = startProcess()
    const url = await first.url()
    const { page } = await open({ url })
    // Views are loaded ahead of need: all of them are asked for, then each is there with all that it imports.
    const views = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('-view'))`
    await expect.poll(() => page.evaluate(`${views}.length`)).toBeGreaterThanOrEqual(14)
    await page.evaluate(
      `Promise.all(${views}.filter(({ name }) => name.endsWith('.js')).map(({ name }) => import(name)))`,
    )
    first.child.kill()
    await first.ending()
    await page.getByText('Connection lost').waitFor()
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('heading', { name: 'Library' }).waitFor()
    const again = startProcess({ SANDBOX_PORT: new URL(url).port })
    await again.url()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Calls' }).click()
    await page.getByRole('heading', { name: 'Calls' }).waitFor()
  })

  test('keeps the admin key over a reload of its tab, and asks another tab for it', async () => {
    const server = await startServer({ env: { SANDBOX_ADMIN_KEY: 'secret' } })
    const page = await freshPage()
    await page.goto(`${server.url}/console/`)
    await page.getByLabel('Key').fill('secret')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.locator('#view-title').waitFor()
    await page.reload()
    await page.locator('#view-title').waitFor()
    const other = await freshPage()
    await other.goto(`${server.url}/console/`)
    await other.getByLabel('Key').waitFor()
  })

  test('folds its navigation on a phone behind a button, which the keyboard opens and closes', async () => {
    const { page } = await open(await startServer(), { size: PHONE })
    const menu = page.getByRole('button', { name: 'Menu' })
    expect((await page.locator('.sidebar').boundingBox())?.height).toBeLessThanOrEqual(56)
    expect(await menu.getAttribute('aria-expanded')).toBe('false')
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    await menu.press('Enter')
    await page.locator('[aria-expanded="true"][aria-controls="navigation"]').waitFor()
    await expectAccessible(page)
    await expectFits(page)
    await page.keyboard.press('Escape')
    await page.getByRole('navigation').waitFor({ state: 'hidden' })
    await menu.press('Enter')
    await page.getByRole('link', { name: 'Approvals' }).press('Enter')
    await page.getByRole('heading', { name: 'Approvals' }).waitFor()
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
  })

  test('is in Chinese through and through, and reads the texts of the server only then', async () => {
    const server = await startServer()
    const { id } = server.fixtures.collections.editable
    await server.call('E22', { collectionId: id, assetIds: [5], colour: 'red' })
    const { page } = await open(server, { view: 'calls/1' })
    const isRead = `performance.getEntriesByType('resource').some(({ name }) => name.includes('zh-catalogue'))`
    await page.getByText('The operation does not know a field; the server ignored it.').waitFor()
    expect(await page.evaluate(isRead)).toBe(false)
    await page.getByLabel('Language').selectOption('zh')
    await page.getByText('接口不识别的字段被忽略。').waitFor()
    await page.getByText('要么全部，要么全不').waitFor()
    const shown = {
      findings: '移除该字段，或使用文档中的名称发送。',
      'assumptions/A-22-2': '略过未知素材，并报告问题提示',
      workspaces: '素材库、素材集和门户中都没有素材',
      overview: '第一次调用',
      'try/E22': '不存在的素材集',
    }
    for (const [view, text] of Object.entries(shown)) {
      await page.evaluate(`location.hash = '#/00000000/${view}'`)
      await page.getByText(text).first().waitFor({ state: 'attached' })
    }
  })

  test('says what was done once, and below the view', async () => {
    const { page } = await open(await startServer(), { view: 'clock' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    for (let count = 0; count < 3; count += 1)
      await page.getByRole('button', { name: 'Copy epoch ms' }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.locator('.toast').count()).toBe(1)
    const { y = 0, height = 0 } = (await page.locator('main').boundingBox()) ?? {}
    expect((await page.locator('.toast').boundingBox())?.y).toBeGreaterThanOrEqual(y + height)
  })

  test('shows next to the workspace when its clock, faults or variants differ from a new one', async () => {
    const server = await startServer()
    const { page } = await open(server)
    const state = page.locator('.workspace-state')
    expect(await state.count()).toBe(0)
    await act(server, '/clock/advance', { ms: 3_600_000 })
    await act(server, '/faults', { match: { operation: 'E8' }, effect: { reset: true } })
    await expect.poll(() => state.textContent()).toBe('Clock moved · Fault rules: 1')
  })
})
