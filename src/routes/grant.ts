import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { SupportingAnswer } from '../contract/envelope.ts'
import { refuse } from '../contract/errors/refusals.ts'
import { invented } from '../contract/known-field.ts'
import { PATH_PREFIX, STORAGE_REGION, StorageGrant } from '../contract/supporting/storage-grant.ts'
import { sendPlain } from '../http/answer.ts'
import { answerRefusal } from '../http/errors.ts'
import { OF_ACCESS_TOKENS } from '../http/possible-refusals.ts'
import { requireAccessToken } from '../http/surfaces/server-side.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { bucketOf } from '../workspaces/grants.ts'

/** The temporary keys that a client uploads to object storage with (A-storage-1). */
export const grantRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox, settings } = app
  app.setErrorHandler(answerRefusal())
  // The body is not needed, and the operation published elsewhere has none.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null))
  })
  app.post(settings.grantPath, {
    onRequest: [requireAccessToken],
    config: {
      supportingRoute: 'grant-storage',
      refuses: [...OF_ACCESS_TOKENS, 'wrongContentType', 'noStorage'],
    },
    schema: {
      summary: 'Grant object storage',
      response: {
        200: SupportingAnswer(
          invented(StorageGrant, 'Keys, endpoint and bucket.', 'A-storage-1'),
          invented,
        ),
      },
    },
    handler: (request, reply) => {
      const { call } = request
      const { workspace } = call
      const endpoint = endpointFor(request)
      if (endpoint === undefined) throw refuse.noStorage()
      const clientId = sandbox.access.clientOfToken(call.accessToken)
      const grant = sandbox.grants.issue(workspace, clientId, settings.grantSeconds)
      call.notes.assumptions.add('A-storage-1')
      reply.header('cache-control', 'no-store')
      return sendPlain(call, {
        accessKeyId: grant.accessKeyId,
        accessKeySecret: grant.accessKeySecret,
        securityToken: grant.securityToken,
        endpoint,
        bucket: bucketOf(workspace.id),
        pathPrefix: PATH_PREFIX,
        region: STORAGE_REGION,
        expiration: formatInstant(grant.expiresAtMs),
      })
    },
  })
}

/** The URL of the storage listener for a caller: by the host that it calls, unless a setting names the URL. */
export const endpointFor = ({ server, hostname }: FastifyRequest): string | undefined => {
  const { settings, sandbox } = server
  if (sandbox.storageUrl === undefined) return undefined
  if (settings.storageUrl !== undefined) return settings.storageUrl
  const { port } = new URL(sandbox.storageUrl)
  // SDKs put the bucket before a host name, and bucket.localhost does not resolve in Node.
  const isLocal = hostname === '' || /^(?:.+\.)?localhost$/i.test(hostname)
  return `http://${isLocal ? '127.0.0.1' : hostname}:${port}`
}
