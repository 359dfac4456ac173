import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { startSite, useBrowser, type Watched, watchPage } from '#test/kit/browser.ts'
import { pathOf } from '#test/kit/operations.ts'
import { type ServerOptions, startServer, type TestServer } from '#test/kit/server.ts'

const browser = useBrowser()

const watch = async (origin: string): Promise<Watched> => watchPage(await browser.page(), origin)

const openPage = async (server: TestServer, path: string): Promise<Watched> => {
  const watched = await watch(server.url)
  await watched.page.goto(`${server.url}${path}`)
  return watched
}

const opened = async (path: string, options: ServerOptions = {}) => {
  const server = await startServer(options)
  return { server, ...(await openPage(server, path)) }
}

/** An operation of the interface has a speaking id in the document, and is found by its path. */
const blockOf = (page: Page, id: string) =>
  page.locator(
    /^E\d+$/.test(id)
      ? `[id^="operations-"]:has([data-path="${pathOf(id)}"])`
      : `[id^="operations-"][id$="-${id}"]`,
  )

/** Sends the example of an open operation; what is sent, the answer, and what the page shows of it. */
const execute = async (page: Page, id: string) => {
  const block = blockOf(page, id)
  const path = await block.locator('[data-path]').getAttribute('data-path')
  const answered = page.waitForResponse((reply) =>
    new URL(reply.url()).pathname.endsWith(`${path}`),
  )
  await block.locator('button.execute').click()
  const reply = await answered
  const shown = block.locator('.live-responses-table .response-col_description .highlight-code')
  return {
    pathname: new URL(reply.url()).pathname,
    headers: await reply.request().allHeaders(),
    sent: reply.request().postData() ?? '',
    body: (await reply.json()) as { code: string; result: unknown },
    shown: await shown.first().innerText(),
  }
}

const tryOut = async (page: Page, id: string) => {
  await blockOf(page, id).locator('.opblock-summary-control').click()
  return execute(page, id)
}

const send = async (
  method: string,
  url: string,
  body: object,
): Promise<Record<string, unknown>> => {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) })
  expect(reply.ok, await reply.clone().text()).toBe(true)
  return (await reply.json()) as Record<string, unknown>
}

describe('the viewer of the interface', () => {
  test('opens without complaints and without requests to other hosts', async () => {
    const { page, foreign, complaints } = await opened('/docs')
    await page.locator('.opblock').first().waitFor()
    expect(await page.locator('.opblock').count()).toBeGreaterThanOrEqual(CATALOGUE.length)
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  })

  test('calls the workspace of its path', async () => {
    const server = await startServer()
    const { page } = await openPage(server, '/w/00000000/docs')
    await page.setExtraHTTPHeaders({ 'access-token': server.fixtures.app?.accessToken ?? '' })
    const users = await tryOut(page, 'E8')
    expect(users.pathname).toBe(`/w/00000000${pathOf('E8')}`)
    expect(users.body.code).toBe('0')
    expect(users.shown).toContain(server.fixtures.users.owner.email)
    expect(users.headers).not.toHaveProperty('x-asm-prefer-tag')
  })

  test('is as dark as the browser, and opens the operation that its URL names', async () => {
    const server = await startServer()
    const page = await browser.page()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${server.url}/docs`)
    await blockOf(page, 'E22').locator('.opblock-summary-control').click()
    await page.waitForURL(/#\/./)
    const link = page.url()
    await page.goto('about:blank')
    await page.goto(link)
    await blockOf(page, 'E22').locator('button.execute').waitFor()
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    expect(await ground()).toBe('rgb(28, 32, 34)')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(ground).not.toBe('rgb(28, 32, 34)')
  })

  test('shows stored names with HTML as text and does not run it', async () => {
    const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    const server = await startServer()
    const collection = { id: 990_001, name, createUser: 1001, createdAtMs: 1_900_000_000_000 }
    await send('POST', `${server.url}/_sandbox/seed`, { collections: [collection] })
    const { page, complaints } = await openPage(server, '/docs')
    await page.setExtraHTTPHeaders({ 'access-token': server.fixtures.app?.accessToken ?? '' })
    const title = await page.title()
    const collections = await tryOut(page, 'E1')
    expect(collections.shown).toContain('<img src=x onerror')
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await page.title()).toBe(title)
    expect(complaints).toEqual([])
  })

  test('is shown in no frame of another page', async () => {
    const server = await startServer()
    for (const path of ['/docs', '/_sandbox/docs']) {
      const site = await startSite(`<!doctype html><iframe src="${server.url}${path}"></iframe>`)
      const page = await browser.page()
      await page.goto(site.url)
      const frame = page.frames().find((one) => one !== page.mainFrame())
      expect(await frame?.locator('#swagger-ui').count()).toBe(0)
    }
  })
})

describe('the viewer of the control plane', () => {
  test('shows the workspaces, with the admin key where one is set', async () => {
    for (const key of [undefined, 'secret']) {
      const server = await startServer({ env: key === undefined ? {} : { SANDBOX_ADMIN_KEY: key } })
      const { page, foreign } = await watch(server.url)
      page.on('dialog', (dialog) => void dialog.accept(key))
      await page.goto(`${server.url}/_sandbox/docs`)
      const list = await tryOut(page, 'getWorkspaces')
      expect(list.pathname).toBe('/_sandbox/workspaces')
      expect(list.shown).toContain('00000000')
      expect(foreign).toEqual([])
    }
  })
})
