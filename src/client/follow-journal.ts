import type { Connection } from './connection.ts'
import { reasonOf, UnreachableError } from './errors.ts'
import type { JournalEntry } from './generated/control.ts'
import type { FollowOptions } from './handle-types.ts'
import { eventsOf } from './server-sent-events.ts'

/** Yields the calls of a workspace as they end, until the server stops or the signal aborts. */
export async function* followJournal(
  connection: Connection,
  { onDropped, onMark, ...query }: FollowOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<JournalEntry> {
  try {
    const { body } = await connection.open('GET', '/journal/stream', {
      query: { ...query },
      ...(signal && { signal }),
    })
    if (!body) throw new UnreachableError(`${connection.url} answered without a stream`)
    for await (const { type, data } of eventsOf(bytesOf(body, connection.url))) {
      if (type === 'message') yield JSON.parse(data)
      if (type === 'mark') onMark?.(JSON.parse(data))
      if (type === 'dropped') onDropped?.(JSON.parse(data).dropped)
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

async function* bytesOf(body: AsyncIterable<Uint8Array>, url: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new UnreachableError(`${url} closed the stream: ${reasonOf(error)}`)
  }
}
