import { expect, test } from 'vitest'
import { createWorkspace, Flow, runFlow, seenOf } from '#test/kit/flow.ts'
import { freshFolder, startProcess } from '#test/kit/process.ts'

test('the way of a file through the library is stored when the process is killed', async () => {
  const env = { SANDBOX_DATA: freshFolder() }
  const first = startProcess(env)
  const workspace = await createWorkspace(await first.url(), 'minimal')
  const flow = new Flow(workspace)
  const outcome = await runFlow(flow)
  const before = await seenOf(flow, outcome)
  first.child.kill('SIGKILL')
  expect(await first.ending()).toMatchObject({ signal: 'SIGKILL' })

  const url = await startProcess(env).url()
  const again = new Flow({ ...workspace, url, controlUrl: url })
  expect(await seenOf(again, outcome)).toEqual(before)
  expect(JSON.stringify(before.contents)).toContain(outcome.name)
})
