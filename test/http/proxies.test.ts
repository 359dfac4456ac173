import { describe, expect, test } from 'vitest'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import { send } from '#test/kit/http.ts'
import { startServer } from '#test/kit/server.ts'

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

describe('forwarded headers', () => {
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
