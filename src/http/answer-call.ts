import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { variantOf } from '../contract/assumptions/index.ts'
import type { Operation, ReplyShape } from '../contract/operation.ts'
import type { CallFiles } from '../domain/call.ts'
import { NO_FILES } from '../files/files.ts'
import { LIMITS } from '../limits.ts'
import { idGapsOf, type Variation } from '../variation/variation.ts'
import { extraInEnvelope, varyMessage, varyPayload } from '../variation/vary-payload.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { refuseActor, requireActor } from './actor.ts'
import { ANY_TRACE_ID, type Call } from './call.ts'
import { successBody, successText } from './envelope.ts'
import { errorInBody, nameInBody, paramIn } from './param-in-body.ts'
import {
  type ContextOptions,
  EndpointCallContext,
  type EndpointContext,
  PreparingCallContext,
  type PreparingContext,
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
  request: FastifyRequest,
): string | Readable | Promise<string | Readable> => {
  const { prepare, waits, operation } = rule
  const { call, server } = request
  // Without a wait nothing comes between this look and the transaction, so the call costs no promises and is judged once.
  if (!prepare || waits?.(call.workspace.store, paramIn(request.body, operation.surface)) === false)
    return answerPrepared(rule, request, NO_FILES, undefined)
  // Judged again in the transaction, since users can change while files are read.
  refuseActor(request, operation)
  server.calls.follow(call)
  // The workspace may have got another database since the call arrived, and may get the next one while files are read.
  call.keepOpen(call.workspace.open())
  // Made only where something waits: a signal costs more than a simple query.
  const waiting = {
    get signal() {
      return call.signal
    },
  }
  return server.sandbox.files.whileHeld(async (files) => {
    const param = paramIn<Param>(request.body, operation.surface)
    const prepared = await prepare(
      new PreparingCallContext(request, optionsOf(operation, files), param),
    ).catch((error: unknown) => {
      throw errorInBody(error, operation.surface)
    })
    return answerPrepared(rule, request, files, prepared)
  }, waiting)
}

/** Runs an operation inside the one transaction of its call. */
const answerPrepared = <Param, Prepared>(
  rule: Rule<Param, Prepared>,
  request: FastifyRequest,
  files: CallFiles,
  prepared: Prepared | undefined,
): string | Readable => {
  const { operation } = rule
  const { call, server } = request
  // The workspace may have got another database since the call arrived.
  const database = call.workspace.open()
  call.keepOpen(database)
  const { store } = database
  const run = (): unknown => {
    const answered = runRule(rule, request, files, prepared)
    if (server.replyCheck) {
      server.replyCheck.judgeSuccess(operation, textOf(call, operation, answered))
      checkOutcomes(operation, call)
    }
    return answered
  }
  const { variation } = call
  const onlyReads = operation.access === 'read' && !createsActors(call)
  const result = variation
    ? runVaried(variation, store, () => store.operate(run, { onlyReads }))
    : store.operate(run, { onlyReads })
  const payload = variation
    ? varyPayload(variation, operation.id, result, paramIn(request.body, operation.surface))
    : result
  return answerWith(call, payload, shapeOf(operation, call), operation)
}

/** Whether a call creates the acting user that it names, by the variant of A-auth-2. */
const createsActors = ({ variants }: Call): boolean => variantOf('A-auth-2', variants) === 'create'

/** Runs a call whose new ids skip numbers. */
const runVaried = <T>(variation: Variation, store: Workspace['store'], run: () => T): T => {
  store.idGaps = idGapsOf(variation)
  try {
    return run()
  } finally {
    store.idGaps = undefined
  }
}

const runRule = <Param, Prepared>(
  { operation, handle }: Rule<Param, Prepared>,
  request: FastifyRequest,
  files: CallFiles,
  prepared: Prepared | undefined,
): unknown => {
  const { surface } = operation
  const actor = requireActor(request, operation)
  const context = new EndpointCallContext(request, optionsOf(operation, files), {
    actor,
    param: paramIn<Param>(request.body, surface),
    sent: paramIn<unknown>(request.call.sentBody, surface),
  })
  try {
    return handle(context, prepared)
  } catch (error) {
    throw errorInBody(error, surface)
  }
}

const optionsOf = ({ surface }: Operation, files: CallFiles): ContextOptions => ({
  surface,
  files,
  nameField: nameInBody,
})

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
export const sendPlain = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(answerWith(request.call, result, 'plain'))

/** E20's empty object is the whole body, or stands in the envelope (A-20-1). */
const shapeOf = ({ shape }: Operation, call: Call): ReplyShape => {
  if (shape !== 'empty') return shape
  call.assumptions.add('A-20-1')
  return call.variant('A-20-1') === 'bare' ? 'empty' : 'plain'
}

const checkOutcomes = ({ id, outcomes }: Operation, call: Call): void => {
  for (const name of call.outcomes)
    if (!Object.hasOwn(outcomes, name))
      throw new Error(`${id} does not declare the outcome ${name}`)
}

/** The body of a success before it is one; undefined when it is too long to be judged. */
const textOf = (call: Call, operation: Operation, payload: unknown): string | undefined =>
  successText(
    payload,
    {
      shape: shapeOf(operation, call),
      message: call.variant('A-reply-1'),
      traceId: () => ANY_TRACE_ID,
    },
    LIMITS.judgedAnswerBytes.max,
  )
