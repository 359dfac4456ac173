import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { variantOf } from '../../contract/ledger/index.ts'
import { refuse } from '../../kernel/errors.ts'
import { equalsSecretly, hmacHex, sha256Hex } from '../../kernel/signature.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { readJsonBodies } from '../json-body.ts'
import { EXPECTED_BODY, mountEndpoint } from '../mount-endpoint.ts'
import { headerOf } from '../plugins/find-workspace.ts'
import { answerRefusal } from './refusals.ts'
import type { SurfaceOptions } from './server-side.ts'
import { requireAccessToken } from './token-guard.ts'

/** How far `S-Timestamp` may be from the workspace's clock (A-auth-5). */
const TIMESTAMP_WINDOW_MS = 5 * 60_000

interface SignedHeaders {
  appKey: string
  sign: string
  timestamp: string
  nonce: string
}

/** The portal: `{portal_url}/portal/open/block/...` (document, "Authentication" 5). */
export const portal: FastifyPluginAsync<SurfaceOptions> = async (app, options) => {
  const { sandbox, settings } = options
  readJsonBodies(app, EXPECTED_BODY.portal)
  app.setErrorHandler(answerRefusal(settings))
  app.addHook('onRequest', (request, _reply, done) => {
    requireAppKey(sandbox, request, signedHeaders(request).appKey)
    requireAccessToken(sandbox, request)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    judgeSignature(sandbox, request, signedHeaders(request))
    done()
  })
  for (const endpoint of options.endpoints) mountEndpoint(app, endpoint, settings)
}

const signedHeaders = (request: FastifyRequest): SignedHeaders => {
  const required = (name: string): string => {
    const value = headerOf(request, name.toLowerCase())
    if (value === undefined) throw refuse.missingHeader(name)
    return value
  }
  return {
    appKey: required('X-App-Key'),
    sign: required('S-Sign'),
    timestamp: required('S-Timestamp'),
    nonce: required('S-Nonce'),
  }
}

const requireAppKey = (sandbox: Sandbox, { context }: FastifyRequest, appKey: string): void => {
  const app = sandbox.registry.findPortalApp(appKey)
  if (app?.workspaceId !== context.workspace.id) throw refuse.unknownAppKey()
}

const judgeSignature = (
  sandbox: Sandbox,
  { context }: FastifyRequest,
  headers: SignedHeaders,
): void => {
  const { record, clock, nonces } = context.workspace
  const distanceMs = Math.abs(clock.now() - Number(headers.timestamp))
  if (!(distanceMs <= TIMESTAMP_WINDOW_MS)) {
    if (variantOf('A-auth-5', record.variants) === 'refused') throw refuse.staleTimestamp()
    context.find('stale-timestamp')
  }
  if (variantOf('A-auth-4', record.variants) === 'hmac-sha256') {
    const bodyDigest = sha256Hex(context.rawBody ?? '')
    const { appKey, timestamp, nonce } = headers
    const text = [appKey, timestamp, nonce, context.accessToken, bodyDigest].join('\n')
    const secret = sandbox.registry.findPortalApp(appKey)?.appSecret ?? ''
    if (!equalsSecretly(headers.sign, hmacHex(secret, text))) throw refuse.wrongSignature()
  }
  if (!nonces.use(headers.nonce)) {
    if (variantOf('A-auth-6', record.variants) === 'refused') throw refuse.usedNonce()
    context.find('used-nonce')
  }
}
