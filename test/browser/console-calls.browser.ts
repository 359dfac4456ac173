import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import {
  DESK,
  expectAccessible,
  expectClean,
  HOSTILE,
  PHONE,
  useConsole,
} from '#test/kit/console.ts'
import { ruleFor } from '#test/kit/faults.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const { open } = useConsole()

/** The rows of a page, as their texts. */
const rowsOf = (page: Page): Promise<string[]> => page.locator('a.calls-row').allInnerTexts()

const rowOf = (page: Page, seq: number) => page.locator(`a.calls-row[data-seq="${seq}"]`)

/** Waits until the stream is there, so that a call is shown by it and not by the first reading. */
const untilLive = (page: Page) => page.locator('.stream.live').waitFor()

const seqsOf = (page: Page): Promise<string[]> =>
  page
    .locator('a.calls-row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-seq') ?? ''))

const callUsers = (server: TestServer, userIds: number[] = []) => server.call('E8', { userIds })

const copied = async (page: Page, button: string): Promise<string> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: button }).click()
  await page.getByText('Copied.').first().waitFor()
  return page.evaluate<string>('navigator.clipboard.readText()')
}

describe('the calls that the console shows', () => {
  test('come from another client without a reload, and open with request and answer', async () => {
    const server = await startServer()
    const watched = await open(server)
    const { page } = watched
    await page.getByText('No calls yet.').waitFor()
    await untilLive(page)
    const { editable } = server.fixtures.collections
    const assetIds = [server.fixtures.assets.ids[0]]
    const param = { collectionId: editable.id, assetIds, colour: 'red' }
    await server.call('E22', param, { as: server.fixtures.users.editor.email })
    const row = rowOf(page, 1)
    await row.waitFor()
    expect(await row.innerText()).toMatch(/E22 Add assets to an asset collection/)
    for (const text of ['0', server.fixtures.users.editor.email, 'add-asset', 'unknown-field'])
      await row.getByText(text, { exact: true }).waitFor()
    await row.click()
    const detail = page.locator('.calls-detail')
    await detail.getByRole('heading', { name: 'Call 1' }).waitFor()
    const request = detail.getByRole('region', { name: 'Request: Body' })
    expect(await request.innerText()).toContain('"token": "00000000***"')
    expect(await detail.getByRole('region', { name: 'Answer: Body' }).innerText()).toContain(
      '"code": "0"',
    )
    await detail.getByText('Headers').click()
    await detail.getByText('"access-token": "00000000***"').waitFor()
    expect(await page.content()).not.toContain(TOKEN)
    await expectAccessible(page)
    expectClean(watched)
  })

  test('are copied as a command of curl that makes the same call, with any body', async () => {
    const server = await startServer()
    const odd = `'"$(touch /tmp/never)\`id\` $HOME ${HOSTILE}`
    await server.call('E8', { userIds: [1001], odd })
    const { page } = await open(server, { view: 'calls/1' })
    const command = await copied(page, 'Copy as curl')
    expect(command).toContain(`access-token: ${TOKEN}`)
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${command} -s`])
    expect(JSON.parse(stdout)).toMatchObject({ code: '0' })
    const [first, second] = [1, 2].map((seq) => server.workspace.journal.find(seq)?.facts)
    expect(second?.requestBody?.start.toString()).toBe(first?.requestBody?.start.toString())
    expect(second?.actor).toBe(first?.actor)
  })

  test('are copied as a fault rule that acts on the next call like it', async () => {
    const server = await startServer()
    await callUsers(server, [1001])
    const { page } = await open(server, { view: 'calls/1' })
    const rule = JSON.parse(await copied(page, 'Copy as fault rule'))
    expect(rule).toMatchObject({ match: { operation: 'E8', body: { param: { userIds: [1001] } } } })
    const link = await page.getByRole('link', { name: 'New fault rule' }).getAttribute('href')
    expect(link).toBe(`#/00000000/faults/new/${encodeURIComponent(JSON.stringify(rule))}`)
    expect((await act(server, '/faults', rule)).status).toBe(201)
    expect((await callUsers(server, [1002])).status).toBe(200)
    expect((await callUsers(server, [1001])).status).toBe(503)
  })

  test('stand among the changes that the control plane made', async () => {
    const server = await startServer()
    await callUsers(server)
    const { page } = await open(server)
    await rowOf(page, 1).waitFor()
    await untilLive(page)
    await act(server, '/clock', { mode: 'frozen', now: 1_767_225_600_000 }, 'PUT')
    await act(server, '/faults', ruleFor('E8', { code: '7' }))
    await callUsers(server)
    await rowOf(page, 2).waitFor()
    const texts = () => page.locator('.virtual .calls-row').allInnerTexts()
    const titles = async () => (await texts()).map((text) => text.split('\n')[1])
    await expect
      .poll(titles)
      .toEqual([
        expect.stringContaining('E8'),
        expect.stringMatching(/^Fault rule added f-1 E8 before code=7/),
        expect.stringMatching(/^Clock moved frozen .+ → 2026-01-01T00:00:00.000Z/),
        expect.stringContaining('E8'),
      ])
    await rowOf(page, 2).getByText('f-1 before refuse').waitFor()
  })

  test('are filtered by operation, outcome, acting user and finding, in the URL', async () => {
    const server = await startServer()
    const { viewer } = server.fixtures.users
    await callUsers(server)
    await server.call('E8', { userIds: 'x' })
    await server.call('E8', { userIds: [], more: 1 }, { as: viewer.email })
    await server.call('E17', {})
    const { page } = await open(server)
    const expectSeqs = (seqs: number[]) => expect.poll(() => seqsOf(page)).toEqual(seqs.map(String))
    const choose = (label: string, value: string) =>
      page.getByLabel(label, { exact: true }).selectOption(value)
    await expectSeqs([4, 3, 2, 1])
    await choose('Operation', 'E8')
    await expectSeqs([3, 2, 1])
    await choose('Outcome', 'refused')
    await expectSeqs([2])
    await page.reload()
    await expectSeqs([2])
    await choose('Outcome', '0')
    await choose('Acting user', viewer.email)
    await expectSeqs([3])
    await page.getByRole('button', { name: 'Show all' }).click()
    await choose('Finding', 'unknown-field')
    await expectSeqs([3])
    await choose('Finding', 'error')
    await page.getByText('No calls match the filter.').waitFor()
    await choose('Finding', 'any')
    await untilLive(page)
    await server.call('E8', { userIds: [], less: 1 })
    await callUsers(server)
    await expectSeqs([5, 3])
  })

  test('are reached with the keyboard', async () => {
    const server = await startServer()
    for (let count = 0; count < 60; count += 1) await callUsers(server)
    const { page } = await open(server)
    await rowOf(page, 60).waitFor()
    const focused = () => page.evaluate('document.activeElement.dataset.seq')
    await page.locator('.virtual').focus()
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('60')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('59')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('1')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('2')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Call 2' }).waitFor()
    await page.locator('h2:focus', { hasText: 'Call 2' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.calls-detail').count()).toBe(0)
    await expect.poll(focused).toBe('2')
  })

  test('keep the row of the open one in view, also when a link opened it', async () => {
    const server = await startServer()
    for (let count = 0; count < 60; count += 1) await callUsers(server)
    const { page } = await open(server, { view: 'calls/5' })
    await page.getByRole('heading', { name: 'Call 5' }).waitFor()
    const isInView = async () => {
      const [row, list] = [await rowOf(page, 5).boundingBox(), page.locator('.virtual')]
      const frame = await list.boundingBox()
      return row && frame ? row.y >= frame.y && row.y + row.height <= frame.y + frame.height : false
    }
    await expect.poll(isInView).toBe(true)
  })
})

describe('an open call', () => {
  test('is beside the list with its bodies first on a desk, and a page of its own on a phone', async () => {
    const server = await startServer()
    const { id } = server.fixtures.collections.editable
    await server.call('E22', { collectionId: id, assetIds: [5], colour: 'red' })
    const { page } = await open(server, { view: 'calls/1', size: DESK })
    const detail = page.getByRole('region', { name: 'Call 1' })
    const partOf = (name: string) => detail.getByRole('region', { name })
    const body = partOf('Request: Body')
    const below = [
      partOf('Answer: Body'),
      detail.getByRole('alert'),
      partOf('Findings').getByRole('heading'),
      partOf('Assumptions').getByRole('heading'),
    ]
    await partOf('Findings').getByText('Remove the field, or send it under the name').waitFor()
    await partOf('Findings').getByText('param.colour', { exact: true }).waitFor()
    await below[1]?.getByText('asset 5 does not exist').waitFor()
    const link = partOf('Assumptions').getByRole('link', { name: 'A-22-2', exact: true })
    expect(await link.getAttribute('href')).toBe('#/00000000/assumptions/A-22-2')
    const boxes = await Promise.all([body, ...below].map((part) => part.boundingBox()))
    const [first = 0, ...ends] = boxes.map((box) => (box ? box.y + box.height : Number.NaN))
    expect(ends).toEqual(ends.toSorted((one, other) => one - other))
    expect(Math.max(first, ...ends)).toBeLessThan(DESK.height)
    const list = page.locator('.virtual')
    const { x = 0, width = 0 } = (await list.boundingBox()) ?? {}
    expect((await detail.boundingBox())?.x).toBeGreaterThan(x + width)
    await page.setViewportSize(PHONE)
    await list.waitFor({ state: 'hidden' })
    await detail.getByRole('link', { name: 'Close' }).click()
    await list.waitFor()
  })

  test('is sent again as it was, with the real credentials, unless the journal has not all of it', async () => {
    const server = await startServer()
    const { viewer } = server.fixtures.users
    await server.call('E8', { userIds: [1001], colour: 'red' }, { as: viewer.email })
    const { page } = await open(server, { view: 'calls/1' })
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('heading', { name: 'Call 2' }).waitFor()
    const [first, second] = [1, 2].map((seq) => server.workspace.journal.find(seq)?.facts)
    expect(second).toMatchObject({ code: '0', actor: viewer.email, path: first?.path })
    expect(second?.requestBody?.start.toString()).toBe(first?.requestBody?.start.toString())
    await server.call('E8', {}, { token: '0123456789-of-another-client' })
    await rowOf(page, 3).click()
    await page.getByRole('heading', { name: 'Call 3' }).waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('*** in the header access-token').waitFor()
    expect(server.workspace.journal.lastSeq).toBe(3)
  })

  test('is opened in Try, with its user and all of its parameters', async () => {
    const server = await startServer()
    const { viewer } = server.fixtures.users
    await server.call('E8', { userIds: [1003], colour: 'red' }, { as: viewer.email })
    const { page } = await open(server, { view: 'calls/1' })
    await page.getByRole('link', { name: 'Open in Try' }).click()
    await page.getByRole('heading', { name: 'E8 ', level: 2 }).waitFor()
    expect(await page.getByLabel('Acting user').inputValue()).toBe(viewer.email)
    const json = await page.getByLabel('JSON', { exact: true }).inputValue()
    expect(JSON.parse(json)).toEqual({ userIds: [1003], colour: 'red' })
    await page.goto(page.url().replace(/1$/, '77'))
    await page.getByText('The journal does not have this call').waitFor()
  })
})

describe('a search of the calls', () => {
  test('finds text in paths, bodies and messages, and numbers, says how many, and goes on as calls come', async () => {
    const server = await startServer()
    await callUsers(server, [1001])
    await server.call('E1', { keywordList: ['龙井'] })
    await server.call('E22', { collectionId: 1, assetIds: [5] })
    const { page } = await open(server)
    const box = page.getByLabel('Search')
    for (const [text = '', ...seqs] of [
      ['add-ASSET', '3'],
      ['龙井', '2'],
      ['does not exist', '3'],
      ['#1', '1'],
      ['open-api', '3', '2', '1'],
    ]) {
      await box.fill(text)
      await expect.poll(() => seqsOf(page)).toEqual(seqs)
      await page.getByText(`Calls: ${seqs.length}`, { exact: true }).waitFor()
    }
    await box.fill('no such text')
    await page.getByText('No calls match the filter.').waitFor()
    await box.fill('龙井')
    await callUsers(server, [1002])
    await server.call('E1', { keywordList: ['龙井'] })
    await expect.poll(() => seqsOf(page)).toEqual(['5', '2'])
    await page.reload()
    await expect.poll(() => seqsOf(page)).toEqual(['5', '2'])
    await box.fill('2')
    await box.press('Enter')
    await page.getByRole('heading', { name: 'Call 2' }).waitFor()
  })

  test('is copied as commands of curl, and saved as HAR, with what it found alone', async () => {
    const server = await startServer()
    for (const id of [1001, 1004, 1001]) await callUsers(server, [id])
    const { page } = await open(server)
    await page.getByLabel('Search').fill('1001')
    await expect.poll(() => seqsOf(page)).toEqual(['3', '1'])
    const script = await copied(page, 'Copy all as curl')
    await promisify(execFile)('/bin/sh', ['-c', script])
    await expect.poll(() => seqsOf(page)).toEqual(['5', '4', '3', '1'])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as HAR' }).click()
    const { log } = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
    expect(log.entries.map(({ _seq }: { _seq: number }) => _seq)).toEqual([1, 3, 4, 5])
  })
})

describe('the list of calls', () => {
  test('stays where the reader is, and says how many calls are new', async () => {
    const server = await startServer()
    for (let count = 0; count < 100; count += 1) await callUsers(server)
    const { page } = await open(server)
    await rowOf(page, 100).waitFor()
    await untilLive(page)
    await page.locator('.virtual').evaluate((list) => list.scrollTo({ top: 900 }))
    await rowOf(page, 65).waitFor()
    const before = await rowOf(page, 65).boundingBox()
    expect(before).not.toBeNull()
    for (let count = 0; count < 3; count += 1) await callUsers(server)
    const fresh = page.getByRole('button', { name: '3 new' })
    await fresh.waitFor()
    expect(await rowOf(page, 65).boundingBox()).toEqual(before)
    await fresh.click()
    await rowOf(page, 103).waitFor()
    await callUsers(server)
    await rowOf(page, 104).waitFor()
  })

  test('misses and repeats nothing when the connection is interrupted', async () => {
    const server = await startServer()
    await callUsers(server)
    const { page } = await open(server)
    await rowOf(page, 1).waitFor()
    await untilLive(page)
    server.app.server.closeAllConnections()
    await page.locator('.stream.lost, .stream.connecting').first().waitFor()
    await callUsers(server)
    await callUsers(server)
    await untilLive(page)
    await callUsers(server)
    await rowOf(page, 4).waitFor()
    expect(await seqsOf(page)).toEqual(['4', '3', '2', '1'])
  })

  test('starts again when another client clears the journal or resets the workspace', async () => {
    const server = await startServer()
    for (let count = 0; count < 3; count += 1) await callUsers(server)
    const { page } = await open(server)
    await rowOf(page, 3).waitFor()
    await untilLive(page)
    await act(server, '/journal', undefined, 'DELETE')
    await page.getByText('Journal cleared').waitFor()
    await expect.poll(() => rowsOf(page)).toEqual([])
    await server.call('E17', {})
    await rowOf(page, 1).getByText('E17').waitFor()
    await act(server, '/reset', {})
    await page.getByText('Workspace reset').waitFor()
    await expect.poll(() => rowsOf(page)).toEqual([])
  })
})
