import { describe, expect, test } from 'vitest'
import { startSite, useBrowser } from '#test/kit/browser.ts'
import { pathOf } from '#test/kit/operations.ts'
import { startServer, TOKEN } from '#test/kit/server.ts'

const browser = useBrowser()

const readFrom = async (pageUrl: string, url: string, init: RequestInit = {}): Promise<unknown> => {
  const page = await browser.page()
  await page.goto(pageUrl)
  return page.evaluate(
    async ([target, options]) => {
      try {
        return (await fetch(target, options)).status
      } catch (error) {
        return String(error)
      }
    },
    [url, init] as const,
  )
}

const json = { method: 'POST', headers: { 'content-type': 'application/json' } }

describe('the control plane, in a browser', () => {
  test('is not readable by a page of another origin', async () => {
    const server = await startServer()
    const site = await startSite()
    const read = await readFrom(site.url, `${server.url}/_sandbox/fixtures`)
    expect(read).toContain('Failed to fetch')
  })

  test('rejects calls of a page of another origin, also those without preflight', async () => {
    const server = await startServer()
    const site = await startSite()
    await server.result('E22', {
      collectionId: server.fixtures.collections.editable.id,
      assetIds: [server.fixtures.assets.ids[0]],
    })
    const before = server.workspace.record.databaseFile
    const calls: RequestInit[] = [
      json,
      { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
      { method: 'POST', mode: 'no-cors' },
      { method: 'POST', mode: 'no-cors', body: '{}' },
    ]
    for (const call of calls) await readFrom(site.url, `${server.url}/_sandbox/reset`, call)
    expect(server.workspace.record.databaseFile).toBe(before)
  })

  test('rejects a page whose host name was rebound to its IP address', async () => {
    const server = await startServer()
    const { port } = new URL(server.url)
    const page = await browser.page()
    const response = await page.goto(`http://rebound.example:${port}/_sandbox/fixtures`)
    expect(response?.status()).toBe(403)
    const read = await readFrom(`http://rebound.example:${port}/livez`, '/_sandbox/fixtures')
    expect(read).toBe(403)
  })

  test('answers a page of its own origin, also under localhost', async () => {
    const { url } = await startServer()
    for (const own of [url, url.replace('127.0.0.1', 'localhost')]) {
      expect(await readFrom(`${own}/livez`, '/_sandbox/fixtures')).toBe(200)
      expect(await readFrom(`${own}/console/`, '/_sandbox/reset', { method: 'POST' })).toBe(200)
    }
  })
})

describe('an operation, in a browser', () => {
  test('is not readable by a page of a foreign site, unless pages call it', async () => {
    const server = await startServer()
    const page = `http://foreign.example:${(await startSite()).port}`
    const headers = { ...json.headers, 'access-token': TOKEN, 'token-type': 'bearer' }
    const call = (id: string) =>
      readFrom(page, server.url + pathOf(id), { method: 'POST', headers, body: '{}' })
    expect(await call('E8')).toContain('Failed to fetch')
    expect(await call('E3')).toBe(200)
  })

  test('answers a page of another origin of this machine with credentials, and its headers are readable', async () => {
    const server = await startServer()
    const site = await startSite()
    const page = await browser.page()
    await page.goto(site.url)
    const read = await page.evaluate(
      async ([url, headers]) => {
        const body = '{"param":{"userIds":[],"colour":"red"}}'
        const reply = await fetch(url, { method: 'POST', credentials: 'include', headers, body })
        return [await reply.text(), reply.headers.get('x-sandbox-findings')]
      },
      [
        `${server.url}${pathOf('E8')}`,
        {
          'content-type': 'application/json',
          'access-token': TOKEN,
          'token-type': 'bearer',
          'x-open-api-user': 'viewer@example.com',
        },
      ] as const,
    )
    expect(read).toEqual([
      '{"code":"0","message":"success","result":[]}',
      'server-call-from-page, unknown-field param.colour',
    ])
  })
})

describe('an uploaded file, in a browser', () => {
  const SCRIPT = 'document.title = "ran"'
  const FILES = [
    [
      'a drawing',
      'a.svg',
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload='${SCRIPT}'><title>quiet</title><script>${SCRIPT}</script></svg>`,
    ],
    [
      'a page',
      'a.html',
      'text/html',
      `<!doctype html><title>quiet</title><body onload='${SCRIPT}'><script>${SCRIPT}</script></body>`,
    ],
  ] as const

  test.each(FILES)('does not run the scripts of %s', async (_kind, name, type, content) => {
    const server = await startServer()
    const sent = await fetch(`${server.url}/_files/uploads/single?name=${name}`, {
      method: 'POST',
      headers: { 'access-token': TOKEN, 'content-type': type },
      body: content,
    })
    const { result } = (await sent.json()) as { result: { filePath: string } }
    const { assetElementIdList } = await server.result<{ assetElementIdList: number[] }>('E16', {
      fileList: [{ path: result.filePath, name }],
    })
    const { successMaterialIdList } = await server.result<{ successMaterialIdList: number[] }>(
      'E21',
      { assetIdList: assetElementIdList },
    )
    const { detail } = await server.result<{ detail: { subResList: { url: string }[] }[] }>('E4', {
      assetIdList: successMaterialIdList,
    })
    const page = await browser.page()
    await page.goto(detail[0]?.subResList[0]?.url ?? '')
    expect(await page.content()).toContain('quiet')
    expect(await page.title()).not.toBe('ran')
  })
})
