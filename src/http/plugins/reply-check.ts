import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import type { Operation } from '../../contract/operation.ts'
import { loadPublished } from '../../contract/validation/published-document.ts'
import type { Call } from '../call.ts'
import { isControlPath, matchedRoute, nameOf } from '../request.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws for a success that the published document does not allow; undefined unless `SANDBOX_CHECK_REPLIES` is on. */
    readonly judgeSuccess: ((call: Call, operation: Operation, text: string) => void) | undefined
    /** The same for any other answer. */
    readonly judgeReply:
      | ((request: FastifyRequest, status: number, mediaType: string, text: string) => void)
      | undefined
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
      app.decorate('judgeReply', undefined)
      return
    }
    const { openapi } = sandbox.options.folders
    const closed = await loadPublished(join(openapi, 'closed.json'))
    const published = await loadPublished(join(openapi, 'openapi.json'))
    const ofControl = await loadPublished(join(openapi, 'control.json'))
    app.decorate('judgeSuccess', ({ notes }: Call, operation: Operation, text: string) => {
      const { id, path } = operation
      for (const name of notes.outcomes)
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
    app.decorate('judgeReply', judge)
  },
  { name: 'reply-check', dependencies: ['sandbox'] },
)

/** The refusal that takes the place of a wrong answer is not judged again. */
const failed = new WeakSet<FastifyRequest>()

/** An `onSend` hook: judges an answer by the published document of its route. */
export const checkReply: onSendAsyncHookHandler = async (request, reply, payload) => {
  const [mediaType = ''] = String(reply.getHeader('content-type') ?? '').split(';')
  if (failed.has(request) || !isJudged(request, reply) || !/[/+]json$/.test(mediaType))
    return payload
  const text = payload instanceof Readable ? await textOf(payload) : payload
  if (typeof text !== 'string') return text
  failed.add(request)
  request.server.judgeReply?.(request, reply.statusCode, mediaType, text)
  failed.delete(request)
  return text
}

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
