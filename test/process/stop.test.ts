import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { send } from '#test/kit/http.ts'
import { callOperation, freshFolder, startProcess, stopProcess } from '#test/kit/process.ts'
import { TOKEN } from '#test/kit/server.ts'
import { grantOf, put } from '#test/kit/storage.ts'

const messagesOf = (log: string): unknown[] =>
  log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).msg)

const CROWD = { source: 'CDP_CROWD_PACK', corpId: '', crowdPackId: 0 }

const packOf = async (url: string): Promise<typeof CROWD> => {
  const { body } = await send(`${url}/_sandbox/fixtures`, {})
  const { crowdPack } = body as { crowdPack: { corpId: string; id: number; source: string } }
  return { source: crowdPack.source, corpId: crowdPack.corpId, crowdPackId: crowdPack.id }
}

const membersOf = async (url: string): Promise<string[]> => {
  const { body } = await callOperation(url, 'E10', await packOf(url))
  const { result } = body as { result: { result: { crowdUniqueSign: string }[] } }
  return result.result.map((member) => member.crowdUniqueSign)
}

describe('a stop', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'exits with code 0 after %s, and logs "stopped" last',
    async (signal) => {
      const server = startProcess({ SANDBOX_DATA: freshFolder() })
      await server.url()
      const { stdout } = await stopProcess(server, signal)
      expect(messagesOf(stdout).slice(-2)).toEqual([
        `${signal}: finishing calls in flight`,
        'stopped',
      ])
    },
  )

  test('completes calls in flight after SIGTERM and exits with code 0', async () => {
    const server = startProcess({ SANDBOX_DATA: freshFolder() })
    const url = new URL(await server.url())
    const body = JSON.stringify({ param: { userIds: [1001] } })
    const socket = connect(Number(url.port), url.hostname)
    const answer = text(socket)
    const accepted = once(socket, 'data')
    socket.write(
      'POST /open-api/standard/v1/query-user-simple-info-list HTTP/1.1\r\n' +
        `Host: ${url.host}\r\nAccess-token: ${TOKEN}\r\nToken-type: bearer\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
        'Expect: 100-continue\r\n\r\n',
    )
    await accepted
    server.child.kill('SIGTERM')
    await server.until(/finishing calls in flight/)
    socket.write(body)
    expect(await answer).toContain('"code":"0"')
    expect(await server.ending()).toMatchObject({ code: 0, signal: null })
  })

  test('first takes calls for a time, in which it says that it is not ready', async () => {
    const server = startProcess({ SANDBOX_DRAIN_MS: '4000', SANDBOX_STORAGE_PORT: '0' })
    const url = (await server.url()).replace(/\/$/, '')
    const grant = await grantOf(url)
    server.child.kill('SIGTERM')
    await server.until(/still accepting calls for 4000 ms/)
    const probe = await send(`${url}/readyz`, {})
    expect(probe.body).toMatchObject({
      status: 'draining',
      reason: expect.stringContaining('stop'),
    })
    expect([probe.status, probe.headers.get('connection')]).toEqual([503, 'close'])
    expect((await send(`${url}/livez`, {})).status).toBe(200)
    expect((await callOperation(url, 'E8', { userIds: [] })).body).toMatchObject({ code: '0' })
    expect((await put(grant, 'late')).status).toBe(200)
    const { code, stdout } = await server.ending()
    expect([code, messagesOf(stdout).at(-1)]).toEqual([0, 'stopped'])
    await expect(put(grant, 'too late')).rejects.toThrow()
  })

  test('ends at once after a second signal', async () => {
    const server = startProcess({ SANDBOX_DRAIN_MS: '600000' })
    await server.url()
    server.child.kill('SIGTERM')
    await server.until(/still accepting calls for/)
    server.child.kill('SIGTERM')
    expect(await server.ending()).toMatchObject({ code: 1, signal: null })
  })

  test('exits with code 0 after the grace period when a client never finishes', async () => {
    const server = startProcess({ SANDBOX_GRACE_MS: '50' })
    const url = new URL(await server.url())
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => socket.destroy())
    const accepted = once(socket, 'data')
    socket.write(
      `POST /open-api/oauth/get-token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        'Content-Length: 100\r\nExpect: 100-continue\r\n\r\n',
    )
    await accepted
    await stopProcess(server)
  })

  test.each(['', 'POST /open-api/oauth/get-token HTTP/1.1\r\nHo'])(
    'exits with code 0 without waiting for an idle connection that only sent "%s"',
    async (start) => {
      const server = startProcess({ SANDBOX_GRACE_MS: '600000' })
      const url = new URL(await server.url())
      const socket = connect(Number(url.port), url.hostname)
      socket.on('error', () => socket.destroy())
      await once(socket, 'connect')
      socket.write(start)
      // Connections are taken in turn: when this is answered, the server has the one before.
      expect((await send(`${url}livez`, {})).status).toBe(200)
      await stopProcess(server)
    },
  )
})

describe('a data folder', () => {
  test('keeps every acknowledged write after kill -9', async () => {
    const env = { SANDBOX_DATA: freshFolder() }
    const first = startProcess(env)
    const url = await first.url()
    const pack = await packOf(url)
    const acknowledged: string[] = []
    const write = async (writer: number): Promise<void> => {
      for (let count = 0; ; count += 1) {
        const sign = `writer-${writer}-${count}`
        const param = { ...pack, crowdList: [{ crowdUniqueSign: sign }] }
        const reply = await callOperation(url, 'E7', param)
        expect(reply.body).toMatchObject({ code: '0' })
        acknowledged.push(sign)
        if (acknowledged.length === 200) first.child.kill('SIGKILL')
      }
    }
    await Promise.allSettled([1, 2, 3, 4].map(write))
    expect(await first.ending()).toMatchObject({ signal: 'SIGKILL' })
    expect(acknowledged.length).toBeGreaterThanOrEqual(200)
    const second = startProcess(env)
    const members = await membersOf(await second.url())
    expect(acknowledged.filter((sign) => !members.includes(sign))).toEqual([])
  })

  test('keeps tokens and data over a restart, and is not seeded again', async () => {
    const env = { SANDBOX_DATA: freshFolder() }
    const first = startProcess(env)
    const url = await first.url()
    const param = { ...(await packOf(url)), crowdList: [{ crowdUniqueSign: 'kept' }] }
    await callOperation(url, 'E7', param)
    const issued = await send(`${url}/open-api/oauth/get-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"clientId":"00000000-sandbox","clientKey":"sandbox-key"}',
    })
    const { result } = issued.body as { result: { access_token: string; refresh_token: string } }
    await stopProcess(first)
    const second = startProcess({ ...env, SANDBOX_SEED: 'demo' })
    const again = await second.url()
    expect(await membersOf(again)).toContain('kept')
    expect(await membersOf(again)).toHaveLength(4)
    const headers = { 'access-token': result.access_token }
    const reply = await callOperation(again, 'E8', { userIds: [] }, headers)
    expect(reply.text).toBe('{"code":"0","message":"success","result":[]}')
  })
})
