import type { TSchema } from '@sinclair/typebox'
import type { AssumptionId } from './ledger/index.ts'

/** Where an operation is reached and by which headers it is guarded (document, "Authentication"). */
export type Surface = 'server-side' | 'portal'

/**
 * How a successful answer is wrapped (document, "Response envelope"): `plain` in the envelope, `nested`
 * in an envelope inside the envelope, `bare` not at all, `empty` as an empty object.
 */
export type ReplyShape = 'plain' | 'nested' | 'bare' | 'empty'

/** What is known of one operation of the document, as data. Everything that lists operations walks over these. */
export interface Operation {
  /** `E1` to `E22`, the number in the document. */
  readonly id: string
  /** The heading in the document. */
  readonly summary: string
  /** What it does, in one sentence for users. */
  readonly description: string
  readonly path: string
  readonly surface: Surface
  readonly shape: ReplyShape
  /** Whether the document's request carries `token` in its body. */
  readonly hasBodyToken: boolean
  /** The parameters: the value of `param` on the server side, the top level on the portal. */
  readonly param: TSchema
  /** The payload of a success. */
  readonly result: TSchema
  /** Decisions in the ledger that this operation's answers rest on. */
  readonly assumes: readonly AssumptionId[]
}
