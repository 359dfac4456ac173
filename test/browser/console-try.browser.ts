import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import {
  expectAccessible,
  expectClean,
  expectUnbroken,
  HOSTILE,
  useConsole,
} from '#test/kit/console.ts'
import { listJournal } from '#test/kit/journal.ts'
import { startServer } from '#test/kit/server.ts'

const { open } = useConsole()

const answerCode = '.try-answer .badge'

describe('the view Try', () => {
  test('calls every operation with its first example, and shows code 0', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'try' })
    const { page } = watched
    const operations = page.getByLabel('Operation', { exact: true })
    await operations.locator('option').first().waitFor({ state: 'attached' })
    const ids = await operations
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''))
    expect(ids).toHaveLength(CATALOGUE.length)
    for (const id of ids) {
      await operations.selectOption(id)
      await page.getByRole('heading', { name: `${id} `, level: 2 }).waitFor()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator(answerCode).first().waitFor()
      expect(await page.locator(answerCode).first().innerText(), id).toMatch(/^(?:0|HTTP 200)$/)
    }
    expectClean(watched)
  })

  test('sends what the form says as the chosen user, and the journal has the call', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'try/E22' })
    await page.getByLabel('assetIds 1 *').fill(String(server.fixtures.assets.ids[2]))
    await page.getByRole('button', { name: 'Remove assetIds 2' }).click()
    await page.getByRole('button', { name: 'Add assetIds' }).click()
    await page.getByLabel('assetIds 2 *').fill('x')
    await page.getByLabel('Acting user').fill(server.fixtures.users.viewer.email)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.try-answer .badge.bad').waitFor()
    const { entries } = await listJournal(server)
    expect(entries).toMatchObject([
      { operation: 'E22', code: '90020002', actor: server.fixtures.users.viewer.email },
    ])
    expect(await page.locator('.try-answer').innerText()).toContain('param.assetIds[1]')
    await page.locator('.try-answer a[href$="/calls/1"]').click()
    await page.getByRole('heading', { name: 'Call 1' }).waitFor()
  })

  test('proposes the known values of a field, texts and numbers', async () => {
    const { page } = await open(await startServer(), { view: 'try/E1' })
    const proposed = async (name: string) => {
      const list = await page.getByLabel(name, { exact: true }).getAttribute('list')
      const options = page.locator(`datalist[id="${list}"] option`)
      return options.evaluateAll((all) => all.map((option) => option.getAttribute('value')))
    }
    expect(await proposed('sort')).toEqual(['desc', 'asc'])
    expect(await proposed('scope')).toEqual(['0', '1', '2', '3'])
  })

  test('sends JSON that is written by hand, and explains the findings of the call', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'try/E8' })
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const json = page.getByLabel('JSON', { exact: true })
    await json.fill('{"userIds": [')
    await page.getByText('This is not JSON:').waitFor()
    await json.fill(`{"userIds": [], "colour": ${JSON.stringify(HOSTILE)}}`)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('unknown-field param.colour').waitFor()
    await page.getByText('Remove the field').waitFor()
    await expectUnbroken(page)
  })

  test.each([
    ['E8', 'JSON', '{"userIds": [1001,], }'],
    ['E9', 'variables (JSON)', '{"note": }'],
  ])('sends nothing for %s while %s is not JSON', async (id, label, wrong) => {
    const server = await startServer()
    const { page } = await open(server, { view: `try/${id}` })
    const send = page.getByRole('button', { name: 'Send' })
    if (label === 'JSON') await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const area = page.getByLabel(label, { exact: true })
    const right = await area.inputValue()
    await area.fill(wrong)
    await send.click()
    await page.getByText('This is not JSON:').waitFor()
    await area.fill(right)
    expect(await page.getByText('This is not JSON:').count()).toBe(0)
    await send.click()
    await page.locator(answerCode).first().waitFor()
    expect((await listJournal(server)).entries).toHaveLength(1)
    await area.fill(wrong)
    await send.click()
    await page.locator('textarea:focus').waitFor()
    await expectAccessible(page)
  })

  test('asks for a fault, and names it', async () => {
    const { page } = await open(await startServer(), { view: 'try/E8' })
    await page.getByLabel('Fault to request').fill('before:refuse=10134011')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => page.locator(answerCode).first().innerText()).toBe('10134011')
    await page.locator('.try-answer code', { hasText: 'refuse' }).waitFor()
  })

  test('takes an example of a refusal with its user', async () => {
    const { page } = await open(await startServer(), { view: 'try/E22' })
    await page.getByLabel('Example').selectOption('noPermission')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => page.locator(answerCode).first().innerText()).toBe('10134011')
  })
})
