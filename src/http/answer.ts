import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { variantOf } from '../contract/assumptions/index.ts'
import { SUCCESS_MESSAGES } from '../contract/envelope.ts'
import { JsonPieces } from '../contract/json-pieces.ts'
import type { Operation, ReplyShape } from '../contract/operation.ts'
import type { CallFiles } from '../domain/call.ts'
import { NO_FILES } from '../files/files.ts'
import { StreamInPieces } from '../kernel/pieces.ts'
import { LIMITS } from '../limits.ts'
import { extraInEnvelope, varyMessage, varyPayload } from '../variation/vary-payload.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { judgeActor, requireActor } from './actor.ts'
import { ANY_TRACE_ID, type Call } from './call.ts'
import {
  type EndpointContext,
  endpointContext,
  errorInBody,
  type PreparingContext,
  paramIn,
  preparingContext,
} from './service-context.ts'

/** An operation with the code that answers it. */
export interface Rule<Param, Prepared> {
  readonly operation: Operation
  /** Runs before the transaction: may wait for files and make some, may not write the database. */
  readonly prepare?: ((call: PreparingContext<Param>) => Promise<Prepared>) | undefined
  /** Whether there is anything to prepare, by the data alone; otherwise `handle` is given undefined. */
  readonly waits?: ((store: Workspace['store'], param: Param) => boolean) | undefined
  /** Runs inside the one transaction of the call. */
  readonly handle: (call: EndpointContext<Param>, prepared: Prepared | undefined) => unknown
}

/** Answers the body of a success; an operation that has to wait for files is awaited first. */
export const answerCall = <Param, Prepared>(
  rule: Rule<Param, Prepared>,
  call: Call,
): string | Readable | Promise<string | Readable> => {
  const { prepare, waits, operation } = rule
  const { request, workspace } = call
  // Without a wait nothing comes between this look and the transaction, so the call costs no promises and is judged once.
  if (!prepare || waits?.(workspace.store, paramIn(call, request.body)) === false)
    return answerPrepared(rule, call, NO_FILES, undefined)
  // Judged again in the transaction, since users can change while files are read.
  judgeActor(call, operation)
  request.server.calls.follow(call)
  // The workspace may have got another database since the call arrived, and may get the next one while files are read.
  call.keepOpen(workspace.open())
  // Made only where something waits; a spread copies it.
  const waiting = {
    get signal() {
      return call.signal
    },
  }
  return request.server.sandbox.files.whileHeld(async (files) => {
    const preparing = prepare(preparingContext(call, files))
    const prepared = await preparing.catch((error: unknown) => {
      throw errorInBody(error, call)
    })
    return answerPrepared(rule, call, files, prepared)
  }, waiting)
}

/** Runs an operation inside the one transaction of its call. */
const answerPrepared = <Param, Prepared>(
  rule: Rule<Param, Prepared>,
  call: Call,
  files: CallFiles,
  prepared: Prepared | undefined,
): string | Readable => {
  const { operation } = rule
  const { request, variation, workspace, variants } = call
  // The workspace may have got another database since the call arrived.
  const database = workspace.open()
  call.keepOpen(database)
  const { store } = database
  const { replyCheck } = request.server
  const run = (): unknown => {
    const answered = runRule(rule, call, files, prepared)
    if (!replyCheck) return answered
    replyCheck.judgeSuccess(operation, textOf(call, operation, answered))
    checkOutcomes(call, operation)
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

const runRule = <Param, Prepared>(
  { operation, handle }: Rule<Param, Prepared>,
  call: Call,
  files: CallFiles,
  prepared: Prepared | undefined,
): unknown => {
  const actor = requireActor(call, operation)
  try {
    return handle(endpointContext(call, files, actor), prepared)
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
  const { workspace, assumptions, nonce, variation } = call
  if (nonce !== undefined) workspace.nonces.add(nonce)
  const chosen = call.variant('A-reply-1')
  if (chosen !== 'success') assumptions.add('A-reply-1')
  const message = varyMessage(variation, chosen)
  const extra = extraInEnvelope(variation, operation?.id)
  call.code = '0'
  const traceId = () => call.nextTraceId()
  return successBody(payload, { shape, message, traceId, extra, owner: workspace })
}

/** Sends a result in the plain envelope. */
export const sendPlain = (call: Call, result: unknown): FastifyReply =>
  call.reply.type('application/json; charset=utf-8').send(answerWith(call, result, 'plain'))

/** E20's empty object is the whole body, or stands in the envelope (A-20-1). */
const shapeOf = (call: Call, { shape }: Operation): ReplyShape => {
  if (shape !== 'empty') return shape
  call.assumptions.add('A-20-1')
  return call.variant('A-20-1') === 'bare' ? 'empty' : 'plain'
}

const checkOutcomes = ({ outcomes: reached }: Call, { id, outcomes }: Operation): void => {
  for (const name of reached)
    if (!Object.hasOwn(outcomes, name))
      throw new Error(`${id} does not declare the outcome ${name}`)
}

/** The body of a success before it is one; undefined when it is too long to be judged. */
const textOf = (call: Call, operation: Operation, payload: unknown): string | undefined => {
  const message = call.variant('A-reply-1')
  const shape = shapeOf(call, operation)
  const wrapping = { shape, message, traceId: () => ANY_TRACE_ID }
  return successText(payload, wrapping, LIMITS.judgedAnswerBytes.max)
}

/** The options of the envelope around a payload. */
interface Wrapping {
  shape: ReplyShape
  message: keyof typeof SUCCESS_MESSAGES
  traceId: () => string
  /** The text of further fields of an envelope, which begins with a comma; empty without any. */
  extra?: string
  /** The owner of a payload in pieces, which takes turns with other owners. */
  owner?: object
}

/** The body of a success (document, "Response envelope"); a stream when the payload comes in pieces. */
const successBody = (payload: unknown, wrapping: Wrapping): string | Readable => {
  const [head, tail] = envelopeAround(wrapping)
  if (payload instanceof JsonPieces)
    return new StreamInPieces(between(head, payload, tail), wrapping.owner ?? payload)
  return head + JSON.stringify(payload) + tail
}

/** The same as one text, also of a payload in pieces; undefined for one of more characters than allowed. */
const successText = (
  payload: unknown,
  wrapping: Wrapping,
  maxCharacters: number,
): string | undefined => {
  const [head, tail] = envelopeAround(wrapping)
  if (!(payload instanceof JsonPieces)) return head + JSON.stringify(payload) + tail
  let text = head
  for (const piece of payload) {
    text += piece
    if (text.length > maxCharacters) return undefined
  }
  return text + tail
}

function* between(head: string, pieces: Iterable<string>, tail: string): Generator<string> {
  yield head
  yield* pieces
  yield tail
}

/** The text before and after the payload. */
const envelopeAround = (wrapping: Wrapping): [head: string, tail: string] => {
  const { shape, message, traceId, extra = '' } = wrapping
  if (shape === 'bare' || shape === 'empty') return ['', '']
  const head = `{"code":"0","message":${JSON.stringify(SUCCESS_MESSAGES[message])},"result":`
  return shape === 'plain'
    ? [head, `${extra}}`]
    : [head + head, `,"traceId":"${traceId()}"${extra}}${extra}}`]
}

/** The body of a refusal (document, "Errors" 2). */
export const refusalBody = (code: string, message: string, extra = ''): string => {
  const text = JSON.stringify({ code, message, result: null })
  return extra === '' ? text : `${text.slice(0, -1)}${extra}}`
}

/** The body of a refusal inside the nested envelope (variant `inner` of A-reply-2). */
export const innerRefusalBody = (code: string, message: string, wrapping: Wrapping): string => {
  const inner = { code, message, result: null, traceId: wrapping.traceId() }
  return successBody(inner, { ...wrapping, shape: 'plain' }) as string
}
