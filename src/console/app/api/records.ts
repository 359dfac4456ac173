import { useSignal } from '@preact/signals'
import type { Records } from '#src/client/generated/control.ts'
import { control } from './control.ts'
import { type Loaded, useLoaded } from './use-loaded.ts'

/** A kind of record. */
export type RecordKind = Records['kind']

/** A row of a kind. */
export type RecordRow<Kind extends RecordKind = RecordKind> = Extract<
  Records,
  { kind: Kind }
>['records'][number]

/** The newest rows of a kind, and the number of all. */
export interface RecordList<Kind extends RecordKind = RecordKind> {
  readonly total: number
  readonly records: readonly RecordRow<Kind>[]
}

/** Rows that are read at first. */
const FIRST_ROWS = 200

/** Rows that a page shows without delay. */
const MAX_ROWS = 1_000

/** Reads the newest rows of a kind, live. `more` reads five times as many, up to a bound; the rows on the page stay meanwhile. */
export const useRecords = <Kind extends RecordKind>(
  kind: Kind,
): Loaded<RecordList<Kind>> & { readonly more: (() => void) | undefined } => {
  const limit = useSignal(FIRST_ROWS)
  const loaded = useLoaded(
    (signal) =>
      control<RecordList<Kind>>('GET', `/records/${kind}`, {
        query: { limit: limit.peek() },
        signal,
      }),
    [kind],
  )
  const more = (): void => {
    limit.value = Math.min(MAX_ROWS, limit.peek() * 5)
    loaded.reload()
  }
  return { ...loaded, more: limit.value < MAX_ROWS ? more : undefined }
}
