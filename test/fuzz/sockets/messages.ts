import { CATALOGUE } from '#src/endpoints/index.ts'
import { randomFault } from '../calls/disturb.ts'
import { Client } from '../core/client.ts'
import type { Random } from '../core/random.ts'
import { bare, callerOf, encodeRequest, type FuzzRequest, jsonRequest } from '../core/request.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { createTenant, operationCall, sampleOf, UNREPEATABLE } from '../core/tenant.ts'

const PACK_MEMBERS = 20_000
const PART_BYTES = 102_400

const PAGES = [
  'GET /docs',
  'HEAD /docs/swagger-ui-bundle.js',
  'GET /openapi.json',
  'HEAD /openapi.yaml',
  'GET /console/',
  'GET /livez',
  'GET /nothing/here',
  'POST /open-api/standard/v1/nothing',
  'GET /_sandbox/nothing',
  'GET /_sandbox/clock',
].map((line) => {
  const [method = '', path = ''] = line.split(' ')
  return bare(method, path)
})

const FAULTS = ['reset', 'truncate', 'malformed', 'delay=50']

const KINDS = { operation: 40, page: 20, ingest: 15, upload: 15, download: 15, long: 8, waiting: 8 }

/** One request with a fault that it asks for itself. */
const faulty = (request: FuzzRequest, fault: string): FuzzRequest => ({
  ...request,
  headers: [...request.headers, ['x-sandbox-fault', fault]],
})

/** The requests of one workspace, from which the bytes of connections are made. */
export class Messages {
  readonly #of: Readonly<Record<keyof typeof KINDS, readonly FuzzRequest[]>>

  constructor(requests: Readonly<Record<keyof typeof KINDS, readonly FuzzRequest[]>>) {
    this.#of = requests
  }

  /** Any request. */
  any(random: Random): FuzzRequest {
    return random.pick(this.#of[random.weighted(KINDS)])
  }

  /** Many requests or one again and again, some with faults, sometimes with garbage between them. */
  mixed(random: Random, count: number): Buffer {
    const one = random.chance(0.3) ? this.any(random) : undefined
    const fault = random.chance(0.4) ? randomFault(random, FAULTS) : undefined
    const share = random.pick([0.1, 0.5, 1])
    const all = Array.from({ length: count }, () => {
      if (random.chance(0.002)) return random.bytes(random.between(1, 200))
      const request = one ?? this.any(random)
      return encodeRequest(fault && random.chance(share) ? faulty(request, fault) : request)
    })
    return Buffer.concat(all)
  }

  /** One request whose connection is reset, and short ones behind it. */
  behindReset(random: Random, count: number): Buffer {
    const reset = encodeRequest(faulty(random.pick(this.#of.operation), 'arrival:reset'))
    const short = encodeRequest(bare('GET', '/livez'))
    return Buffer.concat([reset, ...Array.from({ length: count - 1 }, () => short)])
  }

  /** Slow requests whose answers are resets. */
  resetAnswers(random: Random, count: number): Buffer {
    const slow = encodeRequest(faulty(random.pick(this.#of.ingest), 'after:reset'))
    return Buffer.concat(Array.from({ length: count }, () => slow))
  }
}

/** Makes a workspace with a big pack and files, and the requests that use it. */
export const prepareMessages = async (server: ServerProcess): Promise<Messages> => {
  const client = new Client(server)
  const tenant = await createTenant(client)
  const caller = callerOf(tenant.fixtures.app.accessToken)
  const at = `workspace=${tenant.id}`
  const single: FuzzRequest = {
    ...bare('POST', '/_files/uploads/single?name=a.txt', caller),
    body: Buffer.from('some words of a text'),
  }
  const declared = { name: 'a.bin', size: 2 * PART_BYTES, partSizeBytes: PART_BYTES }
  const begin = jsonRequest('POST', '/_files/uploads', declared, caller)
  const { filePath } = await client.call<{ filePath: string }>(single)
  const { uploadId } = await client.call<{ uploadId: string }>(begin)
  const crowdList = Array.from({ length: PACK_MEMBERS }, (_, number) => ({
    crowdUniqueSign: `${number}-`.padEnd(100, 'x'),
  }))
  await client.call(operationCall(tenant, 'E7', { ...sampleOf(tenant, 'E7'), crowdList }))
  const seen = await client.call(operationCall(tenant, 'E4'))
  client.close()
  const signed = JSON.stringify(seen).match(/\/_files\/[^"]+/g) ?? []
  const names = CATALOGUE.map(({ id }) => id).filter((id) => !UNREPEATABLE.has(id) && id !== 'E10')
  const ingest = operationCall(tenant, 'E16', { fileList: [{ path: filePath, name: 'a.txt' }] })
  const waited = { match: { operation: 'E19' }, timeoutMs: 2_000 }
  return new Messages({
    operation: names.map((id) => operationCall(tenant, id)),
    page: PAGES,
    ingest: [ingest],
    upload: [
      single,
      { ...single, framing: 'chunked' },
      begin,
      {
        ...bare('PUT', `/_files/uploads/${uploadId}/parts/2`, caller),
        body: Buffer.alloc(5_000),
      },
    ],
    download: signed.map((path) => bare('GET', path)),
    long: [
      operationCall(tenant, 'E10'),
      bare('GET', `/_sandbox/export?${at}`),
      bare('GET', `/_sandbox/journal?bodies=true&last=100&${at}`),
      bare('GET', `/_sandbox/journal/har?${at}`),
    ],
    waiting: [
      bare('GET', `/_sandbox/journal/stream?${at}`),
      jsonRequest('POST', `/_sandbox/journal/wait?${at}`, waited),
      faulty(operationCall(tenant, 'E8'), 'before:delay=1000'),
      faulty(operationCall(tenant, 'E4'), 'during:delay=500'),
    ],
  })
}
