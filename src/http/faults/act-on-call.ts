import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type RefusalKind } from '../../errors/refusal.ts'
import { REFUSALS, refuse } from '../../errors/refusals.ts'
import type { ActingFault } from '../../faults/fault.ts'
import type { FaultEffect, FaultPhase } from '../../faults/fault-schema.ts'
import { distinct } from '../../kernel/lists.ts'
import { countAsRefused, faultsAt, noteNoDelay } from './met-faults.ts'
import { cut } from './spoil-bytes.ts'

/**
 * Applies the faults of a phase to a call that has sent no byte of an answer yet: waits, cuts the
 * connection, or throws the refusal. Returns whether the call goes on.
 */
export const actOnCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  phase: FaultPhase,
): boolean | Promise<boolean> => {
  const acting = faultsAt(request, reply, phase)
  if (acting.length === 0) return true
  const delayMs = delayOf(acting)
  const pause = delayMs === 0 ? undefined : reservePause(request, reply, delayMs)
  if (!pause) return endOrGoOn(request, reply, acting)
  request.state.forgetRawBody()
  return actAfter(pause, request, reply, acting, phase !== 'after')
}

/** A delay of a call; undefined, and noted in the answer, when too many calls are delayed already. */
export const reservePause = (
  request: FastifyRequest,
  reply: FastifyReply,
  delayMs: number,
): (() => Promise<void>) | undefined => {
  request.server.calls.follow(request)
  const pause = request.server.pauses.reserve(delayMs, request.state)
  if (!pause) noteNoDelay(request, reply)
  return pause
}

/** Before the operation, a caller that has gone leaves nothing behind. */
const actAfter = async (
  pause: () => Promise<void>,
  request: FastifyRequest,
  reply: FastifyReply,
  acting: readonly ActingFault[],
  isBeforeOperation: boolean,
): Promise<boolean> => {
  await pause()
  if (isBeforeOperation) {
    if (request.raw.socket.destroyed) return leave(reply)
    mustStillBe(request)
  }
  return endOrGoOn(request, reply, acting)
}

/** The sum of the delays of faults, ms. */
export const delayOf = (acting: readonly ActingFault[]): number =>
  acting.reduce((sum, { delayMs }) => sum + delayMs, 0)

const endOrGoOn = (
  request: FastifyRequest,
  reply: FastifyReply,
  acting: readonly ActingFault[],
): boolean => {
  for (const { effect } of acting) {
    failAtoms(request, effect)
    if (effect.reset) {
      cut(request, true)
      return leave(reply)
    }
    const refusal = refusalOf(effect)
    if (!refusal) continue
    countAsRefused(request)
    throw refusal
  }
  return true
}

const leave = (reply: FastifyReply): false => {
  reply.hijack()
  return false
}

const mustStillBe = ({ state: { workspace }, server }: FastifyRequest): void => {
  if (server.sandbox.find(workspace.id) !== workspace) throw refuse.unknownWorkspace(workspace.id)
}

/** Makes E21 fail for atoms; its list has passed the schema. */
const failAtoms = ({ state, body }: FastifyRequest, { failed }: FaultEffect): void => {
  if (failed === undefined) return
  const { assetIdList } = (body as { param: { assetIdList: readonly number[] } }).param
  const ids = distinct(assetIdList)
  const failing = typeof failed === 'number' ? ids.slice(0, failed) : failed
  state.failing = new Set([...state.failing, ...(failing === 'all' ? ids : failing)])
}

/** The refusal that an effect answers; undefined when it answers none. */
const refusalOf = ({ code, status }: FaultEffect): Refusal | undefined => {
  if (code !== undefined) return refusalWith(code)
  if (status === undefined) return undefined
  const { code: own, message } = refuse.faultStatus(status)
  return new Refusal(own, message, { status })
}

/** The refusal of a code, with its usual sentence where that needs nothing of the call. */
const refusalWith = (code: string): Refusal => {
  const kinds: readonly RefusalKind[] = Object.values(REFUSALS)
  const kind = kinds.find((known) => known.code === code)
  if (!kind)
    return new Refusal(code, `A fault of the sandbox refuses this call with the code ${code}`)
  const message =
    kind.message.length === 0
      ? kind.message()
      : `A fault of the sandbox refuses this call: ${kind.when}`
  return new Refusal(code, message, kind.http)
}
