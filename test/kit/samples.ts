import type { Fixtures } from '#src/contract/fixtures.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'

type Json = Readonly<Record<string, unknown>>

/** The parameters of every operation that are answered with code 0 on a fresh workspace, by its number. */
export const samplesOf = (ids: Fixtures): Record<string, Record<string, unknown>> =>
  Object.fromEntries(CATALOGUE.map(({ id, sample }) => [id, sample(ids)]))

/** A tracking record with every field of the document: that of the sample of E3. */
export const trackingRecord = (ids: Fixtures): Json => {
  const { trackList } = samplesOf(ids).E3 ?? {}
  const [record = {}] = trackList as Json[]
  return record
}
