import { isObject, type JsonObject, valueAt } from './openapi-parts.ts'

/** Why the server did not answer with data. */
export interface Refusal {
  readonly status: number
  readonly detail: string
}

/** Data of the server, or why there is none. */
export type Answer = { readonly data: JsonObject } | { readonly refusal: Refusal }

/** Reads JSON of the page's own server, with the admin key where one is known. */
export const readJson = async (path: string, key: string | undefined): Promise<Answer> => {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return answerOf(await fetch(path, { headers, credentials: 'omit' }))
}

const answerOf = async (reply: Response): Promise<Answer> => {
  const data: unknown = await reply.json().catch(() => undefined)
  if (reply.ok && isObject(data)) return { data }
  const detail = isObject(data) && typeof data.detail === 'string' ? data.detail : reply.statusText
  return { refusal: { status: reply.status, detail } }
}

/** The time of the workspace, or of this machine where the control plane refuses to tell. */
export const readClock = async (base: string, key: string | undefined): Promise<number> => {
  const answer = await readJson(`${base}/_sandbox/clock`, key)
  const now = 'data' in answer ? answer.data.now : undefined
  return typeof now === 'number' ? now : Math.floor(performance.timeOrigin + performance.now())
}

/** Fixtures with an access token: a server that has no lasting one issues one to the client of the fixtures. */
export const withAccessToken = async (
  fixtures: JsonObject,
  document: JsonObject,
  base: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<JsonObject> => {
  const { app } = fixtures
  const path = tokenPathOf(document)
  if (!isObject(app) || app.accessToken !== null || path === undefined) return fixtures
  const { clientId, clientKey } = app
  const reply = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ clientId, clientKey }),
    credentials: 'omit',
  })
  const accessToken = valueAt(await reply.json().catch(() => undefined), ['result', 'access_token'])
  return typeof accessToken === 'string' ? { ...fixtures, app: { ...app, accessToken } } : fixtures
}

const tokenPathOf = ({ paths }: JsonObject): string | undefined =>
  Object.entries(isObject(paths) ? paths : {}).find(
    ([, methods]) => valueAt(methods, ['post', 'operationId']) === 'get-token',
  )?.[0]
