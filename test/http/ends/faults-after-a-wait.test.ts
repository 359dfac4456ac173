import { ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import { openConnection, operationBytes } from '#test/kit/connections.ts'
import { addRule, ruleFor, transmit } from '#test/kit/faults.ts'
import { startServer } from '#test/kit/server.ts'
import { sha256Of } from '#test/kit/uploads.ts'

const USERS = { userIds: [1001] }
const asking = (fault: string) => ({ headers: { 'x-sandbox-fault': fault } })

const failOnce = (name: 'writeHead' | 'setHeader'): void => {
  vi.spyOn(ServerResponse.prototype, name).mockImplementationOnce(() => {
    throw Object.assign(new Error('injected'), { code: 'ERR_INVALID_CHAR' })
  })
}

describe('a failure to send an answer', () => {
  test.each(['arrival', 'before', 'after'])(
    'refuses its call after a delay in the phase %s',
    async (phase) => {
      const server = await startServer()
      failOnce('writeHead')
      const reply = await server.call('E8', USERS, asking(`${phase}:delay=1`))
      expect(reply).toMatchObject({ status: 500, body: { code: '90000099', result: null } })
      expect((await server.call('E8', USERS)).text).toContain('"code":"0"')
    },
  )

  test('refuses its call when the bytes are malformed', async () => {
    const server = await startServer()
    failOnce('writeHead')
    const reply = await server.call('E8', USERS, asking('during:malformed'))
    expect(reply.status).toBe(500)
    expect((await server.call('E8', USERS)).text).toContain('"code":"0"')
  })

  test.each(['truncate', 'reset'])('ends the connection for the effect %s', async (effect) => {
    const server = await startServer()
    failOnce('setHeader')
    const cut = await transmit(server, 'E8', USERS, { 'x-sandbox-fault': `during:${effect}` })
    expect(cut.body.length).toBeLessThan(Number(cut.announced))
    expect((await server.call('E8', USERS)).text).toContain('"code":"0"')
  })
})

describe('delays', () => {
  test('are limited in number; one more call is not delayed, and its answer says so', async () => {
    const server = await startServer()
    const bytes = operationBytes('E8', USERS, { 'x-sandbox-fault': 'before:delay=60000' })
    const sockets = Array.from({ length: LIMITS.workspacePauses.max }, () => openConnection(server))
    for (const socket of sockets) socket.write(bytes)
    await expect.poll(() => server.app.calls.count).toBe(LIMITS.workspacePauses.max)
    await server.control('/faults')
    await addRule(server, ruleFor('E8', { delayMs: 60_000 }, 'after'))
    for (const phase of ['arrival', 'before', 'after', 'during']) {
      const reply = await server.call('E8', USERS, asking(`${phase}:delay=60000`))
      expect(reply.text).toContain('"code":"0"')
      expect(reply.headers.get('x-sandbox-fault')).toContain(
        `header ${phase} delay (delay skipped: too many calls are already delayed)`,
      )
    }
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => server.app.calls.count).toBe(0)
    const later = await server.call('E8', USERS, asking('before:delay=1'))
    expect(later.headers.get('x-sandbox-fault')).toBe('header before delay')
  })

  test('keep no more of a body than the journal shows', async () => {
    const server = await startServer()
    const body = JSON.stringify({ param: USERS, padding: 'x'.repeat(200_000) })
    const reply = await server.call('E8', USERS, {
      body: JSON.parse(body),
      ...asking('before:delay=1'),
    })
    expect(reply.text).toContain('"code":"0"')
    const { entries } = await server.control<{ entries: { seq: number }[] }>('/journal?last=1')
    const entry = await server.control(`/journal/${entries[0]?.seq}`)
    expect(entry).toMatchObject({
      request: {
        body: { sizeBytes: body.length, isTruncated: true, sha256: sha256Of(Buffer.from(body)) },
      },
    })
  })
})
