import { OPERATIONS } from '#src/client/generated/constants.ts'
import type { Fixtures } from '#src/client/generated/control.ts'
import type { JsonObject } from '#src/viewer/page/openapi-parts.ts'
import { withAccessToken } from '#src/viewer/page/read-server.ts'
import { control, keyHeader } from './control.ts'
import { BASE, workspaceId } from './place.ts'
import { signatureHeaders } from './signature.ts'

/** The number of an operation. */
export type OperationId = keyof typeof OPERATIONS

/** How an operation is called. */
export interface OperationOptions {
  /** E-mail address of the acting user; the application's owner without it. */
  readonly as?: string
  /**
   * Whether the call leaves no trace: no entry of the journal, no count of coverage, no finding, and no fault rule acts on it.
   * For what views show; calls that a person makes are calls like all others.
   */
  readonly isUntracked?: boolean
  readonly signal?: AbortSignal
  /** The workspace, where it must stay the same however long the work takes; the one that is shown without it. */
  readonly workspace?: string
  /** Further request headers, such as `x-sandbox-fault`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer of an operation. */
export interface OperationAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The answer as JSON; undefined when it is none. */
  readonly json: unknown
  readonly durationMs: number
}

/** A refusal of an operation. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Calls an operation over HTTP as a client of the workspace does, and returns what it answers. */
export const sendOperation = async (
  id: OperationId,
  param: unknown,
  options: OperationOptions = {},
): Promise<OperationAnswer> => {
  const { url, headers, body } = await requestOf(id, param, options)
  const startMs = performance.now()
  const reply = await fetch(url, {
    method: 'POST',
    headers,
    body,
    credentials: 'omit',
    ...(options.signal && { signal: options.signal }),
  })
  const text = await reply.text()
  const durationMs = performance.now() - startMs
  return { status: reply.status, headers: reply.headers, text, json: parsed(text), durationMs }
}

/** The request that calls an operation. */
export const requestOf = async (
  id: OperationId,
  param: unknown,
  options: OperationOptions = {},
): Promise<{ url: string; headers: Record<string, string>; body: string }> => {
  const { path, surface } = OPERATIONS[id]
  const { workspace = workspaceId.value } = options
  const fixtures = await readFixtures(workspace)
  const token = fixtures.app?.accessToken ?? ''
  const body = JSON.stringify(surface === 'portal' ? param : { token, param })
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'access-token': token,
    ...(surface === 'portal'
      ? await signatureHeaders(fixtures.portalApp, token, body)
      : { 'token-type': 'bearer' }),
    ...(options.as !== undefined && { 'x-open-api-user': options.as }),
    ...(options.isUntracked && untrackedHeaders()),
    ...options.headers,
  }
  return { url: `${BASE}/w/${workspace}${path}`, headers, body }
}

/** Calls an operation and returns the payload of its success; a refusal is thrown. */
export const callOperation = async <T>(
  id: OperationId,
  param: unknown,
  options: OperationOptions = {},
): Promise<T> => {
  const { json, status, text } = await sendOperation(id, param, options)
  const { shape } = OPERATIONS[id]
  if (!isEnvelope(json)) {
    if (status === 200 && shape === 'bare') return json as T
    throw new RefusedError('', `${id}: HTTP ${status} ${text.slice(0, 200)}`)
  }
  const inner = shape === 'nested' && isEnvelope(json.result) ? json.result : json
  const refused = json.code === '0' ? inner : json
  if (refused.code !== '0') throw new RefusedError(refused.code, refused.message ?? '')
  return inner.result as T
}

interface Envelope {
  readonly code: string
  readonly message?: string
  readonly result?: unknown
}

const isEnvelope = (answer: unknown): answer is Envelope =>
  typeof answer === 'object' && answer !== null && typeof (answer as Envelope).code === 'string'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const keptFixtures = new Map<string, Promise<Partial<Fixtures>>>()

/** Credentials and ready-made ids of the workspace, read once for each; `forgetFixtures` reads them again. */
export const readFixtures = (workspace = workspaceId.value): Promise<Partial<Fixtures>> => {
  const kept = keptFixtures.get(workspace)
  if (kept) return kept
  const reading = fetchFixtures(workspace)
  keptFixtures.set(workspace, reading)
  reading.catch(() => keptFixtures.delete(workspace))
  return reading
}

/** Forgets credentials and ids, which a reset, a restore or an import can change. */
export const forgetFixtures = (): void => keptFixtures.clear()

/** A server that has no lasting access token issues one to the client of the fixtures. */
const fetchFixtures = async (workspace: string): Promise<Partial<Fixtures>> => {
  const fixtures = await control<Partial<Fixtures>>('GET', '/fixtures', { workspace })
  if (fixtures.app?.accessToken !== null) return fixtures
  const filled: unknown = await withAccessToken(
    fixtures as unknown as JsonObject,
    await readDocument(),
    `${BASE}/w/${workspace}`,
    untrackedHeaders(),
  )
  return filled as Partial<Fixtures>
}

/** The headers of a call that leaves no trace, for whoever may call the control plane. */
export const untrackedHeaders = (): Record<string, string> => ({
  'x-sandbox-untracked': 'true',
  ...keyHeader(),
})

let published: Promise<JsonObject> | undefined

/** The OpenAPI document of the interface, read once. */
export const readDocument = (): Promise<JsonObject> => {
  published ??= fetch(`${BASE}/openapi.json`, { credentials: 'omit' }).then((reply) => reply.json())
  published.catch(() => {
    published = undefined
  })
  return published
}
