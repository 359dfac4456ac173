import { expect, onTestFinished, test } from 'vitest'
import { WELL_KNOWN_CREDENTIALS } from '#src/contract/well-known.ts'
import { startSandbox } from '#src/index.ts'
import { send, sendJson, transmit } from '#test/kit/http.ts'
import { bytesFrom, MIN_PART_BYTES, payloadOf } from '#test/kit/uploads.ts'
import { type Random, randomFor } from '../fuzz/core/random.ts'
import { aliOss, clientS3, type Grant, minio, type StorageClient } from './storage/node-clients.ts'
import { type Recorded, startRecorder } from './storage/recorder.ts'

const ALTERED = 10_000
const AT_ONCE = 8

/** One place of a request that must not be altered. */
interface Place {
  readonly name: string
  readonly text: string
  with(text: string): Recorded
}

/** Headers and parameters that say who sends a request, when, and with which signature. */
const SECURED =
  /^(?:x-oss-|x-amz-)?(?:signature|security-token|credential|date|expires)$|^OSSAccessKeyId$/i

/** Fields of forms, which their policy or signature covers. */
const FIELDS =
  /^(?:policy|key|OSSAccessKeyId|(?:x-oss-|x-amz-)?(?:signature|security-token|credential|date))$/i

const placesOf = (request: Recorded): Place[] => [
  ...headerPlaces(request),
  ...pathPlaces(request),
  ...formPlaces(request),
]

const headerPlaces = (request: Recorded): Place[] =>
  request.headers.flatMap(([name, text], index) =>
    name.toLowerCase() === 'authorization' || SECURED.test(name)
      ? [
          {
            name: `header ${name}`,
            text,
            with: (altered) => ({
              ...request,
              headers: request.headers.with(index, [name, altered] as const),
            }),
          },
        ]
      : [],
  )

const pathPlaces = (request: Recorded): Place[] => {
  const [path = '', query = ''] = request.path.split('?')
  const pairs = query.split('&')
  const ofQuery = pairs.flatMap((pair, index) => {
    const [name = '', text = ''] = pair.split('=')
    const withPair = (altered: string) => pairs.with(index, `${name}=${altered}`).join('&')
    return SECURED.test(name) || /^(?:uploadId|partNumber)$/.test(name)
      ? [
          {
            name: `parameter ${name}`,
            text,
            with: (altered: string) => ({ ...request, path: `${path}?${withPair(altered)}` }),
          },
        ]
      : []
  })
  const rest = query === '' ? '' : `?${query}`
  const ofPath = {
    name: 'path',
    text: path,
    with: (altered: string) => ({ ...request, path: altered + rest }),
  }
  // That of a form is in a field.
  return request.method === 'POST' && query === '' ? [] : [ofPath, ...ofQuery]
}

const formPlaces = (request: Recorded): Place[] => {
  const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (!type.startsWith('multipart/form-data')) return []
  const whole = request.body.toString('latin1')
  return [...whole.matchAll(/name="([^"]+)"\r\n\r\n(.*?)\r\n--/gs)].flatMap((found) => {
    const [all, name = '', text = ''] = found
    const start = found.index + all.length - text.length - 4
    const withField = (altered: string) =>
      Buffer.from(whole.slice(0, start) + altered + whole.slice(start + text.length), 'latin1')
    return FIELDS.test(name)
      ? [{ name: `field ${name}`, text, with: (altered) => withBody(request, withField(altered)) }]
      : []
  })
}

const withBody = (request: Recorded, body: Buffer): Recorded => ({
  ...request,
  headers: request.headers.map(([name, value]) =>
    name.toLowerCase() === 'content-length'
      ? ([name, String(body.length)] as const)
      : [name, value],
  ),
  body,
})

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Another letter or digit in one place, which differs in more than its case. */
const alter = (text: string, random: Random): string => {
  const places = [...text.matchAll(/[a-z0-9]/gi)].map(({ index }) => index)
  const at = random.pick(places)
  const others = [...LETTERS].filter((letter) => letter !== text.charAt(at).toLowerCase())
  return text.slice(0, at) + random.pick(others) + text.slice(at + 1)
}

/** Lets each client send what it can send. */
const recordAll = async (grant: Grant, recorder: { recorded: Recorded[] }): Promise<Recorded[]> => {
  const clients: StorageClient[] = [
    aliOss(grant),
    aliOss(grant, { authorizationV4: true, sldEnable: true }),
    clientS3(grant),
    minio(grant),
  ]
  for (const [number, client] of clients.entries()) {
    const key = `${grant.pathPrefix}/${number} a+b 雾岭.txt`
    await client.put(key, bytesFrom(number, 100))
    const uploadId = await client.initiate(key)
    await client.part(key, uploadId, 1, bytesFrom(number, MIN_PART_BYTES))
    await transmit(await client.presign('PUT', key), { method: 'PUT', body: 'presigned' })
    const form = await client.form?.(key, 1_000)
    const body = new FormData()
    for (const [name, value] of Object.entries(form?.fields ?? {})) body.append(name, value)
    body.append('file', new Blob(['of a form']), 'x.txt')
    if (form) await (await fetch(form.url, { method: 'POST', body })).text()
    client.close?.()
  }
  // Each of them has been taken, and is again.
  expect(recorder.recorded.filter(({ status }) => status >= 300)).toEqual([])
  return recorder.recorded
}

const replay = (url: string, { method, path, headers, body }: Recorded) =>
  transmit(url, { method, path, headers, body })

test(`refuses ${ALTERED} altered requests of each dialect, and stores nothing of them`, async () => {
  const sandbox = await startSandbox({ seed: 'minimal', checkReplies: true })
  onTestFinished(() => sandbox.close())
  const login = { 'access-token': WELL_KNOWN_CREDENTIALS.accessToken, 'token-type': 'bearer' }
  const grant = payloadOf<Grant>(await sendJson(`${sandbox.url}/_files/grant`, {}, login))
  const recorder = await startRecorder(grant.endpoint)
  const endpoint = `http://127.0.0.1:${recorder.port}`
  const recorded = await recordAll({ ...grant, endpoint }, recorder)
  for (const request of recorded.filter(({ method }) => method === 'PUT'))
    expect((await replay(grant.endpoint, request)).status, request.path).toBe(200)
  const uploads = async () =>
    (await send(`${sandbox.url}/_sandbox/records/uploads?limit=10000`, {})).text
  const before = await uploads()
  const random = randomFor(1, 'altered')
  const statuses: Record<string, number> = {}
  let left = ALTERED
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const request = random.pick(recorded)
      const place = random.pick(placesOf(request))
      const altered = place.with(alter(place.text, random))
      const { status, bytes } = await replay(grant.endpoint, altered)
      const what = `${place.name}: ${altered.method} ${altered.path} ${JSON.stringify(altered.headers)}`
      expect(status, `${what}: ${bytes}`).toBeGreaterThanOrEqual(400)
      expect(status, `${what}: ${bytes}`).toBeLessThan(500)
      const code = `${status} ${/<Code>(\w+)/.exec(bytes.toString())?.[1]}`
      statuses[code] = (statuses[code] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  expect(await uploads()).toBe(before)
  expect(Object.keys(statuses).filter((code) => code.endsWith('undefined'))).toEqual([])
  expect(statuses['403 SignatureDoesNotMatch']).toBeGreaterThan(ALTERED / 4)
})
