import { OPERATIONS } from '#src/client/generated/constants.ts'
import type { Fixtures, KnownRule, ServerInfo } from '#src/client/generated/control.ts'
import { payloadOf } from '#src/client/operation-answer.ts'
import { parsedJson } from '#src/client/parsed-json.ts'
import { control, untrackedHeaders } from './control.ts'
import { readOnce } from './loaded.ts'
import { BASE, workspaceId } from './place.ts'

/** The number of an operation. */
export type OperationId = keyof typeof OPERATIONS

/** All assumptions with the operations that rest on them; the same as long as the server runs. */
export const readKnownRules = readOnce(
  async () =>
    (await control<{ assumptions: KnownRule[] }>('GET', '/assumptions', { workspace: null }))
      .assumptions,
)

const keptFixtures = new Map<string, () => Promise<Partial<Fixtures>>>()

/** Credentials and ready-made ids of a workspace, read once for each; `forgetFixtures` lets them be read again. */
export const readFixtures = (workspace = workspaceId.value): Promise<Partial<Fixtures>> => {
  const read = keptFixtures.get(workspace) ?? readOnce(() => fetchFixtures(workspace))
  keptFixtures.set(workspace, read)
  return read()
}

/** Forgets credentials and ids, which a reset, a restore or an import can change. */
export const forgetFixtures = (): void => keptFixtures.clear()

/** A server that has no lasting access token issues one to the client of the fixtures. */
const fetchFixtures = async (workspace: string): Promise<Partial<Fixtures>> => {
  const fixtures = await control<Partial<Fixtures>>('GET', '/fixtures', { workspace })
  const { app } = fixtures
  if (app?.accessToken !== null) return fixtures
  const { tokenPath } = await control<ServerInfo>('GET', '/server', { workspace: null })
  const { clientId, clientKey } = app
  const reply = await fetch(`${BASE}/w/${workspace}${tokenPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...untrackedHeaders() },
    body: JSON.stringify({ clientId, clientKey }),
    credentials: 'omit',
  })
  const { result } = await reply.json().catch(() => ({}))
  return { ...fixtures, app: { ...app, accessToken: result?.access_token ?? null } }
}

/** How an operation is called. */
export interface OperationOptions {
  /** E-mail address of the acting user; the application's owner without it. */
  readonly as?: string
  /** Whether the call leaves no trace and no fault rule acts on it: for what views show, not for calls that a person makes. */
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
  /** The answer as JSON; undefined when it is not JSON. */
  readonly json: unknown
  readonly durationMs: number
}

/** Calls an operation over HTTP as a client of the workspace does, and returns what it answers. */
export const sendOperation = async (
  id: OperationId,
  param: unknown,
  options: OperationOptions = {},
): Promise<OperationAnswer> => {
  const { path, surface } = OPERATIONS[id]
  const { workspace = workspaceId.value, as, isUntracked, signal } = options
  const { app, portalApp } = await readFixtures(workspace)
  const token = app?.accessToken ?? ''
  const isPortal = surface === 'portal'
  const body = JSON.stringify(isPortal ? param : { token, param })
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'access-token': token,
    ...(isPortal ? await signatureHeaders(portalApp, token, body) : { 'token-type': 'bearer' }),
    ...(as !== undefined && { 'x-open-api-user': as }),
    ...(isUntracked && untrackedHeaders()),
    ...options.headers,
  }
  const startMs = performance.now()
  const reply = await fetch(`${BASE}/w/${workspace}${path}`, {
    method: 'POST',
    headers,
    body,
    credentials: 'omit',
    ...(signal && { signal }),
  })
  const text = await reply.text()
  const durationMs = performance.now() - startMs
  return { status: reply.status, headers: reply.headers, text, json: parsedJson(text), durationMs }
}

/** Calls an operation and returns the payload of its success; a refusal is thrown. */
export const callOperation = async <T>(
  id: OperationId,
  param: unknown,
  options: OperationOptions = {},
): Promise<T> => {
  const { status, text } = await sendOperation(id, param, options)
  return payloadOf(id, OPERATIONS[id].shape, status, text) as T
}

/** Reads by an operation what a view shows, without a trace. */
export const readOperation = <T>(
  id: OperationId,
  param: unknown,
  signal: AbortSignal,
  as?: string,
): Promise<T> =>
  callOperation<T>(id, param, { isUntracked: true, signal, ...(as !== undefined && { as }) })

/** The headers of portal calls, signed at the time of the workspace as the variant `hmac-sha256` of A-auth-4 requires. */
export const signatureHeaders = async (
  app: { appKey: string; appSecret: string } | undefined,
  token: string,
  body: string,
): Promise<Record<string, string>> => {
  const { now } = await control<{ now: number }>('GET', '/clock')
  const appKey = app?.appKey ?? ''
  const nonce = randomUuid()
  const sign = await signatureOf([appKey, String(now), nonce, token], body, app?.appSecret)
  return { 'x-app-key': appKey, 's-sign': sign, 's-timestamp': String(now), 's-nonce': nonce }
}

/** A random UUID; browsers offer `crypto.randomUUID` and `crypto.subtle` only to pages of this machine or of HTTPS. */
const randomUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The signature of the variant `hmac-sha256` of A-auth-4 over key, time, nonce and token, and the body; any text is accepted by default. */
const signatureOf = async (
  signed: readonly string[],
  body: string,
  appSecret: string | undefined,
): Promise<string> => {
  const { subtle } = crypto as Partial<Crypto>
  if (!subtle || appSecret === undefined) return 'unsigned'
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const digest = hexOf(new Uint8Array(await subtle.digest('SHA-256', bytesOf(body))))
  const key = await subtle.importKey(
    'raw',
    bytesOf(appSecret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const text = [...signed, digest].join('\n')
  return hexOf(new Uint8Array(await subtle.sign('HMAC', key, bytesOf(text))))
}
