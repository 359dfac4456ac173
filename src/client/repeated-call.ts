import { masked } from '../kernel/masked-secret.ts'
import type { CurlRequest } from './curl.ts'
import { OPERATIONS } from './generated/constants.ts'
import type { JournalDetail, PortalCredentials } from './generated/control.ts'

/** The credentials for repeating a recorded call: those of its workspace, if it has a client. */
export interface OwnCredentials {
  readonly accessToken: string
  readonly clientKey: string
  readonly portalApp: PortalCredentials | undefined
}

/** Where a recorded call is sent again, and how it is signed if it is one of the portal. */
export interface Repetition {
  /** URL of the server, without the prefix of a workspace. */
  readonly serverUrl: string
  /** The credentials for the repeated call; undefined if the workspace has no client. */
  readonly own: OwnCredentials | undefined
  readonly sign: (token: string, body: string) => Promise<Record<string, string>>
}

/** A recorded call that can be sent again, and how it differs, one sentence each. */
export interface RepeatedCall {
  readonly request: CurlRequest
  readonly notes: readonly string[]
}

/** Headers that curl makes itself, or that belong to the connection. */
const LEFT_OUT =
  /^(host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|expect|user-agent|te|sec-.*|upgrade.*)$/

/**
 * The request of a recorded call. The journal masks secrets: the workspace's own secrets replace masked ones that
 * start like them, and portal calls are signed again.
 */
export const repeatedCall = async (
  call: JournalDetail,
  { serverUrl, own, sign }: Repetition,
): Promise<RepeatedCall> => {
  const { method, path, request } = call
  const notes: string[] = []
  const kept = Object.entries(request.headers).filter(
    ([name, value]) => !LEFT_OUT.test(name) && !/^\*(?:\/\*)?$/.test(value),
  )
  const headers = Object.fromEntries(kept)
  if (own?.accessToken && headers['access-token'] === masked(own.accessToken)) {
    headers['access-token'] = own.accessToken
    notes.push(
      'Access-token is the token of the workspace; the journal masks the one that was sent',
    )
  }
  const body = bodyOf(call, own, notes)
  const text = body && 'text' in body ? body.text : ''
  if (own && isOwnPortalCall(call, own)) {
    Object.assign(headers, await sign(headers['access-token'] ?? '', text))
    notes.push('signed again, at the current time of the workspace')
  }
  // The path has the prefix of its workspace, if the call had it.
  const url = `${serverUrl}${path}`
  const named = Object.entries(headers).map(([name, value]) => [`the header ${name}`, value])
  const unknown = [['the URL', url], ...named, ['the body', text]].filter(([, value]) =>
    value?.includes('***'),
  )
  if (unknown.length > 0) {
    const places = unknown.map(([place]) => place).join(', ')
    notes.push(`*** in ${places} is what the journal masks; put your own values there`)
  }
  return { request: { method, url, headers, ...(body && { body }) }, notes }
}

const bodyOf = (
  { request: { body, headers } }: JournalDetail,
  own: OwnCredentials | undefined,
  notes: string[],
): CurlRequest['body'] => {
  if (body?.isTruncated) notes.push('the journal keeps only the beginning of the body')
  if (body?.text !== undefined) return { text: own ? restoreSecrets(body.text, own) : body.text }
  if (!body || (body.sizeBytes === 0 && headers['content-length'] === undefined)) return undefined
  notes.push(
    `put a file with the ${body.sizeBytes} bytes of the body in the place of FILE; the journal keeps JSON only`,
  )
  return { file: 'FILE' }
}

/** Inserts the workspace's own token and key where the journal masks one that starts like it. */
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
