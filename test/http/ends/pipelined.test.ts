import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { answerClientError } from '#src/http/client-error.ts'
import { onceOver } from '#src/http/connection.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { openConnection, operationBytes, requestBytes } from '#test/kit/connections.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
import { talk } from '#test/kit/wire.ts'

const GARBAGE = 'no HTTP at all\r\n\r\n'
const ANSWER = /HTTP\/1\.1 (\d{3})/g

const statusesIn = (answers: string): string[] =>
  [...answers.matchAll(ANSWER)].map(([, status = '']) => status)

const approvalsOf = async (server: TestServer): Promise<number> => {
  const { counts } = await server.control<{ counts: { approvals: number } }>('/workspaces/default')
  return counts.approvals
}

describe('non-HTTP bytes after a request', () => {
  test.each([
    ['that is answered at once', {}],
    ['that is answered after a delay', { 'x-sandbox-fault': 'after:delay=50' }],
  ])('are refused after a write %s', async (_when, headers) => {
    const server = await startServer()
    const before = await approvalsOf(server)
    const write = operationBytes('E9', samplesOf(server.fixtures).E9, headers)
    const answers = await talk(server.url, write + GARBAGE + GARBAGE)
    expect(statusesIn(answers)).toEqual(['200', '400'])
    expect(answers).toMatch(/"code":"0".*"code":"90000009"/s)
    expect(await approvalsOf(server)).toBe(before + 1)
  })

  test('are refused at once in the body of the only request', async () => {
    const server = await startServer()
    const head = requestBytes('POST', '/open-api/oauth/get-token', {
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    }).replace('content-length: 0\r\n', '')
    const answers = await talk(server.url, `${head}no length\r\n`)
    expect(statusesIn(answers)).toEqual(['400'])
  })

  test('close the connection when the earlier answer is not sent in time', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const socket = new PassThrough() as PassThrough & { server?: unknown }
    const request = { socket, complete: true } as unknown as IncomingMessage
    const response = new EventEmitter() as unknown as ServerResponse
    onceOver(request, response, () => undefined)
    answerClientError(() => ({ type: 'text/plain', body: '' }))(
      Object.assign(new Error('x'), { code: 'HPE' }),
      socket as never,
    )
    vi.advanceTimersByTime(LIMITS.lastAnswersMs.max - 1)
    expect(socket.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(socket.destroyed).toBe(true)
    expect(socket.read()).toBeNull()
  })
})

describe('200 requests on one connection', () => {
  test('are answered in order without additional listeners', async () => {
    const server = await startServer()
    const warnings: string[] = []
    const note = ({ name, message }: Error): number => warnings.push(`${name}: ${message}`)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const counts: number[] = []
    server.app.server.on('request', ({ socket }: IncomingMessage) =>
      counts.push(...socket.eventNames().map((name) => socket.listenerCount(name))),
    )
    const call = (index: number): string =>
      operationBytes(
        'E8',
        { userIds: [1001] },
        index % 4 === 0 && index < 200 ? { 'x-sandbox-fault': 'before:delay=20' } : {},
      )
    const last = requestBytes('GET', '/livez', { headers: { connection: 'close' } })
    const calls = Array.from({ length: 199 }, (_, index) => call(index)).join('')
    const answers = await talk(server.url, calls + last)
    expect(statusesIn(answers)).toEqual(Array.from({ length: 200 }, () => '200'))
    expect(Math.max(...counts)).toBeLessThan(10)
    expect(warnings).toEqual([])
  })
})

describe('a delayed E10', () => {
  test('answers all members of the database that it reads, even when that is replaced', async () => {
    const server = await startServer()
    const pack = { source: 'CDP_CROWD_PACK', corpId: 'ww218c5ade1b03b891', crowdPackId: 2101 }
    const reset = () => fetch(`${server.url}/_sandbox/reset`, { method: 'POST' })
    const socket = openConnection(server)
    socket.write(
      operationBytes('E10', pack, {
        'x-sandbox-fault': 'before:delay=1500',
        connection: 'close',
        'access-token': TOKEN,
      }),
    )
    await expect.poll(() => server.app.calls.count).toBe(1)
    await reset()
    const fresh = server.workspace.openDatabase
    for (let batch = 0; batch < 3; batch += 1) {
      const crowdList = Array.from({ length: 60_000 }, (_, index) => ({
        crowdUniqueSign: (batch * 60_000 + index).toString(16).padStart(32, '0'),
      }))
      await server.result('E7', { ...pack, crowdList })
    }
    await expect.poll(() => fresh?.isInUse, { timeout: 10_000 }).toBe(true)
    await reset()
    const answer = await text(socket)
    expect(answer.slice(-200)).toMatch(/"traceId":"[0-9a-f]{32}"}}\r\n0\r\n\r\n$/)
    await expect.poll(() => fresh?.store.sqlite.open).toBe(false)
  })
})
