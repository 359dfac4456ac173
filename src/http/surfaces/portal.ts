import type { FastifyRequest, onRequestHookHandler, preValidationHookHandler } from 'fastify'
import type { VariableId, VariantOf } from '../../contract/assumptions/index.ts'
import { foreignHint } from '../../contract/errors/foreign-hint.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import { looksLikeSeconds } from '../../instruments/findings/field-names.ts'
import { equalsSecretly, hmacHex, sha256Hex } from '../../kernel/signature.ts'
import type { Call } from '../call.ts'
import { headerOf } from '../request.ts'

/** The maximum distance of `S-Timestamp` from the workspace's clock (A-auth-4). */
const TIMESTAMP_WINDOW_MS = 5 * 60_000

/** The headers that a call is signed with, beside its access token (document, "Authentication" 5). */
export const SIGNED_HEADERS = ['X-App-Key', 'S-Sign', 'S-Timestamp', 'S-Nonce']

const WHERE_KEY = '; GET /_sandbox/fixtures has it as portalApp.appKey'

export const requireAppKey: onRequestHookHandler = (request, _reply, done) => {
  const appKey = headerOf(request, 'x-app-key') ?? ''
  const { workspace, isAttributed } = request.call
  if (request.server.sandbox.access.secretOfApp(workspace, appKey) === undefined)
    throw refuse.unknownAppKey(
      foreignHint(isAttributed ? workspace.id : undefined, 'it', [appKey]) || WHERE_KEY,
    )
  done()
}

/** Judged before validation, when the bytes of the body are there and nothing has changed them. */
export const requireSignature: preValidationHookHandler = (request, _reply, done) => {
  const { call } = request
  judgeTimestamp(call, headerOf(request, 's-timestamp') ?? '')
  if (isStrict(call, 'A-auth-4', 'hmac-sha256')) judgeSignature(request)
  const nonce = headerOf(request, 's-nonce') ?? ''
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(nonce))
    call.notes.warn('unusual-form', 'S-Nonce')
  takeNonce(call, nonce)
  done()
}

const judgeTimestamp = (call: Call, timestamp: string): void => {
  if (looksLikeSeconds(Number(timestamp)))
    call.notes.warn('timestamp-in-seconds', 'S-Timestamp', String(Number(timestamp) * 1_000))
  else if (/^\d+\.\d*$/.test(timestamp)) call.notes.warn('unusual-form', 'S-Timestamp')
  const refusesStale = isStrict(call, 'A-auth-4.timestamp', 'refused')
  if (Math.abs(call.nowMs - Number(timestamp)) <= TIMESTAMP_WINDOW_MS) return
  if (refusesStale) throw refuse.staleTimestamp()
  call.notes.warn('stale-timestamp')
}

const judgeSignature = (request: FastifyRequest): void => {
  const { call, server } = request
  const appKey = headerOf(request, 'x-app-key') ?? ''
  const sent = ['s-timestamp', 's-nonce'].map((name) => headerOf(request, name) ?? '')
  const bodyDigest = sha256Hex(call.body.bytes ?? '')
  const secret = server.sandbox.access.secretOfApp(call.workspace, appKey) ?? ''
  const signed = [appKey, ...sent, call.accessToken, bodyDigest].join('\n')
  if (equalsSecretly(headerOf(request, 's-sign') ?? '', hmacHex(secret, signed))) return
  // The token is a secret, and a long header must not push the digest of the body out of the message.
  const shown = [appKey, ...sent.map(clip), '<Access-token>', bodyDigest].join('\n')
  throw refuse.wrongSignature(JSON.stringify(shown))
}

const clip = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** A nonce is taken while its call is under way, and used up by its success. */
const takeNonce = (call: Call, nonce: string): void => {
  const { nonces } = call.workspace
  const refusesUsed = isStrict(call, 'A-auth-4.nonce', 'refused')
  if (nonces.has(nonce)) {
    if (refusesUsed) throw refuse.usedNonce()
    call.notes.warn('used-nonce')
  } else {
    nonces.claim(nonce)
    call.lifetime.whenOver(() => nonces.release(nonce))
  }
  call.nonce = nonce
}

/** True if the workspace has chosen the variant that refuses; only then does the assumption count as used. */
const isStrict = <Id extends VariableId>(call: Call, id: Id, strict: VariantOf<Id>): boolean => {
  if (call.variant(id) !== strict) return false
  call.notes.assumptions.add(id)
  return true
}
