import type { FindingCode } from '#src/contract/findings/finding.ts'
import type { Reply } from '#test/kit/http.ts'
import { findingsOf } from '#test/kit/replies.ts'
import type { ServerOptions, TestServer } from '#test/kit/server.ts'

/** Calls a fresh server as a client would, and returns the answer that may have the finding. */
type Act = (server: TestServer) => Promise<Reply>

/** A call that has a finding, and one that looks alike and has not. */
export interface FindingCase {
  /** How the server differs from the usual one. */
  readonly options?: () => ServerOptions
  readonly trigger: Act
  readonly nearMiss: Act
  /** The field that the finding names. */
  readonly field?: string
}

/** The cases of some findings. */
export type FindingCases<Code extends FindingCode> = Readonly<Record<Code, FindingCase>>

/** The findings of an answer in its header; of the report of findings, those in it. */
export const seenIn = (reply: Reply): string[] => {
  const { findings } = Object(reply.body) as { findings?: { code: string }[] }
  return findings ? findings.map(({ code }) => code) : findingsOf(reply)
}

/** Does calls one after the other, and returns the last answer. */
export const inTurn = async (...acts: (() => Promise<Reply>)[]): Promise<Reply> => {
  let last: Reply | undefined
  for (const act of acts) last = await act()
  if (!last) throw new Error('there is no call')
  return last
}
