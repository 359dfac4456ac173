import { REFUSALS } from '../../contract/errors/refusals.ts'
import type { OperationCounts } from '../../instruments/coverage/coverage-counter.ts'
import type { Call } from '../call.ts'
import { nameOf } from '../request.ts'
import { kindInLog } from './log.ts'
import type { Observer } from './observer.ts'

/** Counts a call in the coverage of its workspace. One that is lost from the start is never counted as anything else. */
export const observeForCoverage: Observer = (call) => {
  let counts: OperationCounts | undefined
  return {
    onOutcome: ({ workspace, transport, isAmended }) => {
      const { route, headers, body, notes, code, refusal, variants } = call
      const { assumptions, outcomes } = notes
      const name = nameOf(route)
      if (name === undefined) return
      const counted = {
        headers,
        sentBody: body.sent,
        assumptions,
        code,
        refusal,
        outcomes,
        variants,
      }
      if (isAmended) {
        counts?.lose(counted)
        counts = undefined
        return
      }
      const isCut = transport !== 'complete'
      const known = workspace.coverage.count({ name, operation: route.operation }, counted, isCut)
      if (!isCut) counts = known
    },
  }
}

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
