import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Operation } from '../../contract/operation.ts'
import { loadPublished } from '../../contract/validation/published-document.ts'
import type { Call } from '../call.ts'
import { isControlPath } from '../control-path.ts'
import { matchedRoute, nameOf } from '../matched-route.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws for a success that the published document does not allow; undefined unless `SANDBOX_CHECK_REPLIES` is on. */
    readonly judgeSuccess: ((call: Call, operation: Operation, text: string) => void) | undefined
  }
}

/**
 * Judges every answer of the document's surfaces, supporting routes and control plane by the text of the OpenAPI documents
 * that the server publishes, where the setting asks for it.
 */
export default fp(
  async (app) => {
    const { sandbox, settings } = app
    if (!settings.checkReplies) {
      app.decorate('judgeSuccess', undefined)
      return
    }
    const { openapi } = sandbox.options.folders
    const closed = await loadPublished(join(openapi, 'closed.json'))
    const published = await loadPublished(join(openapi, 'openapi.json'))
    const ofControl = await loadPublished(join(openapi, 'control.json'))
    app.decorate('judgeSuccess', ({ outcomes }: Call, operation: Operation, text: string) => {
      const { id, path } = operation
      for (const name of outcomes)
        if (!Object.hasOwn(operation.outcomes, name))
          throw new Error(`${id} does not declare the outcome ${name}`)
      const mediaType = 'application/json'
      const place = { operationId: id, method: 'POST', path, status: 200, mediaType }
      throwIfWrong(id, closed.problemWith(place, JSON.parse(text)))
    })
    const judge = (request: FastifyRequest, status: number, mediaType: string, text: string) => {
      const { method, url: path = '' } = request.routeOptions
      const operationId = nameOf(matchedRoute(request))
      // Variation adds what clients of the published document accept.
      const ofInterface = request.call?.variation ? published : closed
      const document = operationId === undefined ? ofControl : ofInterface
      const { refusal } = request.call ?? {}
      const place = { operationId, method: String(method), path, status, mediaType, refusal }
      const problem = document.problemWith(place, JSON.parse(text))
      throwIfWrong(operationId ?? `${request.method} ${path}`, problem)
    }
    // The refusal that replaces an invalid response is not validated again.
    const failed = new WeakSet<FastifyRequest>()
    app.addHook('onSend', async (request, reply, payload) => {
      const [mediaType = ''] = String(reply.getHeader('content-type') ?? '').split(';')
      if (failed.has(request) || !isJudged(request, reply) || !/[/+]json$/.test(mediaType))
        return payload
      const text = payload instanceof Readable ? await textOf(payload) : payload
      if (typeof text !== 'string') return text
      failed.add(request)
      judge(request, reply.statusCode, mediaType, text)
      failed.delete(request)
      return text
    })
  },
  { name: 'reply-check', dependencies: ['sandbox'] },
)

const throwIfWrong = (name: string, problem: string | undefined): void => {
  if (problem === undefined) return
  throw new Error(`${name} answers what its published document does not allow: ${problem}`)
}

/**
 * Successes of operations are judged before their transaction ends, and before they are varied; what a fault answers is in no
 * document.
 */
const isJudged = (request: FastifyRequest, reply: FastifyReply): boolean => {
  const hasBody = request.method !== 'HEAD' && reply.statusCode !== 204
  if (request.call?.isRefusedByFault || !hasBody || reply.hasHeader('content-encoding'))
    return false
  const { operation, supportingRoute } = matchedRoute(request)
  if (operation) return request.call.code !== '0'
  // The bytes of a file are no reply; the refusal of a download is one.
  if (supportingRoute === 'download') return request.call.refusal !== undefined
  return supportingRoute !== undefined || isControlPath(request.routeOptions.url ?? '')
}
