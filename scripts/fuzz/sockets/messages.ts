import { signOssPath } from '../../../test/kit/oss-url.ts'
import type { Granted } from '../../../test/kit/storage.ts'
import { makeScene } from '../calls/scene.ts'
import { nextStep } from '../calls/sequence.ts'
import { readMaterial } from '../calls/tester.ts'
import { Client } from '../core/client.ts'
import type { Random } from '../core/random.ts'
import { bare, callerOf, encodeRequest, type FuzzRequest, jsonRequest } from '../core/request.ts'
import type { Session } from '../core/session.ts'
import { createTenant, operationCall, sampleOf, type Tenant } from '../core/tenant.ts'

const PACK_MEMBERS = 20_000
const FAULTS = ['arrival:reset', 'after:reset', 'during:truncate', 'during:delay=50']

/** The requests of one workspace as bytes, from which connections are made. */
export interface Messages {
  any(random: Random): Buffer
  /** Many requests or one again and again, some with faults, sometimes with garbage between them. */
  mixed(random: Random, count: number): Buffer
  behindReset(count: number): Buffer
  resetAnswers(count: number): Buffer
}

const withFault = (request: FuzzRequest, fault: string): Buffer =>
  encodeRequest({ ...request, headers: [...request.headers, ['x-sandbox-fault', fault]] })

const OBJECT_BYTES = 300_000

/** Signed requests to the storage listener; at the others they ask for paths that are not there. */
export const storageRequests = async (client: Client, tenant: Tenant): Promise<FuzzRequest[]> => {
  const caller = callerOf(tenant.fixtures.app.accessToken)
  const grant = await client.call<Granted>(jsonRequest('POST', '/_files/grant', {}, caller))
  const key = `${grant.pathPrefix}/raw.bin`
  const signed = (method: string, parameters?: Record<string, string>, size = 0): FuzzRequest => ({
    ...bare(method, signOssPath(grant, method, key, parameters)),
    body: Buffer.alloc(size, 'x'),
  })
  return [
    signed('PUT', {}, OBJECT_BYTES),
    signed('GET'),
    signed('POST', { uploads: '' }),
    signed('PUT', { partNumber: '1', uploadId: 'none' }, OBJECT_BYTES),
    signed('POST', { uploadId: 'none' }, OBJECT_BYTES),
    signed('DELETE'),
  ]
}

/** Makes a workspace with a big pack and a file, and the requests that use it. */
export const prepareMessages = async (session: Session): Promise<Messages> => {
  const client = new Client(session.server)
  const material = await readMaterial(session)
  const tenant = await createTenant(client)
  const crowdList = Array.from({ length: PACK_MEMBERS }, (_, number) => ({
    crowdUniqueSign: `${number}-`.padEnd(100, 'x'),
  }))
  await client.call(operationCall(tenant, 'E7', { ...sampleOf(tenant, 'E7'), crowdList }))
  const single = bare(
    'POST',
    '/_files/uploads/single?name=a.txt',
    callerOf(tenant.fixtures.app.accessToken),
  )
  const body = Buffer.from('some words of a text')
  const { filePath } = await client.call<{ filePath: string }>({ ...single, body })
  const seen = await client.call(operationCall(tenant, 'E4'))
  const at = `workspace=${tenant.id}`
  // Their answers are long, or come late.
  const heavy = [
    operationCall(tenant, 'E10'),
    ...(JSON.stringify(seen).match(/\/_files\/[^"]+/g) ?? []).map((path) => bare('GET', path)),
    ...['export', 'journal/har', 'journal/stream'].map((name) =>
      bare('GET', `/_sandbox/${name}?${at}`),
    ),
    bare('POST', '/_sandbox/backup'),
    bare('GET', '/metrics'),
    ...(await storageRequests(client, tenant)),
  ]
  client.close()
  const pick = (random: Random): FuzzRequest =>
    random.chance(0.3)
      ? random.pick(heavy)
      : nextStep(makeScene(random, [tenant], material), 1).request
  const ingest = operationCall(tenant, 'E16', { fileList: [{ path: filePath, name: 'a.txt' }] })
  const repeat = (bytes: Buffer, count: number): Buffer[] => Array(count).fill(bytes)
  return {
    any: (random) => encodeRequest(pick(random)),
    mixed: (random, count) => {
      const one = random.chance(0.3) ? pick(random) : undefined
      const fault = random.chance(0.4) ? random.pick(FAULTS) : undefined
      const share = random.pick([0.1, 0.5, 1])
      const all = Array.from({ length: count }, () => {
        if (random.chance(0.002)) return random.bytes(random.between(1, 200))
        const request = one ?? pick(random)
        return fault && random.chance(share) ? withFault(request, fault) : encodeRequest(request)
      })
      return Buffer.concat(all)
    },
    behindReset: (count) => {
      const short = repeat(encodeRequest(bare('GET', '/livez')), count - 1)
      return Buffer.concat([withFault(operationCall(tenant, 'E8'), 'arrival:reset'), ...short])
    },
    resetAnswers: (count) => Buffer.concat(repeat(withFault(ingest, 'after:reset'), count)),
  }
}
