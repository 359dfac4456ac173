import { Refusal, type RefusalKind } from '../../errors/refusal.ts'
import { REFUSALS, refuse } from '../../errors/refusals.ts'
import type { FaultEffect } from '../../faults/fault-schema.ts'

/** The refusal that an effect answers; undefined when it answers none. */
export const refusalOf = ({ code, status }: FaultEffect): Refusal | undefined => {
  if (code !== undefined) return new Refusal(code, sentenceOf(code))
  if (status === undefined) return undefined
  const { code: own, message } = refuse.faultStatus(status)
  return new Refusal(own, message, status)
}

/** The usual sentence of a code, where it needs nothing of the call. */
const sentenceOf = (code: string): string => {
  const kinds: readonly RefusalKind[] = Object.values(REFUSALS)
  const kind = kinds.find((known) => known.code === code)
  if (!kind) return `A fault of the sandbox refuses this call with the code ${code}`
  return kind.message.length === 0
    ? kind.message()
    : `A fault of the sandbox refuses this call: ${kind.when}`
}
