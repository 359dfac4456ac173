import { REFUSALS } from '../../contract/errors/refusals.ts'
import type { Call } from '../call.ts'
import { nameOf } from '../matched-route.ts'
import { kindInLog } from './log.ts'
import type { Observer } from './observer.ts'

/** Counts a call for the metrics of the server. */
export const observeForMetrics: Observer = (call) => ({
  onEnd: () => {
    const { tally } = call.request.server.sandbox
    const name = call.isUntracked ? 'untracked' : (nameOf(call.route) ?? kindInLog(call))
    tally.addCall(name, outcomeOf(call), call.elapsedMs / 1_000)
  },
})

/** Names of few outcomes, for labels of metrics. */
const outcomeOf = ({ code, refusal, reply }: Call): string => {
  if (!reply.raw.writableFinished) return 'cut'
  if (refusal === REFUSALS.internal.code) return 'defect'
  if (code !== undefined) return code === '0' ? 'ok' : 'refused'
  return `http${Math.floor(reply.raw.statusCode / 100)}xx`
}
