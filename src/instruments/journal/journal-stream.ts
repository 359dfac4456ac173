import { Readable } from 'node:stream'
import type { Journal } from './journal.ts'
import { judge, type ParsedMatch } from './match.ts'
import { showMark, summaryOf } from './show-entry.ts'

/** How often a quiet stream sends a comment, so that proxies keep the connection open. */
const HEARTBEAT_MS = 15_000

/**
 * A journal as server-sent events, one for each entry. It keeps only the number of the last
 * entry that was sent: a slow reader falls behind and gets an event when entries were dropped.
 * Marks are separate events between entries.
 */
export class JournalStream extends Readable {
  readonly #journal: Journal
  readonly #match: ParsedMatch
  readonly #heartbeat: NodeJS.Timeout
  readonly #stop: () => void
  #last: number
  #lastMark: number
  #isWanted = false

  /** Starts after the entry `after`, or with the next one; a number beyond the last is from before the journal was cleared. */
  constructor(journal: Journal, match: ParsedMatch, after: number | undefined) {
    super()
    this.#journal = journal
    this.#match = match
    this.#last = after === undefined || after <= journal.lastSeq ? (after ?? journal.lastSeq) : 0
    this.#lastMark =
      after === undefined ? journal.marks.lastNumber : journal.marks.lastBefore(this.#last)
    this.push('retry: 1000\n\n')
    this.#heartbeat = setInterval(() => this.#isWanted && this.push(': alive\n\n'), HEARTBEAT_MS)
    this.#heartbeat.unref()
    this.#stop = journal.watch({
      added: () => this.#isWanted && this.#sendOrFail(),
      marked: () => this.#isWanted && this.#sendOrFail(),
      cleared: () => {
        this.#last = 0
        this.#isWanted = this.push(': cleared\nid: 0\n\n')
      },
      closed: () => {
        this.#isWanted = false
        this.push(null)
      },
    })
  }

  override _read(): void {
    this.#isWanted = true
    this.#send()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearInterval(this.#heartbeat)
    this.#stop()
    done(error)
  }

  /** Runs while another call is recorded, so an error ends only the stream. */
  #sendOrFail(): void {
    try {
      this.#send()
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  #send(): void {
    this.#sendDropped()
    for (const entry of this.#journal.entriesAfter(this.#last)) {
      this.#sendMarks(entry.seq)
      if (!this.#isWanted) return
      this.#last = entry.seq
      if (judge(entry, this.#match) !== 'matches') continue
      const data = JSON.stringify(summaryOf(entry, this.#journal.masking))
      this.#isWanted = this.push(`id: ${entry.seq}\ndata: ${data}\n\n`)
      if (!this.#isWanted) return
    }
    this.#sendMarks(Number.POSITIVE_INFINITY)
  }

  /** Sends the marks before an entry while the reader wants more. */
  #sendMarks(seq: number): void {
    for (const mark of this.#journal.marks.after(this.#lastMark)) {
      if (mark.afterSeq >= seq || !this.#isWanted) return
      this.#lastMark = mark.number
      const data = JSON.stringify(showMark(mark, this.#journal.masking))
      this.#isWanted = this.push(`event: mark\ndata: ${data}\n\n`)
    }
  }

  #sendDropped(): void {
    const { dropped } = this.#journal
    if (dropped <= this.#last) return
    const data = JSON.stringify({ dropped: dropped - this.#last })
    this.#last = dropped
    this.#isWanted = this.push(`event: dropped\ndata: ${data}\n\n`)
  }
}
