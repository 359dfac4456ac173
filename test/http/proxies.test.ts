import { describe, expect, test } from 'vitest'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import { send } from '#test/kit/http.ts'
import { injectServer, startServer } from '#test/kit/server.ts'

const FORWARDED = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-host': 'dam.example.com',
  'x-forwarded-proto': 'https',
}

/** What a server by a setting makes of forwarded headers: origin of a signed URL, caller in the log, own pages. */
const seenBy = async (trustProxy: string) => {
  const log: string[] = []
  const env = { SANDBOX_TRUST_PROXY: trustProxy, SANDBOX_ALLOWED_HOSTS: 'dam.example.com' }
  const server = await startServer({ log, env })
  const param = { assetIdList: server.fixtures.assets.ids.slice(0, 1) }
  const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', param, {
    headers: FORWARDED,
  })
  const page = { ...FORWARDED, origin: 'https://dam.example.com' }
  const { status } = await send(`${server.url}/_sandbox`, { headers: page })
  const lines = log.map((line): { operation?: string; caller?: string } => JSON.parse(line))
  const signed = new URL(String(detail[0]?.subResList[0]?.thunder)).origin
  const { caller } = lines.find(({ operation }) => operation === 'E4') ?? {}
  return { origin: signed.replace(server.url, 'own'), caller, isOwnPage: status === 200 }
}

const OWN = { origin: 'own', caller: '127.0.0.1', isOwnPage: false }

const FORWARDED_ONES = {
  origin: 'https://dam.example.com',
  caller: '203.0.113.7',
  isOwnPage: true,
}

/** The origin of the URLs that a server behind a proxy answers. */
const originFor = async (headers: Readonly<Record<string, string>>) => {
  const server = await injectServer({ env: { SANDBOX_TRUST_PROXY: 'on' } })
  const param = { assetIdList: server.fixtures.assets.ids.slice(0, 1) }
  const { detail } = await server.result<{ detail: AssetDetail[] }>('E4', param, { headers })
  const url = String(detail[0]?.subResList[0]?.thunder)
  return url.slice(0, url.indexOf('/_files')).replace(server.url, 'own')
}

describe('forwarded headers', () => {
  test.each([
    [{ 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': 'a.example' }, 'https://a.example'],
    [{ 'x-forwarded-proto': 'http, HTTPS', 'x-forwarded-host': 'a:1' }, 'https://a:1'],
    [{ 'x-forwarded-host': '[2001:db8::1]:8443' }, 'http://[2001:db8::1]:8443'],
    [{ 'x-forwarded-proto': 'javascript' }, 'own'],
    [{ 'x-forwarded-proto': 'ftp', 'x-forwarded-host': 'a.example' }, 'http://a.example'],
    [{ 'x-forwarded-host': 'a b' }, 'own'],
    [{ 'x-forwarded-host': 'a.example/path?' }, 'own'],
    [{ 'x-forwarded-host': 'user@a.example' }, 'own'],
    [{ 'x-forwarded-host': '<script>' }, 'own'],
    [{ host: 'a b' }, 'http://localhost'],
  ])('make no URL that nobody can call: %j is %s', async (headers, expected) => {
    expect(await originFor(headers)).toBe(expected)
  })

  test.each([
    ['off', OWN],
    ['10.0.0.0/8,192.0.2.1', OWN],
    ['on', FORWARDED_ONES],
    ['127.0.0.1', FORWARDED_ONES],
    ['::1, 127.0.0.0/8', FORWARDED_ONES],
  ])('count by SANDBOX_TRUST_PROXY=%s', async (setting, expected) => {
    expect(await seenBy(setting)).toEqual(expected)
  })
})
