import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#src/config/config.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { buildMetrics } from '#src/routes/metrics/metrics-routes.ts'
import { BACKUP_SENT } from '#src/workspaces/keys/audit.ts'
import { act, done } from '#test/kit/acts.ts'
import { openConnection, requestBytes } from '#test/kit/connections.ts'
import { addRule, ruleFor } from '#test/kit/faults.ts'
import { send } from '#test/kit/http.ts'
import { callMixed, countsOfJournal, countsOfMetrics, scrape } from '#test/kit/metrics.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'
import { askUploads, begin } from '#test/kit/uploads.ts'
import { talk } from '#test/kit/wire.ts'

const KEY = 'a-key-of-an-administrator'

describe('metrics', () => {
  test('agree with the journal about operations and outcomes', async () => {
    const server = await startServer({ storage: true })
    await callMixed(server, 120)
    const journaled = await countsOfJournal(server)
    expect(Object.keys(journaled).length).toBeGreaterThan(8)
    await expect.poll(() => countsOfMetrics(server)).toEqual(journaled)
    const metrics = await scrape(server.url)
    expect(metrics.get('calls_total{operation="untracked",outcome="ok"}')).toBe(10)
    expect(metrics.get('journal_entries')).toBe(server.workspace.journal.lastSeq)
    expect(metrics.get('faults_total{phase="after"}')).toBe(20)
    const counted = metrics.get('call_duration_seconds_count{operation="E8"}')
    expect(metrics.get('call_duration_seconds_bucket{operation="E8",le="+Inf"}')).toBe(counted)
    expect(counted).toBe(50)
  })

  test('follow journals that drop and clear calls', async () => {
    const server = await startServer({ env: { SANDBOX_JOURNAL_ENTRIES: '3' } })
    for (let index = 0; index < 5; index += 1) await server.call('E8', { userIds: [] })
    const full = await scrape(server.url)
    expect(full.get('journal_entries')).toBe(3)
    expect(full.get('journal_dropped_total')).toBe(2)
    expect(full.get('journal_bytes')).toBeGreaterThan(0)
    await act(server, '/journal', {}, 'DELETE')
    const cleared = await scrape(server.url)
    expect(cleared.get('journal_entries')).toBe(0)
    expect(cleared.get('journal_dropped_total')).toBe(2)
  })

  test('count refusals for lack of room by cause, without those of faults', async () => {
    const env = { SANDBOX_MAX_WAITERS: '1', SANDBOX_MAX_CONNECTIONS: '3' }
    const server = await startServer({ env })
    const { url } = server
    const refusals = async (cause: string) =>
      (await scrape(url)).get(`room_refusals_total{cause="${cause}"}`)
    await addRule(server, ruleFor('E8', { code: '90000011' }))
    await server.call('E8', { userIds: [] })
    expect(await refusals('disk')).toBe(0)
    server.workspace.record.quota = { fileBytes: 1 }
    const { uploadId } = await begin(server, { name: 'a.txt', size: 5 })
    await askUploads(server, 'PUT', `/${uploadId}/parts/1`, Buffer.from('abcde'))
    expect(await refusals('quota')).toBe(1)
    const first = done(server, '/journal/wait', { match: { operation: 'E5' }, timeoutMs: 60_000 })
    await expect.poll(() => server.sandbox.waiters.waits.taken).toBe(1)
    expect((await act(server, '/journal/wait', {})).status).toBe(429)
    expect(await refusals('journal')).toBe(1)
    await server.call('E5', {})
    await first
    const connections = Array.from({ length: 4 }, () => openConnection(server).resume())
    await expect.poll(() => server.sandbox.tally.roomRefusals.get('connections')).toBeGreaterThan(0)
    for (const connection of connections) connection.destroy()
  })

  test('are read without opening or loading a workspace', async () => {
    const env = { SANDBOX_DATA: freshFolder() }
    const first = await startServer({ env })
    for (let index = 0; index < 5; index += 1) await first.sandbox.create()
    await first.close()
    const server = await startServer({ env })
    const metrics = await scrape(server.url)
    expect(metrics.get('workspaces')).toBe(6)
    expect(metrics.get('databases_open')).toBe(1)
    expect([...server.sandbox.known.keys()]).toEqual(['00000000'])
    await expect
      .poll(async () => (await scrape(server.url)).get('stored_bytes{kind="databases"}'))
      .toBeGreaterThan(6 * 4_096)
  })

  test('have the age of the last backup once there is one', async () => {
    const { url, sandbox } = await startServer()
    expect((await scrape(url)).has('last_backup_age_seconds')).toBe(false)
    sandbox.audit.add({ action: BACKUP_SENT, result: 'done' })
    sandbox.machineClock.set({ mode: 'offset', offsetMs: 60_000 })
    expect((await scrape(url)).get('last_backup_age_seconds')).toBeGreaterThanOrEqual(60)
  })

  test('are for callers with the admin key, and without one for local host names', async () => {
    const keyed = await startServer({ env: { SANDBOX_ADMIN_KEY: KEY } })
    expect((await send(`${keyed.url}/metrics`, {})).status).toBe(401)
    const headers = { authorization: `Bearer ${KEY}` }
    expect((await send(`${keyed.url}/metrics`, { headers })).status).toBe(200)
    const { url } = await startServer()
    const foreign = { host: 'metrics.example.com' }
    expect((await send(`${url}/metrics`, { headers: foreign })).status).toBe(403)
  })

  test('have a port of their own, whose calls leave no trace in a workspace', async () => {
    const server = await startServer()
    const { sandbox } = server
    const config = readConfig([], { SANDBOX_SEED: 'minimal', SANDBOX_MAX_CONNECTIONS: '2' })
    const app = await buildMetrics({ sandbox, config })
    onTestFinished(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const first = server.workspace.journal.lastSeq
    expect((await send(`${url}/metrics`, { method: 'GET' })).text).toContain('workspaces')
    expect((await send(`${url}/metrics`, { method: 'HEAD' })).status).toBe(200)
    const other = await send(`${url}/open-api/oauth/get-token`, { method: 'POST', body: '{}' })
    expect([other.status, other.text]).toEqual([404, expect.stringContaining('/metrics')])
    expect(server.workspace.journal.lastSeq).toBe(first)
  })

  test('bound the connections of their own port', async () => {
    const { sandbox } = await startServer()
    const config = readConfig([], { SANDBOX_SEED: 'minimal', SANDBOX_MAX_CONNECTIONS: '1000' })
    const app = await buildMetrics({ sandbox, config })
    onTestFinished(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { connection: 'close' }
    const scrapeOnce = async () => talk(url, requestBytes('GET', '/metrics', { headers }))
    const open = () => openConnection({ url })
    const idle = Array.from({ length: LIMITS.metricsConnections.max - 1 }, open)
    expect(await scrapeOnce()).toContain(' 200 ')
    idle.push(open())
    await expect.poll(scrapeOnce).toMatch(/"status":503,"detail":".*16 of 16 are open; close some"/)
    for (const socket of idle) socket.destroy()
  })
})
