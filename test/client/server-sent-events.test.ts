import { describe, expect, test } from 'vitest'
import { eventsOf, type ServerSentEvent } from '#src/client/server-sent-events.ts'

const TEXT =
  'retry: 1000\n\nid: 1\ndata: {"name":"雾岭"}\n\n: alive\n\nevent: dropped\r\ndata: 1\r\ndata:2\r\n\r\ndata: cut'

const EVENTS = [
  { type: 'message', data: '{"name":"雾岭"}' },
  { type: 'dropped', data: '1\n2' },
]

async function* inPieces(sizeBytes: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(TEXT)
  for (let start = 0; start < bytes.length; start += sizeBytes)
    yield bytes.subarray(start, start + sizeBytes)
}

describe('server-sent events', () => {
  test.each([1, 2, 3, 7, 1_000])('are read whole from chunks of %d bytes', async (sizeBytes) => {
    const events: ServerSentEvent[] = []
    for await (const event of eventsOf(inPieces(sizeBytes))) events.push(event)
    expect(events).toEqual(EVENTS)
  })
})
