import { ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { LIMITS } from '#src/limits.ts'
import { openConnection, operationBytes } from '#test/kit/connections.ts'
import { ask, offerFile } from '#test/kit/downloads.ts'
import { addRule, ruleFor, transmit } from '#test/kit/faults.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
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
    expect(cut.status).toBe(0)
    expect((await server.call('E8', USERS)).text).toContain('"code":"0"')
  })
})

/** Changes the stored metadata of the only file of an asset, as an import can. */
const offerChanged = async (
  server: TestServer,
  column: string,
  value: unknown,
): Promise<string> => {
  const { downloadUrl } = await offerFile(server, { bytes: 'abc', name: 'a.txt' })
  for (const table of ['atoms', 'sub_resources']) {
    const { sqlite } = server.workspace.store
    // As a damaged file can have it.
    sqlite.pragma('ignore_check_constraints = on')
    const columns = sqlite.pragma(`table_info(${table})`) as { name: string }[]
    if (columns.some(({ name }) => name === column))
      sqlite.prepare(`UPDATE ${table} SET ${column} = ?`).run(value)
  }
  return String(downloadUrl)
}

describe('a file whose metadata cannot go into headers', () => {
  test.each([
    ['is an emoji', '🙂'],
    ['has a quote', 'a"b'],
    ['has a line break', 'a\nb'],
    ['is empty', ''],
    ['is very long', 'x'.repeat(20_000)],
  ])('is served with a substitute ETag when its MD5 %s', async (_what, md5) => {
    const server = await startServer()
    const url = await offerChanged(server, 'uni_md5', md5)
    const faults = [undefined, 'during:delay=3', 'during:malformed', 'during:truncate']
    for (const fault of faults) {
      const headers = fault === undefined ? {} : { 'x-sandbox-fault': fault }
      const answer = await ask(url, { headers }).catch((error) => error)
      if (fault === 'during:truncate') continue
      expect(answer.status, fault).toBe(200)
      expect(answer.headers.etag, fault).toMatch(/^"[0-9a-f]{32}"$/)
    }
  })

  test('is refused as damaged when its size is negative', async () => {
    const server = await startServer()
    const url = await offerChanged(server, 'size_bytes', -5)
    const { status, bytes } = await ask(url)
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([503, { code: '90000014' }])
  })

  test.each([
    ['is very long', `text/${'x'.repeat(20_000)}`],
    ['has a line break', 'text/pl\nain'],
    ['has emoji', '🙂/🙂'],
  ])('is served as application/octet-stream when its media type %s', async (_what, type) => {
    const server = await startServer()
    const url = await offerChanged(server, 'media_type', type)
    const { status, headers } = await ask(url)
    expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream'])
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
        `header ${phase} delay, not delayed: too many calls are`,
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

const getToken = async (server: TestServer, body: object, fault: string) => {
  const reply = await fetch(`${server.url}/open-api/oauth/get-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-fault': fault },
    body: JSON.stringify(body),
  })
  const { code } = (await reply.json()) as { code: string }
  return { code, fault: reply.headers.get('x-sandbox-fault') }
}

describe('a fault requested by a token call', () => {
  test.each(['arrival', 'before', 'after', 'during'])(
    'is ignored for an unknown client: %s',
    async (phase) => {
      const server = await startServer()
      const nobody = { clientId: 'nobody', clientKey: 'x' }
      const asked = await getToken(server, nobody, `${phase}:delay=60000`)
      expect(asked).toEqual({ code: '90010008', fault: null })
    },
  )

  test('applies after the body has been validated', async () => {
    const server = await startServer()
    const { clientId, clientKey } = server.fixtures.app
    const asked = await getToken(server, { clientId, clientKey, z: [1] }, 'arrival:delay=1')
    expect(asked).toEqual({ code: '0', fault: 'header before delay' })
  })
})
