import type { Masking } from './masking.ts'
import { detailOf } from './show-entry.ts'
import type { WaitOutcome } from './wait.ts'

/** What became of waiting, as JSON text, a piece for each call that was found. */
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
