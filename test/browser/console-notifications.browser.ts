import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import { startSite } from '#test/kit/browser.ts'
import { expectClean, expectUnbroken, HOSTILE, useConsole } from '#test/kit/console.ts'
import { NOW } from '#test/kit/databases.ts'
import { freezeAt } from '#test/kit/records.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const { open } = useConsole()

const notify = (server: TestServer, htmlContent: string, more: object = {}) =>
  server.result('E12', {
    users: ['viewer@example.com'],
    templateCode: 'MATERIAL_SHARED_WITH_YOU',
    content: { htmlContent },
    ...more,
  })

const frameOf = (page: Page) => page.frameLocator('iframe')

/** HTML that tries all ways to run, to ask another host, and to lead away. */
const attack = (host: string): string => `
  <link rel="preconnect" href="${host}/preconnect"><link rel="dns-prefetch" href="${host}">
  <link rel="stylesheet" href="${host}/style.css"><meta http-equiv="refresh" content="0;url=${host}/refresh">
  <base href="${host}/base/"><h2>Attack ${HOSTILE}</h2>
  <style>@import url("${host}/import.css"); body { background: url("${host}/style.png") }</style>
  <p style="color: green; background: url(${host}/attribute.png)">styled</p>
  <p style="--a: u\\72l(${host}/escaped.png); background: var(--a)">escaped</p>
  <p style="background: var(--x, url(${host}/fallback.png))">fallback</p>
  <p style="color: red; cursor: var(--x, url(${host}/cursor.cur), auto); --x: url(${host}/own.png)">own</p>
  <p style="list-style-image: image-set('${host}/set.png' 1x); display: list-item">set</p>
  <img src="${host}/picture.png" srcset="${host}/set.png 2x" alt="picture" onload="window.broken=1">
  <img src="//${host.replace('http://', '')}/relative.png" alt="relative">
  <picture><source srcset="${host}/source.png"><img alt="source" src="x" onerror="window.broken=1"></picture>
  <svg><image href="${host}/svg.png"/><use href="${host}/use.svg#a"/><script>window.broken=1</script></svg>
  <video src="${host}/video.mp4" poster="${host}/poster.png" autoplay></video><audio src="${host}/a.mp3"></audio>
  <iframe src="${host}/frame"></iframe><iframe srcdoc="<script>top.broken=1</script>"></iframe>
  <object data="${host}/object"></object><embed src="${host}/embed">
  <table background="${host}/table.png"><tr><td>cell</td></tr></table>
  <form action="${host}/form"><input type="image" src="${host}/input.png"><button formaction="${host}/button">send</button></form>
  <template><img src="${host}/template.png"></template><noscript><img src="${host}/noscript.png"></noscript>
  <math><mtext><img src="${host}/math.png"></mtext></math>
  <a href="${host}/link" ping="${host}/ping" target="_top">link</a> <a href="javascript:window.broken=1">script</a>
  <details open ontoggle="window.broken=1"><summary>more</summary></details>`

describe('the view Notifications', () => {
  test('shows one of the future as not due, and as due after another client moves the clock', async () => {
    const server = await startServer()
    freezeAt(server, NOW)
    await notify(server, '<h2>Later</h2>', { sendTime: NOW + 5_400_000, url: '/library/1' })
    const watched = await open(server, { view: 'notifications' })
    const { page } = watched
    const row = page.getByRole('row', { name: 'Later' })
    await row.getByText('Not due · in 1 hour 30 minutes').waitFor()
    await page.getByLabel('When').selectOption('Due')
    await page.getByText('No notification has this recipient and time.').waitFor()
    expect((await act(server, '/clock/advance', { ms: 5_400_000 })).status).toBe(200)
    await row.getByText('Due', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Change the clock' }).getAttribute('href')).toBe(
      '#/00000000/clock',
    )
    expectClean(watched)
  })

  test('shows the content, template and times of a notification to each receiver', async () => {
    const server = await startServer()
    const { users } = server.fixtures
    const { page } = await open(server, { view: 'notifications' })
    await page.getByText('No notifications. E12 creates them.').waitFor()
    await notify(server, '<h2>Hello</h2><p style="color: rgb(1, 2, 3)">Reader</p>', {
      users: [users.owner.email, users.viewer.email],
      modelCode: 'MATERIAL',
      url: '/library/1',
    })
    await expect.poll(() => page.getByRole('link', { name: 'Hello' }).count()).toBe(2)
    await page.getByLabel('Receiver').selectOption(users.viewer.email)
    await expect.poll(() => page.getByRole('link', { name: 'Hello' }).count()).toBe(1)
    await page.getByRole('link', { name: 'Hello' }).click()
    const detail = page.getByRole('region', { name: 'Hello' })
    for (const text of [users.viewer.email, 'MATERIAL_SHARED_WITH_YOU', 'MATERIAL', '/library/1'])
      await detail.getByText(text, { exact: true }).waitFor()
    const reader = frameOf(page).getByText('Reader')
    expect(await reader.getAttribute('style')).toBe('color: rgb(1, 2, 3)')
  })

  test('shows pictures of the text and of the server in the content', async () => {
    const server = await startServer()
    const { detail } = await server.result<{ detail: { subResList: { thunder: string }[] }[] }>(
      'E4',
      { assetIdList: [100_001] },
    )
    const own = detail[0]?.subResList[0]?.thunder ?? ''
    const data = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    await notify(
      server,
      `<h2>Pictures</h2><img src="${own}" alt="own"><img src="${data}" alt="data">`,
    )
    const watched = await open(server, { view: 'notifications/1' })
    for (const alt of ['own', 'data'])
      await expect
        .poll(() =>
          frameOf(watched.page)
            .getByAltText(alt)
            .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
        )
        .toBeGreaterThan(0)
    const { entries } = await server.control<{ entries: { operation: string }[] }>('/journal')
    expect(entries.map(({ operation }) => operation)).toEqual(['E4', 'E12'])
    expectClean(watched)
  })

  test('runs nothing of a hostile one and asks no other host', async () => {
    const site = await startSite()
    const server = await startServer()
    await notify(server, attack(site.url))
    const watched = await open(server, { view: 'notifications/1' })
    const { page } = watched
    await frameOf(page).getByText('styled').waitFor()
    const shown = await page.locator('iframe').getAttribute('srcdoc')
    expect(shown).toContain('<p>own</p>')
    expect(shown).not.toMatch(
      /style="[^"]*(var|url|set)\(|<(?!\/?(?:h2|p|img|table|tbody|tr|td|a|details|summary)\b)/,
    )
    for (const name of ['link', 'script'])
      await frameOf(page).getByText(name, { exact: true }).click()
    await expectUnbroken(page)
    expect(page.url()).toContain('/console/#/00000000/notifications/1')
    expect(page.context().pages()).toHaveLength(1)
    expect(page.frames().map((frame) => frame.url().split('#')[0])).toEqual([
      `${server.url}/console/`,
      'about:srcdoc',
    ])
    expectClean(watched)
    expect(site.connections()).toBe(0)
  })

  test('holds in the frame without what is taken out of the content before', async () => {
    const site = await startSite()
    const server = await startServer()
    await notify(server, '<h2>Plain</h2>')
    const { page } = await open(server, { view: 'notifications/1' })
    await frameOf(page).getByText('Plain').waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
    const html = `${HOSTILE}<img src="${site.url}/x.png"><iframe src="${site.url}/frame"></iframe><p>raw</p>`
    await page.locator('iframe').evaluate((frame, raw) => {
      ;(frame as unknown as { srcdoc: string }).srcdoc = raw
    }, html)
    await frameOf(page).getByText('raw').waitFor()
    await expectUnbroken(page)
    expect(site.requests()).toEqual([])
  })
})
