import type { CallEnd, ObservedCall, PendingFinding } from './observed-call.ts'
import { OpenUploads } from './open-uploads.ts'
import { Repeats } from './repeats.ts'
import { TokenUse } from './token-use.ts'

/** Rules about the calls of one workspace in the light of those before them. */
export class Traffic {
  #repeats = new Repeats()
  #tokenUse = new TokenUse()
  #uploads = new OpenUploads()

  /** Judges a call before its headers are sent; findings go to the call. */
  judge(call: ObservedCall): void {
    this.#repeats.judge(call)
    this.#tokenUse.judge(call)
  }

  /** Remembers how a call ended, before its caller can make the next one; again when its connection is cut later. */
  learn(call: ObservedCall, end: CallEnd): void {
    this.#repeats.learn(call, end)
    this.#uploads.learn(call, end)
  }

  pending(): readonly PendingFinding[] {
    return this.#uploads.pending()
  }

  /** Drops all calls, when the data of the workspace is replaced or its findings are deleted. */
  clear(): void {
    this.#repeats = new Repeats()
    this.#tokenUse = new TokenUse()
    this.#uploads = new OpenUploads()
  }
}
