import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import { expectAccessible, expectClean, HOSTILE, useConsole } from '#test/kit/console.ts'
import { ruleFor } from '#test/kit/faults.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const { open } = useConsole()

/** The rows of a page, as their texts. */
const rowsOf = (page: Page): Promise<string[]> => page.locator('a.calls-row').allInnerTexts()

const rowOf = (page: Page, seq: number) => page.locator(`a.calls-row[data-seq="${seq}"]`)

/** Waits until the stream is there, so that a call is shown by it and not by the first reading. */
const untilLive = (page: Page) => page.locator('.stream.live').waitFor()

/** The numbers of the calls in view, from the top. */
const seqsOf = (page: Page): Promise<string[]> =>
  page
    .locator('a.calls-row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-seq') ?? ''))

const callUsers = (server: TestServer, userIds: number[] = []) => server.call('E8', { userIds })

/** What was copied last. */
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
    await page.getByText('No call yet.').waitFor()
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

  test('explain findings with their remedy and name the field', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [1001], more: 1 })
    const { page } = await open(server, { view: 'calls/1' })
    await page.getByText('Remove the field, or send it under the name').first().waitFor()
    await page.getByText('param.more', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'unknown-field', exact: true }).first().click()
    await page.getByRole('heading', { name: 'unknown-field' }).waitFor()
  })

  test('say why a call was refused, and link the assumptions that decided it', async () => {
    const server = await startServer()
    await server.call('E22', {
      collectionId: server.fixtures.collections.editable.id,
      assetIds: [5],
    })
    const { page } = await open(server)
    await rowOf(page, 1).click()
    const detail = page.locator('.calls-detail')
    await detail.getByRole('alert').getByText('there is no asset 5').waitFor()
    const number = server.workspace.journal.find(1)?.facts.assumptions[0] ?? ''
    expect(number).toMatch(/^A-/)
    const link = detail.getByRole('link', { name: number, exact: true })
    expect(await link.getAttribute('href')).toBe(`#/00000000/assumptions/${number}`)
    const text = await detail.locator('section', { has: page.getByText(number) }).innerText()
    expect(text.length).toBeGreaterThan(100)
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
    await page.getByText('No call passes the filter.').waitFor()
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

  test('begins anew when another client clears the journal or resets the workspace', async () => {
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
