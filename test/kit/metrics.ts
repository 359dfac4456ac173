import { expect } from 'vitest'
import { transmit } from './faults.ts'
import { send } from './http.ts'
import { listJournal } from './journal.ts'
import { pathOf } from './operations.ts'
import type { TestServer } from './server.ts'
import { grantOf, put } from './storage.ts'

const SAMPLE = /^([a-z\d_]+(?:\{(?:[a-z]+="[^"\\\n]*",?)+\})?) (-?[\d.e+-]+|\+Inf|NaN)$/

/** Values by name and labels; every line must be a comment or a sample. */
const parseMetrics = (text: string): ReadonlyMap<string, number> => {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = SAMPLE.exec(line) ?? []
      expect(name, line).not.toBe('')
      return [name.replace(/^dam_sandbox_/, ''), Number(value)]
    }),
  )
}

export const scrape = async (url: string): Promise<ReadonlyMap<string, number>> => {
  const { status, headers, text } = await send(`${url}/metrics`, {})
  expect(status, text).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return parseMetrics(text)
}

const OF_SERVER = /operation="(control|page|untracked)"/

/** Journaled calls as metrics count them, by operation and outcome. */
export const countsOfMetrics = async ({ url }: TestServer): Promise<Record<string, number>> =>
  Object.fromEntries(
    [...(await scrape(url))].filter(
      ([name]) => name.startsWith('calls_total') && !OF_SERVER.test(name),
    ),
  )

export const countsOfJournal = async (server: TestServer): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  const { entries } = await listJournal(server, 'limit=1000')
  for (const { operation, kind, code, status, transport } of entries) {
    const answered = code === null ? `http${String(status)[0]}xx` : code === '0' ? 'ok' : 'refused'
    const outcome = transport === 'complete' ? answered : 'cut'
    const name = `calls_total{operation="${operation ?? kind}",outcome="${outcome}"}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Calls of many kinds: answered, refused, cut, failed by faults, files, object storage, unknown paths, untracked. */
export const callMixed = async (server: TestServer, count: number): Promise<void> => {
  const granted = await grantOf(server.url)
  const untracked = { 'x-sandbox-untracked': 'true' }
  const kinds = [
    () => server.call('E8', { userIds: [1001] }),
    () => server.call('E8', { userIds: 'none' }),
    () => server.call('E17', { path: [] }, { token: 'wrong' }),
    () =>
      server.call('E8', { userIds: [] }, { headers: { 'x-sandbox-fault': 'after:status=502' } }),
    () => server.call('E8', { userIds: [] }, { headers: untracked }),
    () => transmit(server, 'E8', { userIds: [] }, { 'x-sandbox-fault': 'after:reset' }),
    () => transmit(server, 'E8', { userIds: [] }, { 'x-sandbox-fault': 'during:truncate=9' }),
    () => send(`${server.url}${pathOf('E8')}x`, { method: 'POST' }),
    () => send(`${server.url}/_files/00000000/avatars/1?signature=no`, {}),
    () => put(granted, 'a'),
    () => put({ ...granted, accessKeySecret: 'wrong' }, 'a'),
    () => server.control('/clock'),
  ]
  for (let index = 0; index < count; index += 1) await kinds[index % kinds.length]?.()
}
