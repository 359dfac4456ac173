/** One event of a stream; its type is `message` by default. */
export interface ServerSentEvent {
  type: string
  data: string
}

/** Yields the events of a stream that have data. */
export async function* eventsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let fields: [name: string, value: string][] = []
  for await (const line of linesOf(bytes)) {
    if (line !== '') {
      fields.push(fieldOf(line))
      continue
    }
    const data = fields.filter(([name]) => name === 'data').map(([, value]) => value)
    const type = fields.findLast(([name]) => name === 'event')?.[1] ?? 'message'
    fields = []
    if (data.length > 0) yield { type, data: data.join('\n') }
  }
}

/** The field of a line; a comment has an empty name. */
const fieldOf = (line: string): [name: string, value: string] => {
  const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
  return [name, value]
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
}
