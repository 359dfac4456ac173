import { CATALOGUE } from '#src/endpoints/index.ts'
import { create, type Tenant } from '../calls/stage.ts'
import type { Random } from '../core/random.ts'
import { encodeRequest, type FuzzRequest, jsonRequest } from '../core/request.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { Client, callerOf } from '../kill/client.ts'

const PACK_MEMBERS = 20_000
const PART_BYTES = 102_400
const MAX_COUNT = 200

/** Operations that would remove the pack or merge the upload, or need new ids for each call. */
const LEFT_OUT: ReadonlySet<string> = new Set(['E7', 'E13', 'E18'])

const FAULTS = [
  'arrival:reset',
  'before:reset',
  'after:reset',
  'during:reset',
  'during:truncate',
  'during:malformed',
  'during:delay=50',
  'after:delay=20',
  'before:delay=50',
  'arrival:delay=20',
]

const PAGES = [
  'GET /docs',
  'GET /docs/swagger-ui-bundle.js',
  'HEAD /docs/swagger-ui-bundle.js',
  'GET /openapi.json',
  'HEAD /openapi.json',
  'HEAD /openapi.yaml',
  'GET /console/',
  'GET /livez',
  'GET /',
  'GET /nothing/here',
  'POST /open-api/standard/v1/nothing',
  'GET /_sandbox/nothing',
].map((line): FuzzRequest => {
  const [method = '', path = ''] = line.split(' ')
  return { method, path, headers: [] }
})

/** Requests of one kind. */
type Kind = 'operation' | 'stream' | 'ingest' | 'upload' | 'download' | 'page'

const KINDS: Readonly<Record<Kind, number>> = {
  operation: 40,
  stream: 4,
  ingest: 15,
  upload: 15,
  download: 15,
  page: 25,
}

/** Mixed, short ones behind a reset, or slow ones whose answers are resets. */
type Shape = 'mixed' | 'behindReset' | 'resetAnswers'

/** The requests of one workspace. */
export class Requests {
  readonly #kinds: Readonly<Record<Kind, (random: Random) => FuzzRequest>>

  constructor(kinds: Readonly<Record<Kind, (random: Random) => FuzzRequest>>) {
    this.#kinds = kinds
  }

  /** 1 to 200 requests as bytes. */
  any(random: Random): { bytes: Buffer; count: number } {
    const shape = random.weighted({ mixed: 4, behindReset: 4, resetAnswers: 2 })
    const count = {
      mixed: random.pick([1, 2, 5, 12, 50, MAX_COUNT]),
      behindReset: MAX_COUNT,
      resetAnswers: 12,
    }[shape]
    return { bytes: this.#bytes(shape, random, count), count }
  }

  #bytes(shape: Shape, random: Random, count: number): Buffer {
    if (shape === 'mixed') return this.#mixed(random, count)
    if (shape === 'behindReset') return this.#behindReset(random, count)
    const ingest = encodeRequest(faulty(this.#kinds.ingest(random), 'after:reset'), 'x')
    return Buffer.concat(Array.from({ length: count }, () => ingest))
  }

  /** Mixed requests or one again and again, some with faults, sometimes with garbage between them. */
  #mixed(random: Random, count: number): Buffer {
    const one = random.chance(0.3) ? this.#any(random) : undefined
    const fault = random.chance(0.4) ? random.pick(FAULTS) : undefined
    const share = random.pick([0.1, 0.5, 1])
    const all = Array.from({ length: count }, () => {
      const request = one ?? this.#any(random)
      if (random.chance(0.002)) return random.bytes(random.between(1, 200))
      return encodeRequest(fault && random.chance(share) ? faulty(request, fault) : request, 'x')
    })
    return Buffer.concat(all)
  }

  /** One request whose connection is reset, and short ones behind it. */
  #behindReset(random: Random, count: number): Buffer {
    const reset = encodeRequest(faulty(this.#kinds.operation(random), 'arrival:reset'), 'x')
    const short = encodeRequest({ method: 'GET', path: '/livez', headers: [] }, 'x')
    return Buffer.concat([reset, ...Array.from({ length: count - 1 }, () => short)])
  }

  #any(random: Random): FuzzRequest {
    return this.#kinds[random.weighted(KINDS)](random)
  }
}

const faulty = (request: FuzzRequest, fault: string): FuzzRequest => ({
  ...request,
  headers: [...request.headers, ['x-sandbox-fault', fault]],
})

/** Makes a workspace with a big pack and files, and the requests that use it. */
export const prepare = async (server: ServerProcess): Promise<Requests> => {
  const tenant = await create(server.url, { seed: 'minimal' }, false)
  const { accessToken, samples } = tenant
  const caller = callerOf(accessToken)
  const client = new Client(server)
  try {
    const single = await client.call<{ filePath: string }>(singleUpload(caller))
    const part = await client.call<{ uploadId: string }>(beginUpload(caller))
    await client.call(
      operationCall(tenant, 'E7', {
        ...samples.E7,
        crowdList: Array.from({ length: PACK_MEMBERS }, (_, number) => ({
          crowdUniqueSign: `${number}-`.padEnd(100, 'x'),
        })),
      }),
    )
    const file = { fileList: [{ path: single.filePath, name: 'a.txt' }] }
    const seen = await client.call(operationCall(tenant, 'E4', samples.E4))
    const signed = JSON.stringify(seen).match(/\/_files\/[^"]+/g) ?? []
    const operations = CATALOGUE.filter(({ id }) => !LEFT_OUT.has(id) && id !== 'E10')
    return new Requests({
      operation: (random) => {
        const { id } = random.pick(operations)
        return operationCall(tenant, id, samples[id], String(random.next()))
      },
      stream: () => operationCall(tenant, 'E10', samples.E10),
      ingest: () => operationCall(tenant, 'E16', file),
      upload: (random) =>
        random.pick([
          singleUpload(caller),
          beginUpload(caller),
          {
            method: 'PUT',
            path: `/_files/uploads/${part.uploadId}/parts/2`,
            headers: caller,
            body: Buffer.alloc(5_000),
          },
        ]),
      download: (random) => ({ method: 'GET', path: random.pick(signed), headers: [] }),
      page: (random) => random.pick(PAGES),
    })
  } finally {
    client.close()
  }
}

const singleUpload = (headers: FuzzRequest['headers']): FuzzRequest => ({
  method: 'POST',
  path: '/_files/uploads/single?name=a.txt',
  headers,
  body: Buffer.from('some words of a text'),
})

const beginUpload = (headers: FuzzRequest['headers']): FuzzRequest =>
  jsonRequest(
    'POST',
    '/_files/uploads',
    { name: 'a.bin', size: 2 * PART_BYTES, partSizeBytes: PART_BYTES },
    headers,
  )

const operationCall = (
  { accessToken, appKey }: Tenant,
  id: string,
  param: unknown,
  nonce = 'n',
): FuzzRequest => {
  const operation = CATALOGUE.find((known) => known.id === id)
  if (!operation) throw new Error(`no operation ${id}`)
  const isPortal = operation.surface === 'portal'
  const portal: FuzzRequest['headers'] = [
    ['X-App-Key', appKey],
    ['S-Sign', 'x'],
    ['S-Timestamp', '1'],
    ['S-Nonce', nonce],
  ]
  const headers = [...callerOf(accessToken), ...(isPortal ? portal : [])]
  return jsonRequest('POST', operation.path, isPortal ? param : { param }, headers)
}
