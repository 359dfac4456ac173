import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import { startSite } from '#test/kit/browser.ts'
import { expectClean, expectUnbroken, HOSTILE, useConsole } from '#test/kit/console.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { startServer } from '#test/kit/server.ts'

const { open } = useConsole()

const VIEWS =
  'clock library approvals notifications portal records workspaces faults assumptions coverage findings try calls'.split(
    ' ',
  )

const ODD_PLACES = [
  '%',
  '__proto__/constructor',
  '00000000/faults/new/%7B%22match%22%3A%7B%22operation%22%3A%22__proto__%22%7D%2C%22effect%22%3A%7B%22__proto__%22%3A1%7D%7D',
  '00000000/faults/new/%7B%22match%22%3A%7B%22operation%22%3A%5B1%5D%7D%2C%22phase%22%3A%22constructor%22%2C%22effect%22%3A%7B%22status%22%3A%7B%7D%7D%7D',
  '00000000/calls/1e99',
  '00000000/library/asset/__proto__',
  '00000000/library/collection/9999999999999999999',
  '00000000/try/E99',
  '00000000/records/constructor/1',
  '00000000/assumptions/constructor',
  '00000000/findings/constructor',
  '00000000/portal/__proto__/x',
  '00000000/notifications/NaN',
  '00000000/workspaces/..%2f..',
  '..%2f..%2f_sandbox/library',
  `${'x'.repeat(20_000)}/calls`,
]

describe('the console', () => {
  test('keeps its navigation at every place that a link may name', async () => {
    const server = await startServer()
    const { page, complaints, foreign } = await open(server)
    for (const place of ODD_PLACES) {
      await page.evaluate(`location.hash = '#/${place}'`)
      await page.locator('main').locator('#view-title, [role=alert], .notice').first().waitFor()
      await page.waitForLoadState('networkidle', { timeout: 500 }).catch(() => undefined)
      await page.getByRole('navigation', { name: 'Views' }).waitFor()
      const odd = complaints.filter((one) => !one.startsWith('Failed to load resource'))
      expect([place, odd]).toEqual([place, []])
      expect([
        place,
        await page.getByText(/undefined|\[object Object\]|is not a function|Cannot read/).count(),
      ]).toEqual([place, 0])
    }
    await page.evaluate(`location.hash = '#/00000000/calls'`)
    await page.getByRole('heading', { name: 'Calls' }).waitFor()
    expect(foreign).toEqual([])
  })

  test('shows every view at the latest time of a clock', async () => {
    const server = await startServer()
    const reply = await act(server, '/clock', { mode: 'frozen', now: 8_600_000_000_000_000 }, 'PUT')
    expect(reply.status, reply.text).toBe(200)
    await server.call('E8', { userIds: [1001] })
    const watched = await open(server, { view: 'clock' })
    const { page } = watched
    for (const view of VIEWS) {
      await page.evaluate(`location.hash = '#/00000000/${view}'`)
      await page.locator('#view-title').waitFor()
      await page.waitForLoadState('networkidle', { timeout: 500 }).catch(() => undefined)
      expect([view, await page.getByText(/Invalid time|RangeError/).count()]).toEqual([view, 0])
    }
    expectClean(watched)
  })

  test('shows data that takes longer to read than the pauses between calls', async () => {
    const server = await startServer()
    const { page } = await open(server)
    await page.locator('.stream.live').waitFor()
    await page.route('**/_sandbox/library/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue().catch(() => undefined)
    })
    let isOver = false
    const traffic = (async () => {
      while (!isOver) await server.call('E8', { userIds: [1001] })
    })()
    await page.evaluate(`location.hash = '#/00000000/library'`)
    const isShown = await page
      .locator('.library-branch', { hasText: 'Shared Workspace' })
      .waitFor({ timeout: 8_000 })
      .then(
        () => true,
        () => false,
      )
    isOver = true
    await traffic
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(isShown).toBe(true)
  })

  test('says that its workspace was deleted, sends no more requests, and links to the default workspace', async () => {
    const server = await startServer()
    const { id } = await createWorkspace(server, { name: 'soon gone' })
    const { page, complaints } = await open(server, { view: 'library', workspace: id })
    await page.locator('.library-branch').first().waitFor()
    expect((await act(server, `/workspaces/${id}`, undefined, 'DELETE')).status).toBe(204)
    await page.getByRole('heading', { name: 'No such workspace' }).waitFor()
    for (const view of ['calls', 'clock', 'portal', 'faults', 'records', 'library']) {
      await page.evaluate(`location.hash = '#/${id}/${view}'`)
      await page.locator('main').getByText(id).waitFor()
    }
    await page.clock.install()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const countStreams = async (): Promise<number> => {
      await page.evaluate(`fetch('/livez').then((answer) => answer.text())`)
      return asked.filter((url) => url.includes('/journal/stream')).length
    }
    await page.evaluate(`location.hash = '#/ffffffff/calls'`)
    await page.locator('main').getByText('ffffffff').waitFor()
    await page.clock.runFor(5_000)
    const before = await countStreams()
    await page.clock.runFor(60_000)
    expect(await countStreams()).toBe(before)
    expect(await page.getByText('Connection lost').count()).toBe(0)
    await page.getByRole('link', { name: 'Switch to default' }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(complaints.filter((one) => !one.startsWith('Failed to load resource'))).toEqual([])
  })

  test.each([
    [429, HOSTILE, /HTTP 429 \(HTML\)/],
    [503, `busy ${HOSTILE}`, /<script>/],
    [200, HOSTILE, /HTTP 200 \(HTML\)/],
  ])(
    'says what answers for the control plane with HTTP %i, as text',
    async (status, body, words) => {
      const server = await startServer()
      const { page, complaints } = await open(server)
      await page.route('**/_sandbox/**', (route) =>
        route.fulfill({ status, contentType: 'text/html', body }),
      )
      for (const view of VIEWS) {
        await page.evaluate(`location.hash = '#/00000000/${view}'`)
        await page.locator('main').getByText(words).first().waitFor()
        await expectUnbroken(page)
      }
      await page.unroute('**/_sandbox/**')
      await page.getByText('Live', { exact: true }).waitFor()
      expect(complaints.filter((one) => !one.startsWith('Failed to load resource'))).toEqual([])
    },
  )

  test('loads only file paths for images of a notification', async () => {
    const server = await startServer()
    const own = 'data-own-picture'
    await server.result('E12', {
      users: ['viewer@example.com'],
      templateCode: 'MATERIAL_SHARED_WITH_YOU',
      content: {
        htmlContent: `<h2>Pictures</h2><img alt="a" src="http://far.example/_sandbox/export?/_files/">
          <img alt="b" ${own}="/_sandbox/export"><img alt="c" ${own}="http://far.example/x">`,
      },
    })
    const asked: string[] = []
    const watched = await open(server)
    const { page } = watched
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.evaluate(`location.hash = '#/00000000/notifications/1'`)
    await page.getByRole('heading', { name: 'Pictures' }).first().waitFor()
    await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => undefined)
    expect(asked).not.toContain('/_sandbox/export')
    expectClean(watched)
  })

  test('runs no script, style or request of another host that gets into the page', async () => {
    const site = await startSite()
    const server = await startServer()
    const { page } = await open(server)
    await page.evaluate(`(async () => {
      const add = (html) => document.body.insertAdjacentHTML('beforeend', html)
      const site = ${JSON.stringify(site.url)}
      for (const text of ['window.broken = 1']) {
        const script = document.createElement('script')
        script.textContent = text
        document.body.append(script)
      }
      const far = document.createElement('script')
      far.src = site + '/x.js'
      document.body.append(far)
      add('<img src=x onerror="window.broken=1"><img src="' + site + '/i.png"><iframe src="' + site + '/f"></iframe><iframe srcdoc="<script>top.broken=1</script>"></iframe>')
      add('<link rel=stylesheet href="' + site + '/s.css"><object data="' + site + '/o"></object><embed src="' + site + '/e"><video src="' + site + '/v"></video><base href="' + site + '/">')
      add('<form id=f action="' + site + '/form"><button>x</button></form><a id=j href="javascript:window.broken=1">x</a>')
      document.getElementById('j').click()
      document.getElementById('f').submit()
      await fetch(site + '/fetch', { mode: 'no-cors' }).catch(() => {})
      navigator.sendBeacon(site + '/beacon')
      try { new WebSocket(site.replace('http', 'ws')) } catch {}
      try { new Worker('data:text/javascript,1') } catch {}
    })()`)
    await page.waitForTimeout(300)
    await expectUnbroken(page)
    expect(page.url()).toContain(server.url)
    expect(site.requests()).toEqual([])
  })
})
