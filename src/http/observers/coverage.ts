import type { OperationCounts } from '../../instruments/coverage/coverage-counter.ts'
import { nameOf } from '../matched-route.ts'
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
