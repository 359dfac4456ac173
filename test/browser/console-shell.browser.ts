import { describe, expect, test } from 'vitest'
import { startSite } from '#test/kit/browser.ts'
import { useConsole } from '#test/kit/console.ts'
import { startServer } from '#test/kit/server.ts'

const { page: freshPage } = useConsole()

describe('the console', () => {
  test('is in no frame of another page', async () => {
    const server = await startServer()
    const site = await startSite(`<!doctype html><iframe src="${server.url}/console/"></iframe>`)
    const page = await freshPage()
    await page.goto(site.url)
    // What the browser shows in the place of a page that refuses to be framed.
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
    expect(await page.frames()[1]?.locator('#console').count()).toBe(0)
  })
})
