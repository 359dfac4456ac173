import { describe, expect, test } from 'vitest'
import { useBrowser, watchPage } from '#test/kit/browser.ts'
import { expectAccessible, expectClean } from '#test/kit/console.ts'
import { startServer } from '#test/kit/server.ts'

const browser = useBrowser()

const opened = async (path: string, languages = 'en') => {
  const { url } = await startServer()
  const watched = watchPage(await browser.page(), url)
  await watched.page.setExtraHTTPHeaders({ 'accept-language': languages })
  await watched.page.goto(url + path)
  return { url, ...watched }
}

describe('the page at the root in a browser', () => {
  test('shows its icon, leads to the console and the documents, and breaks no rule of its policy', async () => {
    const { url, page, ...watched } = await opened('/')
    expect(
      await page
        .locator('h1 img')
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(0)
    expect((await page.locator('h1 img').boundingBox())?.width).toBe(32)
    await page.getByRole('link', { name: 'Console' }).click()
    await page.waitForURL(`${url}/console/**`)
    await page.goBack()
    await page.getByRole('link', { name: 'Operations' }).click()
    await page.waitForURL(`${url}/docs`)
    expectClean({ page, ...watched })
  })

  test('leads to the pages of a workspace below its prefix', async () => {
    const { url, page } = await opened('/w/00000000')
    expect(page.url()).toBe(`${url}/w/00000000/`)
    await page.getByRole('link', { name: 'Console' }).click()
    await page.waitForURL(`${url}/w/00000000/console/**`)
  })

  test.each(['light', 'dark'] as const)(
    'is accessible in the scheme %s, in both languages',
    async (colorScheme) => {
      for (const [languages, name] of [
        ['en', 'Console'],
        ['zh-CN', '控制台'],
      ] as const) {
        const { page, ...watched } = await opened('/', languages)
        await page.emulateMedia({ colorScheme })
        expect(await page.getByRole('link', { name, exact: true }).isVisible()).toBe(true)
        await expectAccessible(page)
        expectClean({ page, ...watched })
      }
    },
  )
})
