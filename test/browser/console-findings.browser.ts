import { describe, expect, test } from 'vitest'
import { confirmed, expectAccessible, expectClean, useConsole } from '#test/kit/console.ts'
import { startServer } from '#test/kit/server.ts'

const { open } = useConsole()

describe('the findings that the console shows', () => {
  test('have meaning, remedy, count and fields, and link the calls that have them', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'findings' })
    const { page } = watched
    await page.getByText('No findings so far.').waitFor()
    await server.call('E8', { userIds: [], colour: 'red' })
    await server.call('E8', { userIds: [], shape: 'round' })
    const panel = page.getByRole('region', { name: 'unknown-field' })
    await panel.getByText('2 times').waitFor()
    for (const text of ['param.colour', 'param.shape', 'Remedy:'])
      await panel.getByText(text).first().waitFor()
    await expectAccessible(page)
    await panel.getByRole('link', { name: '#2' }).click()
    await page.getByRole('heading', { name: 'Call 2' }).waitFor()
    await page.goBack()
    await panel.getByRole('link', { name: 'All calls in the journal with this finding' }).click()
    await page.locator('a.calls-row[data-seq="1"]').waitFor()
    expect(page.url()).toContain('finding%3Dunknown-field')
    expectClean(watched)
  })

  test('are listed from a level on, and deleted', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [], colour: 'red' })
    const { page } = await open(server, { view: 'findings' })
    await page.getByRole('region', { name: 'unknown-field' }).waitFor()
    await page.getByLabel('Minimum level').selectOption('error')
    await page.getByText('No findings of this level.').waitFor()
    await confirmed(page, 'Clear findings')
    await page.getByText('No findings so far.').waitFor()
    expect(await server.control('/findings')).toMatchObject({ findings: [] })
  })
})
