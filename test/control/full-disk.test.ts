import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { act, expectRefused } from '#test/kit/acts.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer } from '#test/kit/server.ts'

describe('a named state whose files cannot be stored', () => {
  test.each([
    ['ENOSPC', 507, 'is full; the call stored nothing'],
    ['EMFILE', 503, 'raise ulimit -n'],
    ['EIO', 400, 'cannot be read'],
  ])('is rejected for %s with %i', async (code, status, words) => {
    const server = await injectServer({ env: { SANDBOX_DATA: freshFolder() } })
    const failure = Object.assign(new Error(`${code}: it failed`), { code })
    const spy = vi.spyOn(server.sandbox.files.blobs, 'receive').mockRejectedValue(failure)
    onTestFinished(() => spy.mockRestore())
    expectRefused(await act(server, '/states/atom-not-ingested'), status, words)
    spy.mockRestore()
    expect((await act(server, '/states/atom-not-ingested')).status).toBe(200)
  })
})
