import { createHash } from 'node:crypto'
import type { CreatedWorkspace } from '#src/client/generated/control.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { type Fixtures, type Reply, type Sent, send } from '#test/kit/http.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { type Granted, grantOf, put } from '#test/kit/storage.ts'
import { aliOss, clientS3 } from '../storage/node-clients.ts'

/** What a pipeline saw: one line a call, without what differs from workspace to workspace. */
export type Seen = readonly string[]

const NOW_MS = 1_790_000_000_000

/** Calls by a pipeline, each of which must succeed. */
class Caller {
  readonly seen: string[] = []
  readonly #url: string
  readonly #name: string
  id = 'none'

  constructor(url: string, name: string) {
    this.#url = url
    this.#name = name
  }

  async call<T>(path: string, body?: unknown, sent: Sent = {}): Promise<T> {
    const url = path.startsWith('http') ? path : this.#url + path
    const json = body === undefined ? {} : { body: JSON.stringify(body), method: 'POST' }
    const headers = { 'content-type': 'application/json', ...Object(sent.headers) }
    return this.note(path, await send(url, { ...json, ...sent, headers })) as T
  }

  /** Notes an answer, and answers its payload. */
  note(what: string, { status, headers, text, body }: Reply): unknown {
    const { code, result } = Object(body)
    if (status >= 300 || !['0', undefined].includes(code))
      throw new Error(`${this.#name} ${this.id}: ${what}: ${status} ${text}`)
    const own = [...headers].filter(([name]) => name.startsWith('x-sandbox-'))
    this.seen.push(this.#masked(`${what} ${status} ${JSON.stringify(own)} ${text}`))
    return code === undefined ? body : result
  }

  #masked(text: string): string {
    return text
      .replaceAll(this.id, 'ID')
      .replaceAll(this.#name, 'NAME')
      .replaceAll(encodeURIComponent(this.#name), 'NAME')
      .replaceAll(/http:\/\/[\w.:]+/g, 'ORIGIN')
      .replaceAll(/ID-[\da-f-]+|\b[\da-f]{32}\b|(?<=signature=)\w+|STS\.\w+/gi, 'X')
      .replaceAll(/\b\d{13}\b|(?<="expiration":)"[^"]+"/g, 'TIME')
  }
}

const portalHeaders = ({ portalApp }: Fixtures, index: number) => ({
  'x-app-key': portalApp.appKey,
  's-sign': 'any',
  's-timestamp': `${NOW_MS}`,
  's-nonce': `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
})

/** Every operation once, at the path of the workspace or by its token alone. */
const callOperations = async (caller: Caller, token: string, fixtures: Fixtures) => {
  const samples = samplesOf(fixtures)
  for (const [index, { id, path, surface }] of CATALOGUE.entries()) {
    const isOfPortal = surface === 'portal'
    const headers = {
      'access-token': token,
      'x-open-api-user': 'owner@example.com',
      ...(isOfPortal ? portalHeaders(fixtures, index) : { 'token-type': 'bearer' }),
    }
    const prefix = index % 2 === 0 ? '' : `/w/${caller.id}`
    const body = isOfPortal ? samples[id] : { token, param: samples[id] }
    await caller.call(prefix + path, body, { headers })
  }
}

interface Upload {
  uploadId: string
  filePath: string
  parts: readonly { url: string }[]
}

/** Puts and gets objects with every place of an access key. */
const useStorage = async (caller: Caller, grant: Granted, bytes: Buffer) => {
  caller.note('put', await put(grant, bytes))
  const s3 = clientS3(grant)
  const key = 'upload/s3.bin'
  await s3.put(key, bytes)
  const named = { ...grant, endpoint: grant.endpoint.replace('127.0.0.1', 'localhost') }
  const clients = [s3, aliOss(grant), aliOss(named, { cname: true })]
  for (const [index, client] of clients.entries()) {
    const { status, text } = await send(await client.presign('GET', key), {})
    caller.seen.push(`presigned ${index} ${status} ${text === bytes.toString()}`)
  }
}

/** Uploads a file over HTTP and makes an atom of it. */
const upload = async (caller: Caller, token: string, bytes: Buffer) => {
  const headers = { 'access-token': token, 'token-type': 'bearer' }
  const declared = { name: 'a.bin', size: bytes.length }
  const begun = await caller.call<Upload>('/_files/uploads', declared, { headers })
  await caller.call(begun.parts[0]?.url ?? '', undefined, { method: 'PUT', body: bytes })
  const pathOf = (id: string) => CATALOGUE.find((one) => one.id === id)?.path ?? ''
  const ask = (id: string, param: unknown) => caller.call(pathOf(id), { token, param }, { headers })
  const { uploadId, filePath } = begun
  const etag = createHash('md5').update(bytes).digest('hex')
  await ask('E13', { uploadId, filePath, partETags: [{ partNumber: 1, etag }] })
  await ask('E16', { fileList: [{ path: filePath, name: 'a.bin' }] })
}

/** Names a workspace, works in it with calls of every kind, resets and deletes it; answers what it saw. */
export const runPipeline = async (url: string, name: string): Promise<Seen> => {
  const caller = new Caller(url, name)
  const clock = { mode: 'frozen', now: NOW_MS }
  const options = { name, seed: 'minimal', clock }
  const made = await caller.call<CreatedWorkspace>('/_sandbox/workspaces', options)
  caller.seen.length = 0
  caller.id = made.id
  const { clientId, clientKey } = made
  const client = { clientId, clientKey }
  type Tokens = { access_token: string; refresh_token: string }
  const first = await caller.call<Tokens>('/open-api/oauth/get-token', client)
  const { refresh_token } = first
  const tokens = await caller.call<Tokens>('/open-api/oauth/refresh-token', { refresh_token })
  await callOperations(caller, tokens.access_token, made.fixtures as Fixtures)
  const bytes = Buffer.from(`the bytes of ${name}`.padEnd(60))
  await upload(caller, tokens.access_token, bytes)
  await useStorage(caller, await grantOf(url, tokens.access_token), bytes)
  const encoded = encodeURIComponent(name)
  for (const path of [
    `/_sandbox/workspaces/${encoded}`,
    `/_sandbox/clock?workspace=${encoded}`,
    `/_sandbox/clock?workspace=${made.id}`,
    `/w/${made.id}/_sandbox/faults`,
    `/_sandbox/findings?workspace=${made.id}`,
  ])
    await caller.call(path)
  type Journal = { entries: object[] }
  const journal = `/_sandbox/journal?workspace=${encoded}&limit=1000`
  const { entries } = await caller.call<Journal>(journal, undefined)
  caller.seen.splice(-1, 1, `journal ${entries.length}`)
  await caller.call(`/_sandbox/reset?workspace=${encoded}`, {})
  await caller.call(`/_sandbox/workspaces/${encoded}`, undefined, { method: 'DELETE' })
  return caller.seen
}

/** Runs work for the numbers below a count, some at a time. */
export const inLanes = async <T>(
  count: number,
  atOnce: number,
  work: (number: number) => Promise<T>,
): Promise<T[]> => {
  const done: T[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) {
      const number = next
      next += 1
      done[number] = await work(number)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return done
}
