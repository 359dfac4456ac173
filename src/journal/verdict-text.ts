import type { Masking } from './masking.ts'
import { detailOf } from './show-entry.ts'
import type { WaitOutcome } from './wait.ts'

/** The outcome of a wait as JSON text, one piece for each found call. */
export function* verdictText(outcome: WaitOutcome, masking: Masking): Generator<string> {
  const { matched, dropped, nearest } = outcome
  let comma = ''
  yield `{"matched":${JSON.stringify(matched)},"entries":[`
  for (let entry = outcome.takeEntry(); entry; entry = outcome.takeEntry()) {
    yield comma + JSON.stringify(detailOf(entry, masking))
    comma = ','
  }
  yield `],"dropped":${dropped},"nearest":${JSON.stringify(nearest)}}`
}
