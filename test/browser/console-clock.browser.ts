import { describe, expect, test } from 'vitest'
import {
  expectAccessible,
  expectClean,
  expectUnbroken,
  HOSTILE,
  useConsole,
} from '#test/kit/console.ts'
import { recordsOf } from '#test/kit/records.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
import { begin } from '#test/kit/uploads.ts'

const { open } = useConsole()

const HOUR_MS = 3_600_000

/** A notification that becomes visible later, by the clock of the workspace. */
const notifyIn = async (server: TestServer, ms: number): Promise<void> => {
  const { now } = await server.control<{ now: number }>('/clock')
  await server.result('E12', {
    users: ['viewer@example.com'],
    templateCode: 'MATERIAL_SHARED_WITH_YOU',
    content: { htmlContent: HOSTILE },
    sendTime: now + ms,
  })
}

describe('the view Clock', () => {
  test('freezes the clock, moves it forward, and says which notification became due', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'clock' })
    const { page } = watched
    await page.getByText('runs with the clock of the machine').waitFor()
    await page.getByRole('button', { name: 'Freeze now' }).click()
    await page.getByText('stands still until you move it').waitFor()
    await page.getByText('Nothing became due').waitFor()
    const frozen = await server.control<{ mode: string; now: number }>('/clock')
    expect(frozen.mode).toBe('frozen')
    await notifyIn(server, 2 * HOUR_MS)
    await page.getByText('Notification 1 for viewer@example.com').waitFor()
    await page.getByRole('button', { name: '+ 1 hour' }).click()
    await expect.poll(() => server.workspace.clock.now()).toBe(frozen.now + HOUR_MS)
    expect((await recordsOf(server, 'notifications'))[0]?.isVisible).toBe(false)
    await page.getByText('Nothing became due').waitFor()
    await page.getByRole('button', { name: '+ 1 day' }).click()
    await page.getByText('Notifications that became visible: 1').waitFor()
    expect((await recordsOf(server, 'notifications'))[0]?.isVisible).toBe(true)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Notifications that became visible' }).click()
    await page.waitForURL(/\/notifications$/)
    await expectUnbroken(page)
    expectClean(watched)
  })

  test('moves to what becomes due next by one click', async () => {
    const server = await startServer()
    await begin(server, { name: HOSTILE, type: 'image/png', size: 12 })
    await notifyIn(server, 90 * 60_000)
    const { page } = await open(server, { view: 'clock' })
    await page.getByRole('button', { name: /^Move there Notification/ }).click()
    await page.getByText('Notifications that became visible: 1').waitFor()
    await page.getByRole('button', { name: /^Move there Upload/ }).click()
    await page.getByText('Open uploads that expired: 1').waitFor()
    await expectUnbroken(page)
  })

  test('sets a date and time in UTC in the form that it shows, moves by any amount, and goes back to real time', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'clock' })
    const time = page.getByLabel('Date and time')
    expect(await time.inputValue()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const freeze = page.getByRole('button', { name: 'Freeze at this time' })
    await time.fill('30/03/2031, 12:34')
    await page.getByText('Expected a time in UTC such as 2026-11-22 07:36:05.').waitFor()
    expect(await freeze.isDisabled()).toBe(true)
    await time.fill('2031-03-30 12:34:56')
    await freeze.click()
    await page.getByText('2031-03-30 12:34:56').first().waitFor()
    const { now } = await server.control<{ now: number }>('/clock')
    expect(now).toBe(1_932_640_496_000)
    await page.getByLabel('Amount', { exact: true }).fill('1.5')
    await page.getByLabel('Unit').selectOption('minutes')
    await page.getByRole('button', { name: 'Move forward by this amount' }).click()
    await expect.poll(() => server.workspace.clock.now()).toBe(now + 90_000)
    await page.getByRole('button', { name: 'Keep it running' }).click()
    await page.getByText('runs on from the time').waitFor()
    await page
      .getByText(/2031-03-30 12:3[6-9]:/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Back to real time' }).click()
    await page.getByText('runs with the clock of the machine').waitFor()
    expect(await server.control('/clock')).toMatchObject({ mode: 'real' })
  })

  test('ticks as time passes, without calls of the server', async () => {
    const { page } = await open(await startServer(), { view: 'clock' })
    const shown = page.locator('.clock-time')
    const first = await shown.textContent()
    await expect.poll(() => shown.textContent(), { timeout: 10_000 }).not.toBe(first)
  })
})
