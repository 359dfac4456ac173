import { Refusal, type RefusalKind } from '../../errors/refusal.ts'
import { REFUSALS, refuse } from '../../errors/refusals.ts'
import type { FaultEffect } from '../../faults/fault-schema.ts'

/** The refusal that an effect answers; undefined when it answers none. */
export const refusalOf = ({ code, status }: FaultEffect): Refusal | undefined => {
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
