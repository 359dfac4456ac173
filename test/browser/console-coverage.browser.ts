import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { expectAccessible, expectClean, useConsole } from '#test/kit/console.ts'
import { startServer } from '#test/kit/server.ts'

const { open } = useConsole()

describe('the coverage that the console shows', () => {
  test('counts outcomes, fields and variants of each operation as calls come', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'coverage' })
    const { page } = watched
    const table = page.getByRole('table', { name: 'Operations' })
    await table.getByText('E22').waitFor()
    expect(await table.locator('tbody tr').count()).toBe(CATALOGUE.length)
    await page.locator('dd').getByText(`0 of ${CATALOGUE.length}`).waitFor()
    await server.call('E8', { userIds: [] })
    await server.call('E8', { userIds: 'x' })
    await page.locator('dd').getByText(`1 of ${CATALOGUE.length}`).waitFor()
    await table.getByRole('button', { name: /E8 Query users/ }).click()
    await table.getByRole('row', { name: /^success · 0 1$/ }).waitFor()
    await expectAccessible(page)
    expectClean(watched)
  })

  test('can be narrowed to what is missing', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [] })
    const { page } = await open(server, { view: 'coverage' })
    const opener = page.getByRole('button', { name: /E8 Query users/ })
    await opener.click()
    const success = page.getByRole('row', { name: /^success · 0 1$/ })
    await success.waitFor()
    await page.getByLabel('Only missing items').check()
    await success.waitFor({ state: 'detached' })
    expect(page.url()).toContain('/coverage/missing')
  })
})
