import { OPERATIONS } from '#src/client/generated/constants.ts'
import { payloadOf } from '#src/client/operation-answer.ts'
import { parsedJson } from '#src/client/parsed-json.ts'
import { untrackedHeaders } from './control.ts'
import { readFixtures } from './fixtures.ts'
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

const requestOf = async (
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
