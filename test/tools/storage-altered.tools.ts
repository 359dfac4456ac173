import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '#src/index.ts'
import { send, transmit } from '#test/kit/http.ts'
import { listenUntilEnd } from '#test/kit/listening-server.ts'
import { grantOf } from '#test/kit/storage.ts'
import { bytesFrom, MIN_PART_BYTES } from '#test/kit/uploads.ts'
import { type Random, randomFor } from '../../scripts/fuzz/core/random.ts'
import { aliOss, clientS3, minio, type StorageClient } from './storage/node-clients.ts'

const ALTERED = 10_000
const AT_ONCE = 8

/** Signatures, dates, tokens and keys in headers, in the path, and in parameters, whose values follow. */
const SECURED = new RegExp(
  [
    '^[A-Z]+ /([^?\r]+)',
    '[?&](?:(?:x-(?:oss|amz)-)?(?:signature|security-token|credential|date|expires)|OSSAccessKeyId|uploadId|partNumber)=([^& \r]+)',
    '\r\n(?:authorization|x-(?:oss|amz)-(?:security-token|date)): ([^\r]+)',
  ].join('|'),
  'dgi',
)

/** Keeps every request of a client as text, and answers as a server does. */
const startRecorder = async (target: string) => {
  const recorded: string[] = []
  const server = createServer(async (incoming, answer) => {
    const { method = '', url = '', rawHeaders: raw } = incoming
    const lines = raw.flatMap((name, at) =>
      at % 2 === 1 || /^(connection|expect)$/i.test(name) ? [] : [`${name}: ${raw[at + 1]}`],
    )
    const body = (await buffer(incoming)).toString('latin1')
    recorded.push([`${method} ${url}`, ...lines, '', body].join('\r\n'))
    const { status, headers, bytes } = await replay(target, recorded.at(-1) ?? '')
    answer.writeHead(status, headers).end(bytes)
  })
  return { recorded, endpoint: `http://127.0.0.1:${await listenUntilEnd(server)}` }
}

const replay = (target: string, text: string) => {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const [method = '', path = ''] = first.split(' ')
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(': ')),
    line.slice(line.indexOf(': ') + 2),
  ])
  return transmit(target, {
    method,
    path,
    headers,
    body: Buffer.from(text.slice(end + 4), 'latin1'),
  })
}

/** Another letter or digit in a secured place, which differs in more than its case. */
const alter = (text: string, random: Random): string => {
  const ranges = [...text.matchAll(SECURED)]
    .flatMap(({ indices = [] }) => [...indices.slice(1)] as ([number, number] | undefined)[])
    .filter((range) => range !== undefined)
  const [start, end] = random.pick(ranges)
  const places = [...text.slice(start, end).matchAll(/[a-z0-9]/gi)].map(
    ({ index }) => start + index,
  )
  const at = random.pick(places)
  const others = 'abcdefghijklmnopqrstuvwxyz0123456789'.replace(text.charAt(at).toLowerCase(), '')
  return text.slice(0, at) + random.pick([...others]) + text.slice(at + 1)
}

const sendAll = async (client: StorageClient, key: string): Promise<void> => {
  await client.put(key, bytesFrom(1, 100))
  const uploadId = await client.initiate(key)
  await client.part(key, uploadId, 1, bytesFrom(2, MIN_PART_BYTES))
  await transmit(await client.presign('PUT', key), { method: 'PUT', body: 'presigned' })
  client.close?.()
}

test(`refuses ${ALTERED} altered requests of all dialects, and stores nothing of them`, async () => {
  const sandbox = await startSandbox({ seed: 'minimal', checkReplies: true })
  onTestFinished(() => sandbox.close())
  const grant = await grantOf(sandbox.url)
  const { recorded, endpoint } = await startRecorder(grant.endpoint)
  const recording = { ...grant, endpoint }
  const v4 = { authorizationV4: true, sldEnable: true }
  const clients = [aliOss(recording), aliOss(recording, v4), clientS3(recording), minio(recording)]
  for (const [number, client] of clients.entries())
    await sendAll(client, `${grant.pathPrefix}/${number} a+b 雾岭.txt`)
  for (const request of recorded.filter((text) => text.startsWith('PUT')))
    expect((await replay(grant.endpoint, request)).status, request.slice(0, 300)).toBe(200)
  const uploads = async () =>
    (await send(`${sandbox.url}/_sandbox/records/uploads?limit=10000`, {})).text
  const before = await uploads()
  const random = randomFor(1, 'altered')
  const codes = new Map<string, number>()
  let left = ALTERED
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const altered = alter(random.pick(recorded), random)
      const { status, bytes } = await replay(grant.endpoint, altered)
      const code = `${status} ${/<Code>(\w+)/.exec(bytes.toString())?.[1]}`
      expect(code, altered.slice(0, 2_000)).toMatch(/^4\d\d [A-Z]/)
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  expect(await uploads()).toBe(before)
  expect(codes.get('403 SignatureDoesNotMatch')).toBeGreaterThan(ALTERED / 4)
})
