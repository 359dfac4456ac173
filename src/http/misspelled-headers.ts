import { distance } from 'fastest-levenshtein'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Call } from './call.ts'

/** What every misspelling of an optional header has in its name, and few other headers have. */
const SUSPECT = /open|user(?!-agent$)|sandbox|md5/

/** Optional headers that change what a call does, and which calls read them; a misspelled one has no effect. */
const OPTIONAL = new Map<string, (call: Call) => boolean>([
  ['x-open-api-user', ({ route }) => route.operation?.surface === 'server-side'],
  ['x-sandbox-fault', () => true],
  ['x-sandbox-untracked', () => true],
  ['content-md5', ({ route }) => route.supportingRoute !== undefined],
])

/** The name without what spellings differ in: `accesstoken` of `X-Access-Token` and `access_token`. */
const coreOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^[xs][-_]/, '')
    .replaceAll(/[-_]/g, '')

const MAX_NAME = 40

/** Other names for the acting user, such as `x-api-user` and `open-user-email`. */
const OF_ACTING_USER = /^(?:openapi|open|api|acting)user(?:email|mail|id|name)?$/

/** True if a name is probably meant to be another: it differs in separators, a prefix, or one letter in six. */
const isLike = (name: string, wanted: string): boolean => {
  if (name.length > MAX_NAME || name === wanted) return false
  const [core, wantedCore] = [coreOf(name), coreOf(wanted)]
  if (wanted === 'x-open-api-user' && OF_ACTING_USER.test(core)) return true
  return distance(core, wantedCore) <= Math.floor(wantedCore.length / 6)
}

/** The header of a request that is probably meant to be another; in lower case, as Node reads headers. */
export const headerLike = ({ headers }: FastifyRequest, wanted: string): string | undefined =>
  Object.keys(headers).find((name) => isLike(name, wanted.toLowerCase()))

/** An `onRequest` hook: warns of headers that look like an optional one, which the call does not have. */
export const warnOfMisspelledHeaders: onRequestHookHandler = ({ call, headers }, _reply, done) => {
  if (call.operation === null) return done()
  for (const name in headers) {
    if (!SUSPECT.test(name) || OPTIONAL.has(name)) continue
    for (const [wanted, isRead] of OPTIONAL)
      if (headers[wanted] === undefined && isLike(name, wanted) && isRead(call))
        call.notes.warn('misspelled-header', name, wanted)
  }
  done()
}
