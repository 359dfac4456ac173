import { Refusal, type RefusalKind } from '../../errors/refusal.ts'
import { REFUSALS, refuse } from '../../errors/refusals.ts'
import type { ActingFault } from '../../faults/fault.ts'
import type { FaultEffect, FaultPhase } from '../../faults/fault-schema.ts'
import { distinct } from '../../kernel/lists.ts'
import type { Call } from '../call.ts'
import { faultsAt } from './met-faults.ts'
import { pauseOf } from './pauses.ts'
import { cut } from './spoil-bytes.ts'

/**
 * Applies the faults of a phase to a call that has sent no byte of an answer yet: waits, cuts the
 * connection, or throws the refusal. Returns whether the call goes on.
 */
export const actOnCall = (call: Call, phase: FaultPhase): boolean | Promise<boolean> => {
  const acting = faultsAt(call, phase)
  if (acting.length === 0) return true
  const pause = pauseOf(call, acting)
  if (!pause) return endOrGoOn(call, acting)
  call.forgetRawBody()
  return pause().then(() => {
    const { raw, server } = call.request
    const { id } = call.workspace
    if (phase === 'after') return endOrGoOn(call, acting)
    // Before the operation, a caller that has gone leaves nothing behind.
    if (raw.socket.destroyed) return leave(call)
    if (server.sandbox.find(id) !== call.workspace) throw refuse.unknownWorkspace(id)
    return endOrGoOn(call, acting)
  })
}

const endOrGoOn = (call: Call, acting: readonly ActingFault[]): boolean => {
  for (const { effect } of acting) {
    failAtoms(call, effect)
    if (effect.reset) {
      cut(call, true)
      return leave(call)
    }
    const refusal = refusalOf(effect)
    if (!refusal) continue
    call.isRefusedByFault = true
    throw refusal
  }
  return true
}

const leave = ({ reply }: Call): false => {
  reply.hijack()
  return false
}

/** Makes E21 fail for atoms; its list has passed the schema. */
const failAtoms = (call: Call, { failed }: FaultEffect): void => {
  if (failed === undefined) return
  const { param } = call.request.body as { param: { assetIdList: readonly number[] } }
  const ids = distinct(param.assetIdList)
  const failing = typeof failed === 'number' ? ids.slice(0, failed) : failed
  call.failing = new Set([...call.failing, ...(failing === 'all' ? ids : failing)])
}

/** The refusal that an effect answers, with its usual sentence where that needs nothing of the call. */
const refusalOf = ({ code, status }: FaultEffect): Refusal | undefined => {
  if (code === undefined) {
    if (status === undefined) return undefined
    const { code: own, message } = refuse.faultStatus(status)
    return new Refusal(own, message, { status })
  }
  const kinds: readonly RefusalKind[] = Object.values(REFUSALS)
  const kind = kinds.find((known) => known.code === code)
  if (!kind)
    return new Refusal(code, `A fault of the sandbox refuses this call with the code ${code}`)
  const hasSentence = kind.message.length === 0
  const sentence = `A fault of the sandbox refuses this call: ${kind.when}`
  return new Refusal(code, hasSentence ? kind.message() : sentence, kind.http)
}
