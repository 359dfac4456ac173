import { masked } from '../kernel/masked-secret.ts'
import type { CurlRequest } from './curl.ts'
import { OPERATIONS } from './generated/constants.ts'
import type { JournalDetail, PortalCredentials } from './generated/control.ts'

/** What a recorded call is repeated with: the credentials of its workspace, where it has a client. */
export interface OwnCredentials {
  readonly accessToken: string
  readonly clientKey: string
  readonly portalApp: PortalCredentials | undefined
}

/** Where a recorded call is sent again, and how it is signed if it is one of the portal. */
export interface Repetition {
  /** URL of the server, without the prefix of a workspace. */
  readonly serverUrl: string
  /** What the call is repeated with; undefined where the workspace has no client. */
  readonly own: OwnCredentials | undefined
  readonly sign: (token: string, body: string) => Promise<Record<string, string>>
}

/** A recorded call that can be sent again, and what is different about it, one sentence each. */
export interface RepeatedCall {
  readonly request: CurlRequest
  readonly notes: readonly string[]
}

/** Headers that curl makes itself, or that belong to the connection. */
const LEFT_OUT =
  /^(host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|expect|user-agent|te|sec-.*|upgrade.*)$/

/**
 * The request of a recorded call. The journal masks secrets: those of the workspace itself take the place of masked ones that
 * begin like them, and portal calls are signed anew.
 */
export const repeatedCall = async (
  call: JournalDetail,
  { serverUrl, own, sign }: Repetition,
): Promise<RepeatedCall> => {
  const notes: string[] = []
  const headers = restoreHeaders(call, own, notes)
  const body = restoreBody(call, own, notes)
  const text = body && 'text' in body ? body.text : ''
  if (own && isOwnPortalCall(call, own)) {
    const token = headers['access-token'] ?? ''
    Object.assign(headers, await sign(token, text))
    notes.push('signed anew, at the present time of the workspace')
  }
  // The path has the prefix of its workspace, if the call had it.
  const url = `${serverUrl}${call.path}`
  const unknown = Object.keys(headers).filter((name) => headers[name]?.includes('***'))
  const places = [
    ...(url.includes('***') ? ['the URL'] : []),
    ...unknown.map((name) => `the header ${name}`),
    ...(text.includes('***') ? ['the body'] : []),
  ]
  if (places.length > 0)
    notes.push(`*** in ${places.join(', ')} is what the journal masks; put your own values there`)
  return { request: { method: call.method, url, headers, ...(body && { body }) }, notes }
}

const restoreHeaders = (
  { request }: JournalDetail,
  own: OwnCredentials | undefined,
  notes: string[],
): Record<string, string> => {
  const kept = Object.entries(request.headers).filter(
    ([name, value]) => !LEFT_OUT.test(name) && !/^\*(?:\/\*)?$/.test(value),
  )
  const headers = Object.fromEntries(kept)
  const token = own?.accessToken ?? ''
  if (token !== '' && headers['access-token'] === masked(token)) {
    headers['access-token'] = token
    notes.push(
      'Access-token is the token of the workspace; the journal masks the one that was sent',
    )
  }
  return headers
}

const restoreBody = (
  { request }: JournalDetail,
  own: OwnCredentials | undefined,
  notes: string[],
): CurlRequest['body'] => {
  const { body, headers } = request
  if (!body) return undefined
  if (body.text === undefined) {
    if (body.sizeBytes === 0 && headers['content-length'] === undefined) return undefined
    notes.push(
      `put a file with the ${body.sizeBytes} bytes of the body in the place of FILE; the journal keeps JSON only`,
    )
    return { file: 'FILE' }
  }
  return { text: own ? restoreSecrets(body.text, own) : body.text }
}

/** Puts the own token and key of the workspace where the journal masks one that begins like it. */
const restoreSecrets = (text: string, { accessToken, clientKey }: OwnCredentials): string =>
  Object.entries({ token: accessToken, clientKey }).reduce((restored, [key, secret]) => {
    const shown = masked(secret).replaceAll('*', '\\*')
    return restored.replace(
      new RegExp(`("${key}"\\s*:\\s*")${shown}(?=")`, 'g'),
      (_, start: string) => start + secret,
    )
  }, text)

const isOwnPortalCall = (
  { operation, request }: JournalDetail,
  { portalApp }: OwnCredentials,
): boolean =>
  new Map(Object.entries(OPERATIONS)).get(operation ?? '')?.surface === 'portal' &&
  portalApp !== undefined &&
  request.headers['x-app-key'] === portalApp.appKey
