import { describe, expect, test } from 'vitest'
import { RECORD_KINDS } from '#src/client/generated/constants.ts'
import type { Records } from '#src/client/generated/control.ts'
import { expectAccessible, expectClean, useConsole } from '#test/kit/console.ts'
import { startServer } from '#test/kit/server.ts'
import { packOf, TRACK, writeRecords } from '#test/kit/written-records.ts'

const { open } = useConsole()

describe('the view Records', () => {
  test('has a tab with headings for every kind', async () => {
    const server = await startServer()
    await writeRecords(server, 'Some text')
    const watched = await open(server, { view: 'records', language: 'zh' })
    const { page } = watched
    for (const kind of RECORD_KINDS) {
      const tab = page.locator(`.records-kinds a[href$="/records/${kind}"]`)
      await tab.click()
      const name = (await tab.textContent()) ?? ''
      const headings = page.getByRole('table', { name, exact: true }).getByRole('columnheader')
      await headings.first().waitFor()
      const found = await headings.allTextContents()
      const { records } = await server.control<Records>(`/records/${kind}`)
      const fields = Object.keys(records[0] ?? {})
      expect(found.map((heading) => heading.split('.')[0])).toEqual(expect.arrayContaining(fields))
    }
    expectClean(watched)
  })

  test('shows what another client writes, newest first, and each row as JSON', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'records/tracking' })
    await page.getByText('Nothing here yet.').waitFor()
    await writeRecords(server, 'First')
    await page.getByRole('cell', { name: 'First', exact: true }).first().waitFor()
    await writeRecords(server, 'Second')
    const rows = page.getByRole('table').getByRole('row')
    await expect.poll(() => rows.nth(1).textContent()).toContain('Second')
    await page.getByRole('button', { name: 'Show row 2' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('"event_type_code": "Second"').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  })

  test('shows the members of a crowd pack as E10 answers them', async () => {
    const server = await startServer()
    await writeRecords(server, 'first member')
    const { page } = await open(server, { view: 'records/crowd-packs' })
    await page.getByRole('button', { name: `Show row ${server.fixtures.crowdPack.id}` }).click()
    const members = page.getByRole('table', { name: 'Members as E10 returns them' })
    await members.getByText('first member').waitFor()
    const answered = await server.result<{ id: number }[]>('E10', packOf(server))
    expect(await members.locator('tbody tr').count()).toBe(answered.length)
  })

  test('shows people by name, and leads to approvals', async () => {
    const server = await startServer()
    await writeRecords(server, 'Some text')
    const { page } = await open(server, { view: 'records/collaborators' })
    await page.getByText(server.fixtures.users.owner.email).first().waitFor()
    await page.goto(`${server.url}/console/#/00000000/records/approvals`)
    const link = page.getByRole('table').getByRole('link').first()
    await link.waitFor()
    expect(await link.getAttribute('href')).toMatch(/\/approvals\/\d+$/)
  })

  test('shows further rows on demand', async () => {
    const server = await startServer()
    const trackList = Array.from({ length: 600 }, (_, index) => ({
      ...TRACK,
      event_type_code: `E${index}`,
    }))
    await server.result('E3', { trackList })
    const { page } = await open(server, { view: 'records/tracking' })
    const shown = page.locator('.records-table tbody tr')
    await page.getByText('The newest 500 of 600.').waitFor()
    expect(await shown.count()).toBe(200)
    await page.getByRole('button', { name: 'Show more (300)' }).click()
    await expect.poll(() => shown.count()).toBe(400)
  })
})
