import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectClean, useConsole } from '#test/kit/console.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const { open } = useConsole()

const demo = () => startServer({ env: { SANDBOX_SEED: 'demo' } })

interface Answer {
  totalCount: number
  totalPage: number
  records: { id: number; name: string }[]
}

const search = (server: TestServer, param: object): Promise<Answer> =>
  server.result<Answer>('E6', { blockId: 601, pageSize: 20, ...param })

const cards = (page: Page) => page.getByRole('list', { name: 'Contents' }).getByRole('link')

const expectCards = (page: Page, { records }: Answer): Promise<void> =>
  expect.poll(() => cards(page).allTextContents()).toEqual(records.map(({ name }) => name))

describe('the view Portal', () => {
  test('shows blocks, and contents as E6 answers them, more on demand', async () => {
    const server = await demo()
    const watched = await open(server, { view: 'portal' })
    const { page } = watched
    await page.getByText('Choose a block').waitFor()
    await page.getByRole('link', { name: '新品与主推 New & Featured' }).click()
    const first = await search(server, {})
    await expectCards(page, first)
    await page.getByText(`E6 returns ${first.totalCount} contents.`).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expectCards(page, await search(server, { pageSize: 40 }))
    await expect.poll(() => pictureWidth(page)).toBeGreaterThan(0)
    expectClean(watched)
  })

  test('searches by text and by tag as E6 does', async () => {
    const server = await demo()
    const { page } = await open(server, { view: 'portal/601' })
    const { tag } = server.fixtures.portal
    await page.getByLabel('Tag').selectOption(tag)
    const tagged = await search(server, {
      filterConditionList: [{ code: 'tags', value: [tag] }],
    })
    await expectCards(page, tagged)
    const [first] = tagged.records
    await page.getByLabel('Search text').fill(first?.name ?? '')
    await expect.poll(() => cards(page).allTextContents()).toEqual([first?.name])
    await page.getByLabel('Search text').fill('no such content')
    await page.getByText('E6 returns no contents for this search.').waitFor()
    const { entries } = await server.control<{ entries: { operation: string }[] }>('/journal')
    // The searches of this test itself are all that the journal has.
    expect(entries.filter(({ operation }) => operation === 'E6')).toHaveLength(1)
  })

  test('shows a content as E11 answers it', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'portal/601' })
    const { page } = watched
    await page.getByRole('link', { name: '雾岭乌龙｜新品上架' }).click()
    const detail = page.getByRole('region', { name: '雾岭乌龙｜新品上架' })
    await detail.getByText('海拔一千二百米的清晨').first().waitFor()
    const button = detail.getByRole('link', { name: 'https://shop.tessaline.example' })
    expect(await button.getAttribute('rel')).toBe('noreferrer noopener')
    expect(await detail.getByRole('link', { name: 'Asset 100001' }).getAttribute('href')).toBe(
      '#/00000000/library/asset/100001',
    )
    await expect.poll(() => detail.locator('img').count()).toBeGreaterThan(0)
    await expectAccessible(page)
    expectClean(watched)
  })

  test('says why a content is not there, and which block is unknown', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'portal/601/999999' })
    await page.getByRole('alert').getByText('999999').waitFor()
    await page.goto(`${server.url}/console/#/00000000/portal/999999`)
    await page.getByText('Block 999999 does not exist.').waitFor()
  })
})

const pictureWidth = (page: Page): Promise<number> =>
  page
    .locator('.portal-cards img')
    .first()
    .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)
