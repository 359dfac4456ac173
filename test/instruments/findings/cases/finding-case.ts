import type { FindingCode } from '#src/contract/findings/finding.ts'
import type { Reply } from '#test/kit/http.ts'
import { findingsOf } from '#test/kit/replies.ts'
import type { ServerOptions, TestServer } from '#test/kit/server.ts'

/** Calls a fresh server as a client would, and returns the answer that may have the finding. */
type Act = (server: TestServer) => Promise<Reply>

export interface FindingCase {
  readonly options?: () => ServerOptions
  readonly trigger: Act
  readonly nearMiss: Act
  readonly field?: string
}

export type FindingCases<Code extends FindingCode> = Readonly<Record<Code, FindingCase>>

/** The findings of an answer in its header; of the report of findings, those in it. */
export const seenIn = (reply: Reply): string[] => {
  const { findings } = Object(reply.body) as { findings?: { code: string }[] }
  return findings ? findings.map(({ code }) => code) : findingsOf(reply)
}

export const inTurn = async (...acts: (() => Promise<Reply>)[]): Promise<Reply> => {
  let last: Reply | undefined
  for (const act of acts) last = await act()
  if (!last) throw new Error('there is no call')
  return last
}
