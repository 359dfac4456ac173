import { OPERATIONS } from '#src/client/generated/constants.ts'
import type { Fixtures, KnownRule } from '#src/client/generated/control.ts'
import { payloadOf } from '#src/client/operation-answer.ts'
import { type Caller, operationRequest, requestToken } from '#src/client/operation-request.ts'
import { parsedJson } from '#src/client/parsed-json.ts'
import { connectionIn, control, untrackedHeaders } from './control.ts'
import { type Loaded, readOnce, useLoaded } from './loaded.ts'
import { workspaceId } from './place.ts'

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

export const callerIn = async (workspace: string): Promise<Caller> => {
  const { app, portalApp } = await readFixtures(workspace)
  return { accessToken: app?.accessToken ?? '', portalApp }
}

/** Forgets credentials and ids, which a reset, a restore or an import can change. */
export const forgetFixtures = (): void => keptFixtures.clear()

/** A server that has no lasting access token issues one to the client of the fixtures. */
const fetchFixtures = async (workspace: string): Promise<Partial<Fixtures>> => {
  const connection = connectionIn(workspace)
  const fixtures = await connection.call<Partial<Fixtures>>('GET /fixtures')
  const { app } = fixtures
  if (app?.accessToken !== null) return fixtures
  const accessToken = await requestToken(connection, app).catch(() => null)
  return { ...fixtures, app: { ...app, accessToken } }
}

export interface OperationOptions {
  /** E-mail address of the acting user; the application's owner without it. */
  readonly as?: string | undefined
  /** True if the call leaves no trace and meets no fault rule. For data that views show, not for calls that a person makes. */
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
  readonly json: unknown
  readonly durationMs: number
}

export const sendOperation = async (
  id: OperationId,
  param: unknown,
  options: OperationOptions = {},
): Promise<OperationAnswer> => {
  const { workspace = workspaceId.value, as, isUntracked, signal } = options
  const caller = await callerIn(workspace)
  const connection = connectionIn(workspace)
  const { url, ...request } = await operationRequest(connection, caller, id, param, {
    ...(as !== undefined && { as }),
    headers: { ...(isUntracked && untrackedHeaders()), ...options.headers },
  })
  const startMs = performance.now()
  const sent = { method: 'POST', ...request, ...(signal && { signal }) }
  const reply = await connection.send(url, sent)
  const text = await reply.text()
  const durationMs = performance.now() - startMs
  return { status: reply.status, headers: reply.headers, text, json: parsedJson(text), durationMs }
}

export const callOperation = async <T>(
  id: OperationId,
  param: unknown,
  options: OperationOptions = {},
): Promise<T> => {
  const reply = await sendOperation(id, param, options)
  return payloadOf(id, OPERATIONS[id].shape, reply, reply.text) as T
}

export const readOperation = <T>(
  id: OperationId,
  param: unknown,
  signal: AbortSignal,
  as?: string,
): Promise<T> => callOperation<T>(id, param, { isUntracked: true, signal, as })

export const useOperation = <T>(id: OperationId, param: unknown, as?: string): Loaded<T> =>
  useLoaded((signal) => readOperation<T>(id, param, signal, as), [id, param, as])
