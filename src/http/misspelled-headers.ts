import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { isLikeHeader } from '../contract/errors/header-names.ts'
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

/** The header of a request that is probably meant to be another; in lower case, as Node reads headers. */
export const headerLike = ({ headers }: FastifyRequest, wanted: string): string | undefined =>
  Object.keys(headers).find((name) => isLikeHeader(name, wanted.toLowerCase()))

/** An `onRequest` hook: warns of headers that look like an optional one, which the call does not have. */
export const warnOfMisspelledHeaders: onRequestHookHandler = ({ call, headers }, _reply, done) => {
  if (call.operation === null) return done()
  for (const name in headers) {
    if (!SUSPECT.test(name) || OPTIONAL.has(name)) continue
    for (const [wanted, isRead] of OPTIONAL)
      if (headers[wanted] === undefined && isLikeHeader(name, wanted) && isRead(call))
        call.notes.warn('misspelled-header', name, wanted)
  }
  done()
}
