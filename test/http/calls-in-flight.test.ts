import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test, vi } from 'vitest'
import { injectServer } from '#test/kit/server.ts'

test('a call is followed only while it waits, because following slows every call', async () => {
  const server = await injectServer({ env: { SANDBOX_CHECK_REPLIES: 'off' } })
  const follow = vi.spyOn(AsyncLocalStorage.prototype, 'enterWith')
  const endFollowing = vi.spyOn(AsyncLocalStorage.prototype, 'disable')
  await server.result('E8', { userIds: [1001] })
  expect(follow).not.toHaveBeenCalled()
  await server.result(
    'E8',
    { userIds: [1001] },
    { headers: { 'x-sandbox-fault': 'before:delay=1' } },
  )
  expect(follow).toHaveBeenCalledOnce()
  await expect.poll(() => endFollowing.mock.calls.length).toBe(1)
  await server.close()
})
