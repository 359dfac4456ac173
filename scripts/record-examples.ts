import type { Fixtures } from '#src/contract/fixtures.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { defaultWorkspaceId } from '#src/kernel/ids.ts'
import { EXAMPLES } from '#src/openapi/examples/catalogue.ts'
import { fixturePlaces, markedFixtures } from '#src/openapi/examples/fixture-places.ts'
import {
  type Example,
  maskedAnswer,
  placeholderOf,
  type RecordedExample,
} from '#src/openapi/examples/recorded-example.ts'
import { SEED_DAY_MS } from '#src/workspaces/templates.ts'

/** The time of the workspace in which examples are answered: after everything in the seed `demo`. */
const NOW_MS = 1_793_491_200_000

/** The base of the URLs in recorded answers. */
export const RECORDED_URL = 'http://127.0.0.1:4022'

/** A request to a server with the seed `demo` in the profile `local`; answers the body of the answer. */
export type SendRequest = (request: {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: unknown
}) => Promise<string>

/** Sends every example to a workspace of the day of the seeds, in its starting state and with a frozen clock. */
export const recordExamples = async (send: SendRequest): Promise<RecordedExample[]> => {
  const clock = { mode: 'frozen', now: SEED_DAY_MS }
  const wanted = { method: 'POST', path: '/_sandbox/workspaces', headers: JSON_BODY }
  const { id } = JSON.parse(await send({ ...wanted, body: { clock } }))
  const own = { method: 'GET', path: `/w/${id}/_sandbox/fixtures`, headers: {} }
  const fixtures: Fixtures = JSON.parse(await send(own))
  const sendRequest: SendRequest = async ({ path, ...request }) =>
    (await send({ ...request, path: `/w/${id}${path}` })).replaceAll(id, defaultWorkspaceId())
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    JSON.parse(
      await sendRequest({
        method,
        path: `/_sandbox${path}`,
        headers: body === undefined ? {} : JSON_BODY,
        body,
      }),
    )
  const recorded: RecordedExample[] = []
  for (const example of EXAMPLES) {
    await control('POST', '/reset', {})
    await control('PUT', '/clock', { mode: 'frozen', now: NOW_MS })
    if (example.after) await sendRequest(requestOf(example.after, fixtures))
    const text = await sendRequest(requestOf(example, fixtures))
    recorded.push({ ...described(example, fixtures), answer: maskedAnswer(text) })
  }
  return recorded
}

const requestOf = (example: Example, ids: Fixtures): Parameters<SendRequest>[0] => {
  const { of, body, as } = example
  const { method, path, surface } = routeOf(example, ids)
  const headers = {
    'access-token': String(ids.app?.accessToken),
    ...(surface === 'portal' ? portalHeaders(ids) : { 'token-type': 'bearer' }),
    ...(as && { 'x-open-api-user': as(ids) }),
  }
  if (!body) return { method, path, headers }
  const sent = { ...JSON_BODY, ...(of.endsWith('-token') ? {} : headers) }
  return { method, path, headers: sent, body: body(ids) }
}

const JSON_BODY = { 'content-type': 'application/json' }

const portalHeaders = ({ portalApp }: Fixtures) => ({
  'x-app-key': String(portalApp?.appKey),
  's-sign': 'any',
  's-timestamp': String(NOW_MS),
  's-nonce': '7f1c2b9e-4d3a-4c57-9b2f-0a6d8e51c3f4',
})

const UPLOADS = '/_files/uploads'

const routeOf = (
  { of, path }: Example,
  ids: Fixtures,
): { method: string; path: string; surface?: string } => {
  const operation = CATALOGUE.find(({ id }) => id === of)
  if (operation) return { method: 'POST', path: operation.path, surface: operation.surface }
  if (of === 'get-token' || of === 'refresh-token')
    return { method: 'POST', path: `/open-api/oauth/${of}` }
  if (!path) return { method: 'POST', path: UPLOADS }
  const url = `${UPLOADS}/${String(path(ids).uploadId)}`
  return { method: of === 'abort-upload' ? 'DELETE' : 'GET', path: url }
}

/** The refusals of requests that the published document does not allow. */
const INVALID: ReadonlySet<string> = new Set(['missingField', 'wrongType', 'tooMany'])

/** The request as a document shows it: with the ids of the seed, and placeholders for credentials. */
const described = (
  { of, outcome, summary, body, path, as, after }: Example,
  ids: Fixtures,
): Omit<RecordedExample, 'answer'> => {
  const made = (source: Fixtures) => ({
    ...(path && { path: path(source) }),
    ...(as && { headers: { 'x-open-api-user': as(source) } }),
    ...(body && { body: body(source) }),
  })
  const fixtures = fixturePlaces(made(markedFixtures(ids)))
  const isInvalid = INVALID.has(outcome)
  return {
    ...{ of, outcome, summary, ...(isInvalid && { isInvalid }), ...(after && { after: after.of }) },
    ...withPlaceholders(made(ids), fixtures),
    fixtures,
  }
}

const withPlaceholders = <T extends object>(
  request: T,
  fixtures: RecordedExample['fixtures'],
): T => {
  const copy = structuredClone(request)
  for (const [pointer, fixture] of Object.entries(fixtures)) {
    const placeholder = placeholderOf(fixture)
    if (placeholder !== undefined) setAt(copy, pointer.split('/').slice(1), placeholder)
  }
  return copy
}

const setAt = (value: object, [key = '', ...others]: readonly string[], text: string): void => {
  const parent = value as Record<string, unknown>
  if (others.length === 0) parent[key] = text
  else setAt(parent[key] as object, others, text)
}
