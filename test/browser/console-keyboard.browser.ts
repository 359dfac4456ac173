import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { useConsole } from '#test/kit/console.ts'
import { createApproval } from '#test/kit/console-data.ts'
import { startServer } from '#test/kit/server.ts'

const { open } = useConsole()

/** A task, its view, what is reached there and pressed or typed one after the other, and what shows that it is done. */
const TASKS = `
open a call | calls | [data-seq="2"] > Enter | role=heading[name="Call 2"]
filter the calls | calls | role=combobox[name="Operation"] > E17 | text="Calls: 1"
find a call | calls | role=searchbox[name="Search"] > userIds | text="Calls: 1"
send a call again | calls/1 | role=button[name="Send again"] > Enter | role=heading[name="Call 3"]
try an operation | try/E8 | role=button[name="Send"] > Enter | .try-answer .badge.good
decide an approval | approvals | role=link[name="Pictures"] > Enter | role=button[name="Approve"] > Enter | text="Approve: done."
add a fault | faults | role=link[name="New rule"] > Enter | role=textbox[name="refusal with a code"] > 7 > Enter | role=row[name=/^f-1/]
move the clock | clock | role=button[name="+ 1 hour"] > Enter | text="+ 1 hour: done."
take and restore a snapshot | workspaces | role=textbox[name="Name of the snapshot"] > first > Enter | role=button[name="Restore first"] > Enter | dialog >> role=button[name="Restore first"] > Enter | text="Restore first: done."
create a workspace | workspaces | role=button[name="New workspace"] > Enter | role=textbox[name="Name (the id when empty)"] > one > Enter | dialog >> role=link > Enter | role=heading[name="Workspace one"]
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))

/** Presses Tab until a part of the page has the focus; no view has as many stops. */
const reach = async (page: Page, part: string): Promise<void> => {
  const target = page.locator(part)
  await target.waitFor()
  for (let stops = 0; stops < 120; stops += 1) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${part}`)
}

describe('the keyboard alone is enough to', () => {
  test.each(TASKS)('%s', async (_name, view = '', ...steps) => {
    const server = await startServer()
    await server.call('E8', { userIds: [1001] })
    await server.call('E17', {})
    const approval = { name: 'Pictures', assignees: { task1: [1002] }, objects: [100_001] }
    if (view === 'approvals') await createApproval(server, approval)
    const { page } = await open(server, { view })
    const done = steps.pop() ?? ''
    for (const step of steps) {
      const [part = '', ...keys] = step.split(' > ')
      await reach(page, part)
      for (const key of keys)
        await (key === 'Enter' ? page.keyboard.press(key) : page.keyboard.type(key))
    }
    await page.locator(done).waitFor()
  })
})
