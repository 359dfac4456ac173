import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../errors/refusals.ts'
import type { ActingFault } from '../../faults/fault.ts'
import type { FaultEffect, FaultPhase } from '../../faults/fault-schema.ts'
import { distinct } from '../../kernel/lists.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { startStretch } from '../loop-stretches.ts'
import { countAsRefused, faultsAt, noteNoDelay } from './met-faults.ts'
import type { Pauses } from './pauses.ts'
import { refusalOf } from './refusal-of.ts'
import { cut } from './spoil-bytes.ts'

/** What faults need of the server. */
export interface FaultDependencies {
  readonly sandbox: Sandbox
  readonly pauses: Pauses
}

/**
 * Lets the faults of a phase act on a call that has no bytes of an answer out yet: waits, cuts the
 * connection, or throws the refusal. Answers whether the call goes on.
 */
export const actOnCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  phase: FaultPhase,
  options: FaultDependencies,
): boolean | Promise<boolean> => {
  const acting = faultsAt(request, reply, phase)
  if (acting.length === 0) return true
  const delayMs = delayOf(acting)
  const pause = delayMs === 0 ? undefined : reservePause(request, reply, delayMs, options.pauses)
  if (!pause) return endOrGoOn(request, reply, acting)
  request.state.forgetRawBody()
  return actAfter(pause, request, reply, acting, phase === 'after' ? undefined : options.sandbox)
}

/** A delay of a call; undefined, and told in the answer, when too many calls are delayed already. */
export const reservePause = (
  request: FastifyRequest,
  reply: FastifyReply,
  delayMs: number,
  pauses: Pauses,
): (() => Promise<void>) | undefined => {
  const pause = pauses.reserve(delayMs, request.state)
  if (!pause) noteNoDelay(request, reply)
  return pause
}

/** The sandbox is given ahead of the operation: a caller who has gone leaves nothing behind then. */
const actAfter = async (
  pause: () => Promise<void>,
  request: FastifyRequest,
  reply: FastifyReply,
  acting: readonly ActingFault[],
  sandbox: Sandbox | undefined,
): Promise<boolean> => {
  await pause()
  startStretch(request.state.lifetime)
  if (sandbox) {
    if (request.raw.socket.destroyed) return leave(reply)
    mustStillBe(request, sandbox)
  }
  return endOrGoOn(request, reply, acting)
}

/** How long faults hold a call up together. */
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

const mustStillBe = ({ state: { workspace } }: FastifyRequest, sandbox: Sandbox): void => {
  if (sandbox.find(workspace.id) !== workspace) throw refuse.unknownWorkspace(workspace.id)
}

/** Keeps E21 from taking atoms; its list has passed the schema. */
const failAtoms = ({ state, body }: FastifyRequest, { failed }: FaultEffect): void => {
  if (failed === undefined) return
  const { assetIdList } = (body as { param: { assetIdList: readonly number[] } }).param
  const ids = distinct(assetIdList)
  const failing = typeof failed === 'number' ? ids.slice(0, failed) : failed
  state.failing = new Set([...state.failing, ...(failing === 'all' ? ids : failing)])
}
