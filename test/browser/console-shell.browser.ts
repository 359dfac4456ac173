import { describe, expect, test } from 'vitest'
import { startProxy, startSite, watchPage } from '#test/kit/browser.ts'
import { expectClean, useConsole } from '#test/kit/console.ts'
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

  test('works behind a TLS proxy that adds a path and changes the host, under the public URL', async () => {
    const proxy = await startProxy('/base')
    const publicUrl = `https://dam.example:${proxy.port}/base`
    const server = await startServer({ env: { SANDBOX_PUBLIC_URL: publicUrl } })
    proxy.passTo(server.url)
    const page = await freshPage()
    const watched = watchPage(page, new URL(publicUrl).origin)
    await page.goto(`${publicUrl}/console#/00000000/try/E22`)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => page.locator('.try-answer .badge').first().innerText()).toBe('0')
    const sent = await page.evaluate(async () => {
      const reply = await fetch('/base/_sandbox/journal', { method: 'DELETE' })
      return reply.status
    })
    expect(sent).toBe(204)
    expectClean(watched)
  })
})
