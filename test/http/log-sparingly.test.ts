import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logSparingly } from '#src/http/errors.ts'

test('logs a system error once a minute per message and application', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const servers = [{ log: {} }, { log: {} }]
  const [first, second] = servers.map((server) => {
    const error = vi.fn()
    // Each request has a logger of its own.
    const request = () => ({ server, log: { error } }) as unknown as FastifyRequest
    return { error, request }
  })
  if (!first || !second) throw new Error('there are two')
  const failure = new Error('EMFILE')
  for (let count = 0; count < 1_000; count += 1)
    logSparingly(first.request(), failure, 'no descriptors')
  logSparingly(first.request(), failure, 'no room')
  logSparingly(second.request(), failure, 'no descriptors')
  expect([first, second].map(({ error }) => error.mock.calls.length)).toEqual([2, 1])
  vi.advanceTimersByTime(60_000)
  logSparingly(first.request(), failure, 'no descriptors')
  expect(first.error.mock.calls.length).toBe(3)
})
