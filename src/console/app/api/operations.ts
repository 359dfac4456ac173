import { OPERATIONS } from '#src/client/generated/constants.ts'
import type {
  ClockState,
  Fixtures,
  KnownRule,
  PortalCredentials,
  ServerInfo,
} from '#src/client/generated/control.ts'
import { payloadOf } from '#src/client/operation-answer.ts'
import { parsedJson } from '#src/client/parsed-json.ts'
import { control, untrackedHeaders } from './control.ts'
import { type Loaded, readOnce, useLoaded } from './loaded.ts'
import { BASE, workspaceId } from './place.ts'

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

export interface OperationOptions {
  /** E-mail address of the acting user; the application's owner without it. */
  readonly as?: string | undefined
  /** Whether the call leaves no trace and no fault rule acts on it: for what views show, not for calls that a person makes. */
  readonly isUntracked?: boolean
  readonly signal?: AbortSignal
  /** The workspace, where it must stay the same however long the work takes; the one that is shown without it. */
  readonly workspace?: string
  readonly headers?: Readonly<Record<string, string>>
}

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
): Promise<T> => callOperation<T>(id, param, { isUntracked: true, signal, as })

/** What an operation answers, read live and without a trace. */
export const useOperation = <T>(id: OperationId, param: unknown, as?: string): Loaded<T> =>
  useLoaded((signal) => readOperation<T>(id, param, signal, as), [id, param, as])

/** The headers of portal calls, signed at the time of the workspace as the variant `hmac-sha256` of A-auth-4 requires. */
export const signatureHeaders = async (
  { appKey, appSecret }: PortalCredentials = { appKey: '', appSecret: '' },
  token: string,
  body: string,
): Promise<Record<string, string>> => {
  const { now } = await control<ClockState>('GET', '/clock')
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(16)))
  const sign = await signatureOf([appKey, String(now), nonce, token], body, appSecret)
  return { 'x-app-key': appKey, 's-sign': sign, 's-timestamp': String(now), 's-nonce': nonce }
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The signature over key, time, nonce, token and body. Browsers sign only on pages of this machine or of HTTPS; any text is accepted by default. */
const signatureOf = async (
  signed: readonly string[],
  body: string,
  appSecret: string,
): Promise<string> => {
  const { subtle } = crypto as Partial<Crypto>
  if (!subtle || appSecret === '') return 'unsigned'
  const digest = hexOf(new Uint8Array(await subtle.digest('SHA-256', bytesOf(body))))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', bytesOf(appSecret), hmac, false, ['sign'])
  const text = bytesOf([...signed, digest].join('\n'))
  return hexOf(new Uint8Array(await subtle.sign('HMAC', key, text)))
}
