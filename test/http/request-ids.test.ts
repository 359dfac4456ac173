import { describe, expect, test, vi } from 'vitest'
import { startServer, type TestServer } from '#test/kit/server.ts'

interface Line {
  level: number
  msg: string
  reqId?: string
  url?: string
  code?: string
  ms?: number
}

const INFO = 30
const ERROR = 50

/** The lines that requests have written; reports of a slow machine belong to no request. */
const linesOf = (log: readonly string[]): Line[] =>
  log
    .map((line): Line => JSON.parse(line))
    .filter(({ msg }) => !/^the event loop was blocked|^listening/.test(msg))

/** Waits until a number of calls have written their last lines. */
const waitForCalls = (log: readonly string[], count: number): Promise<void> =>
  vi.waitFor(
    () => expect(linesOf(log).filter(({ ms }) => ms !== undefined)).toHaveLength(count),
    10_000,
  )

const startLogging = async (): Promise<{ server: TestServer; log: string[] }> => {
  const log: string[] = []
  const server = await startServer({ log })
  log.length = 0
  return { server, log }
}

describe('the log of a request', () => {
  test('has the request id in every line of a success, a refusal and a defect', async () => {
    const { server, log } = await startLogging()
    await server.call('E8', { userIds: [] })
    await server.call('E8', {})
    vi.spyOn(server.workspace, 'signUrl').mockImplementation(() => {
      throw new Error('broken')
    })
    await server.call('E8', { userIds: [server.fixtures.users.owner.id] })
    await waitForCalls(log, 3)
    const lines = linesOf(log)
    for (const { reqId } of lines) expect(reqId).toMatch(/^req-[0-9a-z]+$/)
    const idOf = (code: string) => lines.find((line) => line.code === code)?.reqId
    const ids = [idOf('0'), idOf('90020001'), idOf('90000099')]
    expect(new Set(ids).size).toBe(3)
    const levels = ids.map((id) =>
      lines.filter(({ reqId, msg }) => reqId === id && !msg.startsWith('a call held')),
    )
    expect(levels.map((own) => own.map(({ level }) => level))).toEqual([
      [INFO],
      [INFO],
      [ERROR, INFO],
    ])
  })

  test('has the request id when no route matches', async () => {
    const { server, log } = await startLogging()
    await fetch(`${server.url}/nowhere`)
    await fetch(`${server.url}/_sandbox/nowhere`)
    await waitForCalls(log, 2)
    expect(linesOf(log).map(({ url, reqId }) => [url, typeof reqId])).toEqual([
      ['/nowhere', 'string'],
      ['/_sandbox/nowhere', 'string'],
    ])
  })
})
