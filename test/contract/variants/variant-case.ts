import type { VariableId, VariantOf } from '#src/contract/assumptions/index.ts'
import type { Reply } from '#test/kit/http.ts'
import { findingsOf } from '#test/kit/replies.ts'
import type { ServerOptions, TestServer } from '#test/kit/server.ts'

export interface VariantCase<Id extends VariableId = VariableId> {
  readonly options?: Omit<ServerOptions, 'variants'>
  /** Calls a fresh server whose workspace has one of the variants, and returns what a client sees. */
  observe(server: TestServer): Promise<unknown>
  readonly shows: Readonly<Record<VariantOf<Id>, unknown>>
}

/** Changes rows of the default workspace, for situations that its seed does not have. */
export const changeRows = ({ workspace }: TestServer, statements: string): void => {
  workspace.store.sqlite.exec(statements)
}

export const UNKNOWN_ID = 424_242

/** The cases of some assumptions, by number. */
export type VariantCases = { readonly [Id in VariableId]?: VariantCase<Id> }

/** The code of an answer, none in E20's empty object, and the codes of its findings: `0 unknown-passed-over`. */
export const outcomeOf = (reply: Reply): string => {
  const { code = 'empty' } = reply.body as { code?: string }
  return [code, ...new Set(findingsOf(reply).map((finding) => finding.split(' ')[0]))].join(' ')
}
