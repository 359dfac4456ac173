import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startSite, useBrowser, type Watched, watchPage } from '#test/kit/browser.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freshFolder } from '#test/kit/process.ts'
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

const blockOf = (page: Page, id: string) => page.locator(`[id^="operations-"][id$="-${id}"]`)

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

/** Opens an operation and sends its example. */
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

const openWorkspace = async (server: TestServer, path = '/docs') => {
  const { id } = await send('POST', `${server.url}/_sandbox/workspaces`, { seed: 'demo' })
  return { id, ...(await openPage(server, `/w/${id}${path}`)) }
}

const enterKey = async (page: Page, key: string): Promise<void> => {
  await page.locator('#key').fill(key)
  await page.locator('#key-form button').click()
}

/** Waits until the page says what it has filled in. */
const expectStatus = (page: Page, text: string) =>
  expect.poll(() => page.locator('#status').innerText()).toContain(text)

const FILLED = 'Requests have the credentials and ids of'

describe('the viewer of the interface', () => {
  test('opens without complaints and without requests to other hosts', async () => {
    const { page, foreign, complaints } = await opened('/docs')
    await expectStatus(page, `${FILLED} the workspace default.`)
    expect(await page.locator('.opblock').count()).toBeGreaterThanOrEqual(22)
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  })

  test.each(['minimal', 'demo'])(
    'shows the users of E8 and the collections of E1 with the seed %s',
    async (seed) => {
      const { page, server, ...seen } = await opened('/docs', { env: { SANDBOX_SEED: seed } })
      const users = await tryOut(page, 'E8')
      expect(users.pathname).toBe(pathOf('E8'))
      expect(users.body.code).toBe('0')
      expect(users.shown).toContain(server.fixtures.users.owner.email)
      const collections = await tryOut(page, 'E1')
      expect(collections.body.code).toBe('0')
      const { list } = collections.body.result as { list: { groupName: string }[] }
      expect(collections.shown).toContain(list[0]?.groupName ?? 'a name')
      expect(seen).toMatchObject({ foreign: [], complaints: [] })
    },
  )

  test('signs E6 for a workspace of its own, at its frozen time', async () => {
    const server = await startServer({
      variants: { 'A-auth-4': 'hmac-sha256', 'A-auth-5': 'refused', 'A-auth-6': 'refused' },
    })
    const { id, page, ...seen } = await openWorkspace(server)
    await expectStatus(page, `${FILLED} workspace ${id}.`)
    await send('PUT', `${server.url}/w/${id}/_sandbox/clock`, {
      mode: 'frozen',
      now: 1_800_000_000_000,
    })
    const contents = await tryOut(page, 'E6')
    expect(contents.pathname).toBe(`/w/${id}${pathOf('E6')}`)
    expect(contents.body).toMatchObject({ code: '0', result: { pageNum: 1 } })
    expect(contents.headers['s-timestamp']).toBe('1800000000000')
    expect(contents.shown).toContain('CUSTOMER_PORTAL_PUBLISH_TIME')
    const again = await execute(page, 'E6')
    expect(again.body.code).toBe('0')
    expect(seen).toMatchObject({ foreign: [], complaints: [] })
  })

  test('asks for the admin key, and fills the requests once it is right', async () => {
    const { page, foreign } = await opened('/docs', { env: { SANDBOX_ADMIN_KEY: 'secret' } })
    await expectStatus(page, 'needs the admin key. Placeholders stay in the requests.')
    const collections = await tryOut(page, 'E1')
    expect(collections.body.code).not.toBe('0')
    expect(collections.sent).toContain('"token": "<ACCESS_TOKEN>"')
    await enterKey(page, 'wrong')
    await expectStatus(page, 'The admin key is wrong.')
    await enterKey(page, 'secret')
    await expectStatus(page, FILLED)
    const users = await tryOut(page, 'E8')
    expect(users.body.code).toBe('0')
    expect(users.headers).not.toHaveProperty('authorization')
    await page.reload()
    await expectStatus(page, FILLED)
    expect(await page.evaluate('localStorage.length')).toBe(0)
    await page.locator('#forget-key').click()
    await expectStatus(page, 'needs the admin key')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    expect(foreign).toEqual([])
  })

  test('asks for a token where the fixtures have none that lasts', async () => {
    const { page } = await opened('/docs', {
      env: {
        SANDBOX_PROFILE: 'staging',
        SANDBOX_DATA: freshFolder(),
        SANDBOX_ADMIN_KEY: 'sixteen letters!',
      },
    })
    await enterKey(page, 'sixteen letters!')
    await expectStatus(page, FILLED)
    expect((await tryOut(page, 'E8')).body.code).toBe('0')
  })

  test('leaves placeholders where the host name is not known to be this machine', async () => {
    const server = await startServer()
    const { page, foreign } = await watch(`http://rebound.example:${new URL(server.url).port}`)
    await page.goto(`http://rebound.example:${new URL(server.url).port}/docs`)
    await expectStatus(page, 'Placeholders stay in the requests.')
    expect(await page.locator('#key-form').isVisible()).toBe(false)
    expect(foreign).toEqual([])
  })

  test('names the fixtures that a seed does not define', async () => {
    const server = await startServer()
    const watched = await watch(server.url)
    await watched.page.route('**/_sandbox/fixtures', async (route) => {
      const { portal: _, ...rest } = (await (await route.fetch()).json()) as { portal: object }
      await route.fulfill({ json: rest })
    })
    await watched.page.goto(`${server.url}/docs`)
    await expectStatus(
      watched.page,
      'Its seed does not define portal.authType and 5 other fixtures',
    )
  })

  test('shows stored names with HTML as text, and runs none of it', async () => {
    const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    const server = await startServer()
    const collection = { id: 990_001, name, createUser: 1001, createdAtMs: 1_900_000_000_000 }
    await send('POST', `${server.url}/_sandbox/seed`, { collections: [collection] })
    const { page, complaints } = await openPage(server, '/docs')
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
      expect(await frame?.locator('#status').count()).toBe(0)
    }
  })
})

describe('the viewer of the control plane', () => {
  test('shows the workspaces, with the admin key where one is set', async () => {
    for (const key of [undefined, 'secret']) {
      const env = key === undefined ? {} : { SANDBOX_ADMIN_KEY: key }
      const { page, foreign, complaints } = await opened('/_sandbox/docs', { env })
      if (key !== undefined) {
        await expectStatus(page, 'needs the admin key. The document is not shown.')
        complaints.length = 0
        await enterKey(page, key)
      }
      await expectStatus(page, 'Requests go to the workspace default.')
      const list = await tryOut(page, 'getWorkspaces')
      expect(list.pathname).toBe('/_sandbox/workspaces')
      expect(list.shown).toContain('00000000')
      expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
    }
  })

  test('is about the workspace of its path', async () => {
    const server = await startServer()
    const { id, page } = await openWorkspace(server, '/_sandbox/docs')
    await expectStatus(page, `Requests go to workspace ${id}.`)
    const clock = await tryOut(page, 'getClock')
    expect(clock.pathname).toBe(`/w/${id}/_sandbox/clock`)
  })
})
