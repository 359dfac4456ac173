import type { Readable } from 'node:stream'
import type { FastifyReply, RouteHandlerMethod } from 'fastify'
import { variantOf } from '../contract/assumptions/index.ts'
import { SUCCESS_MESSAGES } from '../contract/envelope.ts'
import { JsonPieces } from '../contract/json-pieces.ts'
import type { Operation, ReplyShape } from '../contract/operation.ts'
import type { CallFiles, WaitingContext } from '../domain/call.ts'
import { extraInEnvelope, varyMessage } from '../instruments/variation/variation.ts'
import { varyPayload } from '../instruments/variation/vary-payload.ts'
import { streamInPieces } from '../kernel/pieces.ts'
import { NO_FILES } from '../workspaces/files/files.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { ANY_TRACE_ID, type Call } from './call.ts'
import {
  type EndpointContext,
  errorInBody,
  HandleContext,
  judgeActor,
  PrepareContext,
  paramIn,
  requireActor,
} from './call-context.ts'

/** What one operation does with a call, beside its description. */
export interface OperationHandler<Param, Prepared> {
  readonly operation: Operation
  /** Runs before the transaction: may wait for files and make some, may not write the database. */
  readonly prepare?:
    | ((call: WaitingContext & { readonly param: Param }) => Promise<Prepared>)
    | undefined
  /** True if the data shows that there is something to prepare; otherwise `handle` gets undefined. */
  readonly waits?: ((store: Workspace['store'], param: Param) => boolean) | undefined
  readonly handle: (call: EndpointContext<Param>, prepared: Prepared | undefined) => unknown
}

/** Makes the handler of a route. */
export const answerOperation =
  <Param, Prepared>(handler: OperationHandler<Param, Prepared>): RouteHandlerMethod =>
  (request, reply) => {
    reply.type('application/json; charset=utf-8')
    const answered = answerCall(handler, request.call)
    return answered instanceof Promise ? answered : reply.send(answered)
  }

/** Answers the body of a success; an operation that has to wait for files is awaited first. */
const answerCall = <Param, Prepared>(
  handler: OperationHandler<Param, Prepared>,
  call: Call,
): string | Readable | Promise<string | Readable> => {
  const { prepare, waits, operation } = handler
  const { request, workspace } = call
  const param = paramIn<Param>(call, request.body)
  // Without a wait, nothing happens between this check and the transaction, so the call needs no promises and one check is enough.
  if (!prepare || waits?.(workspace.store, param) === false)
    return answerPrepared(handler, call, NO_FILES, undefined)
  // Judged again in the transaction, since users can change while files are read.
  judgeActor(call, operation)
  request.server.calls.follow(call)
  // The workspace may have got another database since the call arrived, and may get the next one while files are read.
  call.lifetime.keepOpen(workspace.open())
  return request.server.sandbox.files.whileHeld(
    async (files) => {
      const preparing = prepare(new PrepareContext(call, files, param))
      const prepared = await preparing.catch((error: unknown) => {
        throw errorInBody(error, call)
      })
      return answerPrepared(handler, call, files, prepared)
    },
    { signal: call.lifetime.signal },
  )
}

const answerPrepared = <Param, Prepared>(
  handler: OperationHandler<Param, Prepared>,
  call: Call,
  files: CallFiles,
  prepared: Prepared | undefined,
): string | Readable => {
  const { operation } = handler
  const { request, variation, workspace, variants } = call
  const database = workspace.open()
  call.lifetime.keepOpen(database)
  const { store } = database
  const { judgeSuccess } = request.server
  const run = (): unknown => {
    const answered = runHandler(handler, call, files, prepared)
    judgeSuccess?.(call, operation, textToJudge(call, operation, answered))
    return answered
  }
  // A call may create the acting user that it names.
  const onlyReads = operation.access === 'read' && variantOf('A-auth-2', variants) !== 'create'
  const result = store.operate(run, { onlyReads })
  const payload = variation
    ? varyPayload(variation, operation, result, paramIn(call, request.body))
    : result
  return answerWith(call, payload, shapeOf(call, operation), operation)
}

const runHandler = <Param, Prepared>(
  { operation, handle }: OperationHandler<Param, Prepared>,
  call: Call,
  files: CallFiles,
  prepared: Prepared | undefined,
): unknown => {
  const actor = requireActor(call, operation)
  const param = paramIn<Param>(call, call.request.body)
  const sent = paramIn<unknown>(call, call.body.sent)
  try {
    return handle(new HandleContext(call, files, { actor, param, sent }), prepared)
  } catch (error) {
    throw errorInBody(error, call)
  }
}

/** The body of a success, by the variants of the workspace; from here on the call counts as answered. */
const answerWith = (
  call: Call,
  payload: unknown,
  shape: ReplyShape,
  operation?: Operation,
): string | Readable => {
  const { workspace, notes, nonce, variation } = call
  if (nonce !== undefined) workspace.nonces.add(nonce)
  const chosen = call.variant('A-reply-1')
  if (chosen !== 'success') notes.assumptions.add('A-reply-1')
  call.code = '0'
  const [head, tail] = around(shape, {
    message: variation ? varyMessage(variation, chosen) : chosen,
    extra: variation ? extraInEnvelope(variation, operation?.id) : '',
    traceId: shape === 'nested' ? call.nextTraceId() : '',
  })
  if (payload instanceof JsonPieces) return streamInPieces(between(head, payload, tail), workspace)
  return head + JSON.stringify(payload) + tail
}

export const sendPlain = (call: Call, result: unknown): FastifyReply =>
  call.reply.type('application/json; charset=utf-8').send(answerWith(call, result, 'plain'))

/** E20's empty object is the whole body, or is inside the envelope (A-20-1). */
const shapeOf = (call: Call, { shape }: Operation): ReplyShape => {
  if (shape !== 'empty') return shape
  call.notes.assumptions.add('A-20-1')
  return call.variant('A-20-1') === 'bare' ? 'empty' : 'plain'
}

const textToJudge = (call: Call, operation: Operation, payload: unknown): string => {
  const message = call.variant('A-reply-1')
  const shape = shapeOf(call, operation)
  const [head, tail] = around(shape, { message, traceId: ANY_TRACE_ID })
  return (
    head + (payload instanceof JsonPieces ? [...payload].join('') : JSON.stringify(payload)) + tail
  )
}

interface Wrapping {
  readonly message: keyof typeof SUCCESS_MESSAGES
  readonly traceId: string
  /** The text of further fields of an envelope, which begins with a comma; empty without any. */
  readonly extra?: string
}

/** The text before and behind the payload in the body of a success (document, "Response envelope"). */
const around = (
  shape: ReplyShape,
  { message, traceId, extra = '' }: Wrapping,
): [string, string] => {
  const head = headOf(message)
  if (shape === 'plain') return [head, `${extra}}`]
  if (shape === 'nested') return [head + head, `,"traceId":"${traceId}"${extra}}${extra}}`]
  return ['', '']
}

function* between(head: string, pieces: JsonPieces, tail: string): Generator<string> {
  yield head
  yield* pieces
  yield tail
}

const headOf = (message: keyof typeof SUCCESS_MESSAGES): string =>
  `{"code":"0","message":${JSON.stringify(SUCCESS_MESSAGES[message])},"result":`

/** The body of a refusal (document, "Errors" 2), or inside the nested envelope (variant `inner` of A-reply-2). */
export const refusalBody = (
  code: string,
  message: string,
  extra = '',
  outer?: Wrapping,
): string => {
  const { traceId } = outer ?? {}
  const text = JSON.stringify({ code, message, result: null, traceId })
  if (outer) return `${headOf(outer.message)}${text}${extra}}`
  return extra === '' ? text : `${text.slice(0, -1)}${extra}}`
}
