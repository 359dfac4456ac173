import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Operation } from '../../contract/operation.ts'
import { LIMITS } from '../../limits.ts'
import { loadPublished, type PublishedDocument } from '../../validation/published-document.ts'
import { isControlPath } from '../control-path.ts'
import { matchedRoute, nameOf } from '../matched-route.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Judges answers by the published documents; undefined unless `SANDBOX_CHECK_REPLIES` is on. */
    readonly replyCheck: ReplyCheck | undefined
  }
}

const JSON_TYPE = 'application/json'

const JSON_TYPES = /[/+]json$/

/** Judges answers by the text of the OpenAPI documents that the server publishes. */
class ReplyCheck {
  readonly #interface: PublishedDocument
  readonly #control: PublishedDocument

  constructor(documents: { interface: PublishedDocument; control: PublishedDocument }) {
    this.#interface = documents.interface
    this.#control = documents.control
  }

  /** Throws for a success of an operation that its document does not allow; without a text nothing is judged. */
  judgeSuccess({ id, path }: Operation, text: string | undefined): void {
    if (text === undefined) return
    const place = { operationId: id, method: 'POST', path, status: 200, mediaType: JSON_TYPE }
    throwIfWrong(id, this.#interface.problemWith(place, JSON.parse(text)))
  }

  /** Throws for any other answer in JSON that its document does not allow. */
  judge(request: FastifyRequest, { statusCode, mediaType, text }: SentAnswer): void {
    const { method, url: path = '' } = request.routeOptions
    const operationId = nameOf(matchedRoute(request))
    const document = operationId === undefined ? this.#control : this.#interface
    const place = { operationId, method: String(method), path, status: statusCode, mediaType }
    const name = operationId ?? `${request.method} ${path}`
    const reading = isVaried(request) ? 'open' : 'exact'
    throwIfWrong(name, document.problemWith(place, JSON.parse(text), reading))
  }
}

/** An answer as it is sent. */
interface SentAnswer {
  readonly statusCode: number
  readonly mediaType: string
  readonly text: string
}

const throwIfWrong = (name: string, problem: string | undefined): void => {
  if (problem === undefined) return
  throw new Error(`${name} answers what its published document does not allow: ${problem}`)
}

/** Judges every answer of the document's surfaces, supporting routes and control plane, where the setting asks for it. */
export default fp(
  async (app) => {
    const { sandbox, settings } = app
    if (!settings.checkReplies) {
      app.decorate('replyCheck', undefined)
      return
    }
    const { openapi } = sandbox.options.folders
    const check = new ReplyCheck({
      interface: await loadPublished(join(openapi, 'openapi.json')),
      control: await loadPublished(join(openapi, 'control.json')),
    })
    app.decorate('replyCheck', check)
    // The refusal that takes the place of a wrong answer is not judged again.
    const failed = new WeakSet<FastifyRequest>()
    app.addHook('onSend', async (request, reply, payload) => {
      const mediaType = mediaTypeOf(reply)
      if (failed.has(request) || !isJudged(request, reply) || !JSON_TYPES.test(mediaType))
        return payload
      const text = payload instanceof Readable ? await textOf(payload) : payload
      if (typeof text !== 'string' || text.length > LIMITS.judgedAnswerBytes.max) return text
      failed.add(request)
      check.judge(request, { statusCode: reply.statusCode, mediaType, text })
      failed.delete(request)
      return text
    })
  },
  { name: 'reply-check', dependencies: ['sandbox'] },
)

/** Whether an answer may have fields that the document does not have. */
const isVaried = ({ call }: FastifyRequest): boolean => call?.variation !== undefined

/**
 * Successes of operations are judged before their transaction ends, and before they are varied; what a fault answers is in no
 * document.
 */
const isJudged = (request: FastifyRequest, { statusCode }: FastifyReply): boolean => {
  if (request.call?.isRefusedByFault || request.method === 'HEAD' || statusCode === 204)
    return false
  const { operation, supportingRoute } = matchedRoute(request)
  if (operation) return request.call.code !== '0'
  return supportingRoute !== undefined || isControlPath(request.routeOptions.url ?? '')
}

const mediaTypeOf = (reply: FastifyReply): string =>
  String(reply.getHeader('content-type') ?? '').split(';')[0] ?? ''
