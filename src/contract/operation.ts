import type { TSchema } from '@sinclair/typebox'
import type { AssumptionId, VariableId } from './assumptions/index.ts'
import type { OperationExample } from './example.ts'
import type { Fixtures } from './fixtures.ts'
import type { SupportingRouteName } from './supporting-routes.ts'
import type { Tag } from './tags.ts'

/** The number of an operation in the document, such as `E8`. */
export type OperationId = `E${number}`

/** The name that journal and faults have for a call: of an operation, or of a supporting route. */
export type OperationName = OperationId | SupportingRouteName

/** Where an operation is reached and by which headers it is guarded (document, "Authentication"). */
export type Surface = 'server-side' | 'portal'

/**
 * How a successful answer is wrapped (document, "Response envelope"): `plain` in the envelope, `nested`
 * in an envelope inside the envelope, `bare` not at all, `empty` as an empty object.
 */
export type ReplyShape = 'plain' | 'nested' | 'bare' | 'empty'

/**
 * What an operation does to the library, by which a user's role allows or refuses it (A-auth-11): `read` stores nothing,
 * `report` stores what a visitor did or finishes what a visitor began, `write` stores anything else.
 */
export type OperationAccess = 'read' | 'report' | 'write'

/** How the document marks an operation (document, "Versioning" 2, and the headings of the operations). */
export type Lifecycle = 'current' | 'upgraded' | 'not recommended' | 'in development'

/** The names of successes that are worth telling apart; an operation declares those that it can answer. */
export type OutcomeName =
  | 'completed-upload'
  | 'empty-list'
  | 'ended-task'
  | 'failed-list'
  | 'further-page'
  | 'known-asset'
  | 'known-collaborator'
  | 'known-member'
  | 'later-notification'
  | 'left-out'
  | 'never-uploaded'
  | 'past-release'
  | 'waiting-task'

/**
 * What a variation needs to know about a payload in addition to its schema, by field name. Everything else that the schema
 * shows is open: the order of lists, and null in nullable fields or their absence.
 */
export interface VariationMarks {
  /** Lists whose order the document gives, or some requests. */
  readonly ordered?: Readonly<Record<string, (param: Readonly<Record<string, unknown>>) => boolean>>
  /** Lists whose elements at one place belong together. */
  readonly parallel?: readonly string[]
  /** Nullable fields that lead to something which a caller needs: a value stays, null may be absent. */
  readonly kept?: readonly string[]
  /** Nullable fields for whose null the document gives a condition. */
  readonly promised?: readonly string[]
}

/** A variant of an assumption, as settings and commands write it. */
export type VariantChoice = `${VariableId}=${string}`

/** What is known of one operation of the document, as data. Everything that lists operations derives from these. */
export interface Operation {
  readonly id: OperationId
  readonly summary: string
  /** For the console, which shows the summary without it. */
  readonly summaryInChinese?: string
  readonly tag: Tag
  readonly description: string
  readonly path: string
  readonly surface: Surface
  readonly shape: ReplyShape
  /** True if the document's request has `token` in its body. */
  readonly hasBodyToken: boolean
  /** True if the document's request shows the optional header `x-open-api-user`; every server-side call may have it. */
  readonly hasUserHeader: boolean
  /** True if pages from every origin may call it (A-cors-1). */
  readonly fromPages: boolean
  readonly lifecycle: Lifecycle
  /** Names of the refusals that it can return, in addition to those of its surface and of every request. */
  readonly refuses: readonly string[]
  /** Successes worth telling apart: what the call was, such as `answered with a failedList`, by its name. */
  readonly outcomes: Readonly<Partial<Record<OutcomeName, string>>>
  /** Refusals and successes that only some variants have, such as `A-16-1=refused`, by their names. */
  readonly onlyWith: Readonly<Record<string, readonly VariantChoice[]>>
  /** What it does to the library; required, so that no operation is without rights. */
  readonly access: OperationAccess
  /** The parameters: the value of `param` on the server side, the top level on the portal. */
  readonly param: TSchema
  readonly result: TSchema
  readonly body: TSchema
  readonly answer: TSchema
  /** Decisions in the list of assumptions that this operation's answers rest on. */
  readonly assumes: readonly AssumptionId[]
  readonly variation: VariationMarks
  /** Parameters that a fresh workspace of a built-in seed answers with code 0. */
  readonly sample: (ids: Fixtures) => Readonly<Record<string, unknown>>
  /** Requests that documents show, each with another outcome. */
  readonly examples: readonly OperationExample[]
}
