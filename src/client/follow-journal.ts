import { StringDecoder } from 'node:string_decoder'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Connection } from './connection.ts'
import { reasonOf, UnreachableError } from './errors.ts'
import type { JournalEntry, JournalFilter, JournalMark } from './generated/control.ts'

/** The calls to follow. */
export interface FollowOptions
  extends Pick<JournalFilter, 'operation' | 'code' | 'actor' | 'finding' | 'level' | 'after'> {
  /** Receives the number of calls that the journal dropped before they could be sent. */
  onDropped?: (count: number) => void
  /** Receives changes between the calls, such as the clock or a fault rule. */
  onMark?: (mark: JournalMark) => void
}

/** Yields the calls of a workspace as they end, until the server stops or the loop is left. */
export const followJournal = (
  connection: Connection,
  options: FollowOptions = {},
): AsyncGenerator<JournalEntry> => {
  const stopping = new AbortController()
  const entries = entriesOf(connection, options, stopping.signal)
  const end = entries.return.bind(entries)
  return Object.assign(entries, {
    // Without a wait for the next entry.
    return: (value: unknown) => {
      stopping.abort()
      return end(value)
    },
  })
}

async function* entriesOf(
  connection: Connection,
  { onDropped, onMark, ...query }: FollowOptions,
  signal: AbortSignal,
): AsyncGenerator<JournalEntry> {
  try {
    const { body } = await connection.open('GET /journal/stream', { query: { ...query }, signal })
    if (!body) return
    for await (const { event, data } of eventsOf(
      body as unknown as AsyncIterable<Uint8Array>,
      connection.url,
    )) {
      if (event === undefined) yield JSON.parse(data)
      if (event === 'mark') onMark?.(JSON.parse(data))
      if (event === 'dropped') onDropped?.(JSON.parse(data).dropped)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function* eventsOf(
  body: AsyncIterable<Uint8Array>,
  url: string,
): AsyncGenerator<EventSourceMessage> {
  const received: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => received.push(event) })
  const decoder = new StringDecoder()
  try {
    for await (const bytes of body) {
      parser.feed(decoder.write(bytes))
      yield* received.splice(0)
    }
  } catch (error) {
    throw new UnreachableError(`${url} closed the stream: ${reasonOf(error)}`)
  }
}
