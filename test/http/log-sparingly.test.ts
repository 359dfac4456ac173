import type { FastifyBaseLogger } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logSparingly } from '#src/http/log-sparingly.ts'

test('logs a system error once a minute per message and logger', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const logs = [vi.fn(), vi.fn()].map((error) => ({ error }))
  const [first, second] = logs as unknown as [FastifyBaseLogger, FastifyBaseLogger]
  const failure = new Error('EMFILE')
  for (let count = 0; count < 1_000; count += 1) logSparingly(first, failure, 'no descriptors')
  logSparingly(first, failure, 'no room')
  logSparingly(second, failure, 'no descriptors')
  expect(logs.map(({ error }) => error.mock.calls.length)).toEqual([2, 1])
  vi.advanceTimersByTime(60_000)
  logSparingly(first, failure, 'no descriptors')
  expect(logs[0]?.error.mock.calls.length).toBe(3)
})
