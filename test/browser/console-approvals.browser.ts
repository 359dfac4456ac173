import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import { done } from '#test/kit/acts.ts'
import { expectClean, PHONE, useConsole } from '#test/kit/console.ts'
import { createApproval } from '#test/kit/console-data.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const { open } = useConsole()

const ASSETS = [100_001, 100_002]

interface Task {
  approvalId: string
  key: string
  approvalStatus: string
}

const tasksOf = async (server: TestServer, approvalId: number): Promise<string[]> => {
  const { records } = await server.result<{ records: Task[] }>('E5', { createTimeForm: 0 })
  return records
    .filter((task) => task.approvalId === String(approvalId))
    .map(({ key, approvalStatus }) => `${key} ${approvalStatus}`)
}

const statusesOf = async (server: TestServer): Promise<number[]> => {
  const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', { assetIdList: ASSETS })
  return detail.map(({ approvalStatus }) => approvalStatus)
}

/** A server with an approval of two steps, and the page that shows it. */
const withApproval = async (assignees: object = { task1: [1002], task2: [1003] }) => {
  const server = await startServer()
  const id = await createApproval(server, { name: 'Two pictures', assignees, objects: ASSETS })
  const watched = await open(server, { view: 'approvals' })
  const { page } = watched
  await page.getByRole('link', { name: 'Two pictures' }).first().click()
  const detail = page.getByRole('region', { name: 'Two pictures' })
  await detail.waitFor()
  return { server, id, watched, page, detail }
}

const decide = (page: Page, decision: string) =>
  page.getByRole('button', { name: decision, exact: true }).click()

describe('the view Approvals', () => {
  test('approves a task, and E5 and E4 answer it', async () => {
    const { server, id, watched, page, detail } = await withApproval()
    expect(await statusesOf(server)).toEqual([1, 1])
    await page.getByLabel('Comment').fill('Fine by me')
    await decide(page, 'Approve')
    await detail.getByText('Fine by me').waitFor()
    expect(await tasksOf(server, id)).toEqual(['task1 APPROVED', 'task2 IN_PROGRESS'])
    await decide(page, 'Approve')
    await expect.poll(() => page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    // The button that had the focus is gone.
    const focused = () => page.evaluate('document.activeElement?.textContent')
    await expect.poll(focused).toBe('Two pictures')
    expect(await tasksOf(server, id)).toEqual(['task1 APPROVED', 'task2 APPROVED'])
    expect(await statusesOf(server)).toEqual([2, 2])
    const materials = page.getByRole('table', { name: 'Materials' })
    expect(await materials.getByRole('link').first().getAttribute('href')).toBe(
      '#/00000000/library/asset/100001',
    )
    expectClean(watched)
  })

  test.each([
    ['Reject', 'REJECTED', 3],
    ['Withdraw', 'WITHDRAWN', 0],
  ])('ends an approval by %s', async (decision, status, assetStatus) => {
    const { server, id, watched, page, detail } = await withApproval()
    await decide(page, decision)
    await expect.poll(() => page.getByRole('button', { name: decision }).count()).toBe(0)
    await detail.locator('.badge').first().waitFor()
    expect(await tasksOf(server, id)).toEqual([`task1 ${status}`])
    expect(await statusesOf(server)).toEqual([assetStatus, assetStatus])
    expectClean(watched)
  })

  test('has room for every name on a phone', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    const { page } = await open(server, { view: 'approvals', size: PHONE })
    const names = page.locator('.approvals-tasks a')
    await names.first().waitFor()
    for (const name of await names.all())
      expect((await name.boundingBox())?.width).toBeGreaterThan(80)
  })

  test('shows a decision of another client', async () => {
    const { server, id, detail } = await withApproval()
    await done(server, `/approvals/${id}/tasks/task1/decision`, {
      decision: 'approve',
      comment: 'From elsewhere',
    })
    await detail.getByText('From elsewhere').waitFor()
  })

  test('decides for the chosen one of several people', async () => {
    const { server, id, page, detail } = await withApproval({ task1: [1002, 1003] })
    await detail.getByLabel('Task', { exact: true }).selectOption({ index: 1 })
    await decide(page, 'Approve')
    await expect.poll(() => tasksOf(server, id)).toEqual(['task1 IN_PROGRESS', 'task1 APPROVED'])
  })

  test('shows an approval that another client creates, by person and by status', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'approvals' })
    await createApproval(server, {
      name: 'Of the viewer',
      assignees: { task1: [1003], task2: [1002] },
      objects: ASSETS,
    })
    await page.getByRole('link', { name: 'Of the viewer' }).waitFor()
    await page.getByRole('cell', { name: 'viewer@example.com' }).waitFor()
    await page.getByLabel('Person').selectOption('1002')
    await expect.poll(() => page.getByRole('link', { name: 'Of the viewer' }).count()).toBe(0)
    await page.getByLabel('Status of the task').selectOption('Not started')
    await page.getByRole('link', { name: 'Of the viewer' }).waitFor()
  })
})
