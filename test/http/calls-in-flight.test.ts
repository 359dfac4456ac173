import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test, vi } from 'vitest'
import { startServer } from '#test/kit/server.ts'

const CALL = { userIds: [1001] }

test('a call is followed only while it waits, because following slows every call', async () => {
  const server = await startServer({ env: { SANDBOX_CHECK_REPLIES: 'off' } })
  const follow = vi.spyOn(AsyncLocalStorage.prototype, 'enterWith')
  const endFollowing = vi.spyOn(AsyncLocalStorage.prototype, 'disable')
  await server.result('E8', CALL)
  expect(follow).not.toHaveBeenCalled()
  await server.result('E8', CALL, { headers: { 'x-sandbox-fault': 'before:delay=1' } })
  expect(follow).toHaveBeenCalledOnce()
  await expect.poll(() => endFollowing.mock.calls.length).toBe(1)
  await server.close()
})

test('an error belongs to the call that holds the event loop, and to none when no call does', async () => {
  const server = await startServer({ log: [], env: { SANDBOX_CHECK_REPLIES: 'off' } })
  const { calls } = server.app
  const summaries: unknown[] = []
  vi.spyOn(server.workspace.traffic, 'judge').mockImplementationOnce(() => {
    summaries.push(calls.failCurrent(new Error('injected')))
  })
  await server.call('E8', CALL)
  expect(summaries[0]).toMatchObject({ operation: 'E8', isOver: false })
  expect(calls.failCurrent(new Error('injected'))).toBeUndefined()
  await server.close()
})
