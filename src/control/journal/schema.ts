import { type Static, Type } from '@sinclair/typebox'
import { OPERATION_NAMES } from '../../contract/operation-names.ts'
import { BOUNDED_BY_BODY, ClosedObject } from '../../contract/resources/primitives.ts'
import { Choice, Described, Shape, WantedAmount } from '../../contract/shapes.ts'
import { LIMITS } from '../../limits.ts'

/** Longer than any value that it can match, so that such a value matches nothing and is no error. */
const Matched = (description: string) =>
  Type.Optional(Type.String({ maxLength: 1_000, description }))

/** What entries are selected by; an unknown operation is refused with a suggestion. */
const selection = {
  operation: Type.Optional(
    Described(
      { type: 'string', maxLength: 1_000 },
      Choice(OPERATION_NAMES, 'Number of an operation, such as E9, or name of a supporting route'),
    ),
  ),
  code: Matched('`0` or the code of a refusal'),
  actor: Matched('E-mail address or id of the acting user'),
}

const after = Type.Optional(WantedAmount('Only entries after the one with this number'))

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

/** The query parameters of the archive. */
export const ArchiveQuery = Type.Object(filter)

/** The query parameters of the stream. */
export const StreamQuery = Type.Object({
  ...selection,
  after,
  lastEventId: Type.Optional(
    WantedAmount('Replaces the header Last-Event-ID for readers that cannot send it'),
  ),
})

/** The path parameters of one entry. */
export const EntryParams = Type.Object({ seq: WantedAmount('Number of the entry') })

/** The calls that are expected; what is absent is not compared. */
export const CallMatch = Shape('CallMatch', 'Calls; what is absent is not compared', {
  ...selection,
  body: Type.Optional(
    Type.Unknown({
      ...BOUNDED_BY_BODY,
      description:
        "Part that the body of the request must have; elements of lists match in any place. A key that begins with `/` is a JSON Pointer into the body, such as `{ '/param/assetIds/0': 100001 }`",
    }),
  ),
})
export type CallMatch = Static<typeof CallMatch>

const expectation = {
  match: Type.Optional(CallMatch),
  timeoutMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LIMITS.waitMs.max,
      description:
        'Maximum waiting time, ms; by default 5 s, in the library 2 s, and none where no call is expected',
    }),
  ),
  after,
}

/** The calls to wait for. */
export const Expectation = Shape('Expectation', 'Calls to wait for, or not to find', {
  ...expectation,
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.waitCount.max,
      description: 'Minimum number of calls; 1 without it',
    }),
  ),
})
export type Expectation = Static<typeof Expectation>

/** The calls that must not be found. */
export const NoCallExpectation = ClosedObject(expectation)
export type NoCallExpectation = Static<typeof NoCallExpectation>
