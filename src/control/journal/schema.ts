import { type Static, Type } from '@sinclair/typebox'
import { WantedCode, WantedLevel } from '../../contract/findings/finding.ts'
import { OPERATION_NAMES } from '../../contract/operation-names.ts'
import { Choice, Described, Shape, WantedAmount } from '../../contract/shapes.ts'
import { JournalDetailPage, JournalPage } from '../../journal/journal-schema.ts'
import { LIMITS } from '../../limits.ts'

/** Longer than any value that it can match, so that such a value matches nothing and is no error. */
const Matched = (description: string) =>
  Type.Optional(Type.String({ maxLength: 1_000, description }))

/** What entries are selected by. The service refuses an unknown operation with a suggestion. */
export const selection = {
  operation: Type.Optional(
    Described(
      { type: 'string', maxLength: 1_000 },
      Choice(OPERATION_NAMES, 'Number of an operation, such as E9, or name of a supporting route'),
    ),
  ),
  code: Matched('`0` or the code of a refusal'),
  actor: Matched('E-mail address or id of the acting user'),
  finding: Type.Optional(WantedCode('Code of a finding of the call')),
  level: Type.Optional(WantedLevel('Minimum level of a finding of the call')),
}

/** The number of the entry to begin after. */
export const after = Type.Optional(WantedAmount('Only entries after the one with this number'))

const filter = {
  ...selection,
  sinceMs: Type.Optional(
    WantedAmount('Only entries from this instant on, epoch ms by the clock of the workspace'),
  ),
  after,
}

const PageSize = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.listedCalls.max, description }))

const listFilter = {
  ...filter,
  limit: PageSize('Maximum number of entries, from the oldest; 100 without it'),
  last: PageSize('Maximum number of entries, from the newest; excludes `limit` and `after`'),
}

/** What entries are listed, as clients say it. */
export const JournalFilter = Shape('JournalFilter', 'The entries to list', listFilter)

/** The query parameters of the list. */
export const JournalQuery = Type.Object({
  ...listFilter,
  bodies: Type.Boolean({ default: false, description: 'Includes headers and bodies' }),
})
export type JournalQuery = Static<typeof JournalQuery>

/** The query parameters of the archive. */
export const ArchiveQuery = Type.Object(filter)
export type ArchiveQuery = Static<typeof ArchiveQuery>

/** The query parameters of the stream. */
export const StreamQuery = Type.Object({
  ...selection,
  after,
  lastEventId: Type.Optional(
    WantedAmount('Replaces the header Last-Event-ID for readers that cannot send it'),
  ),
})
export type StreamQuery = Static<typeof StreamQuery>

/** The query parameters of the list of marks. */
export const MarkQuery = Type.Object({
  after: Type.Optional(WantedAmount('Only marks after the one with this number')),
})

/** Entries of the journal; with `bodies` they have headers and bodies. */
export const JournalPages = Type.Union([JournalPage, JournalDetailPage], {
  description: 'Entries of the journal',
})

/** The path parameters of one entry. */
export const EntryParams = Type.Object({ seq: WantedAmount('Number of the entry') })
