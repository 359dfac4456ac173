import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useConsole } from '#test/kit/console.ts'
import { createApproval } from '#test/kit/console-data.ts'
import { recordsOf } from '#test/kit/records.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const { open } = useConsole()

/** More stops than any view has on the way to what a task needs. */
const MAX_STOPS = 120

/** Presses Tab until a part of the page has the focus; nothing is pointed at. */
const reach = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor()
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

const press = async (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') => {
  await reach(page, page.getByRole(role, { name, exact: typeof name === 'string' }))
  await page.keyboard.press('Enter')
}

const fill = async (page: Page, label: string | RegExp, text: string): Promise<void> => {
  await reach(page, page.getByLabel(label))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

interface Task {
  readonly view: string
  readonly before?: (server: TestServer) => Promise<unknown>
  readonly act: (page: Page) => Promise<unknown>
  readonly after: (server: TestServer, page: Page) => Promise<unknown>
}

const callTwice = async (server: TestServer): Promise<void> => {
  await server.call('E8', { userIds: [1001] })
  await server.call('E17', {})
}

const calls = { view: 'calls', before: callTwice }

const lastSeq = (server: TestServer): number => server.workspace.journal.lastSeq

const TASKS: Readonly<Record<string, Task>> = {
  'opens a call': {
    ...calls,
    act: async (page) => {
      await reach(page, page.locator('a.calls-row[data-seq="2"]'))
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
    },
    after: (_server, page) => page.getByRole('heading', { name: 'Call 1' }).waitFor(),
  },
  'filters the calls': {
    ...calls,
    act: async (page) => {
      await reach(page, page.getByLabel('Operation', { exact: true }))
      await page.keyboard.type('E17')
    },
    after: (_server, page) => page.getByText('Calls: 1', { exact: true }).waitFor(),
  },
  'finds a call by its body': {
    ...calls,
    act: (page) => fill(page, 'Search', 'userIds'),
    after: (_server, page) => page.getByText('Calls: 1', { exact: true }).waitFor(),
  },
  'sends a call again': {
    ...calls,
    view: 'calls/1',
    act: (page) => press(page, 'Send again'),
    after: (server) => expect.poll(() => lastSeq(server)).toBe(3),
  },
  'tries an operation': {
    view: 'try/E8',
    act: (page) => press(page, 'Send'),
    after: async (server, page) => {
      await page.locator('.try-answer .badge.good').waitFor()
      expect(lastSeq(server)).toBe(1)
    },
  },
  'decides an approval': {
    view: 'approvals',
    before: (server) =>
      createApproval(server, {
        name: 'Pictures',
        assignees: { task1: [1002] },
        objects: [100_001],
      }),
    act: async (page) => {
      await press(page, 'Pictures', 'link')
      await press(page, 'Approve')
    },
    after: async (server, page) => {
      await page.getByText('Approve: done.').waitFor()
      const [newest] = await recordsOf(server, 'approvals')
      expect(newest).toMatchObject({ name: 'Pictures', status: 'APPROVED' })
    },
  },
  'adds a fault': {
    view: 'faults',
    act: async (page) => {
      await press(page, 'New rule', 'link')
      await fill(page, 'refusal with a code', '10134011')
      await page.keyboard.press('Enter')
    },
    after: (server) =>
      expect
        .poll(() => server.control('/faults'))
        .toMatchObject({ faults: [{ effect: { code: '10134011' } }] }),
  },
  'moves the clock forward': {
    view: 'clock',
    act: (page) => press(page, '+ 1 hour'),
    after: (server) =>
      expect.poll(() => server.control('/clock')).toMatchObject({ mode: 'offset' }),
  },
  'takes a snapshot and restores it': {
    view: 'workspaces',
    act: async (page) => {
      await fill(page, 'Name of the snapshot', 'before')
      await page.keyboard.press('Enter')
      await press(page, 'Restore before')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Enter')
    },
    after: (_server, page) => page.getByText('Restore before: done.').waitFor(),
  },
  'creates a workspace and switches to it': {
    view: 'workspaces',
    act: async (page) => {
      await press(page, 'New workspace')
      await page.getByLabel('Name (the id when empty)').and(page.locator(':focus')).waitFor()
      await page.keyboard.type('checkout')
      await page.keyboard.press('Enter')
      await page.locator('dialog a:focus').waitFor()
      await page.keyboard.press('Enter')
    },
    after: (_server, page) => page.getByRole('heading', { name: 'Workspace checkout' }).waitFor(),
  },
}

describe('the keyboard alone', () => {
  test.each(Object.entries(TASKS))('%s', async (_name, { view, before, act, after }) => {
    const server = await startServer()
    await before?.(server)
    const { page } = await open(server, { view })
    await act(page)
    await after(server, page)
  })
})
