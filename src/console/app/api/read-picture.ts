import { untrackedHeaders } from './control.ts'

/** Few at a time, so that a scrolling list leaves connections to everything else. */
const MAX_AT_ONCE = 3

const waiting: (() => void)[] = []
let running = 0

/** Reads a picture of a file without a trace in the journal, which an `<img>` with the URL of the server would leave. */
export const readPicture = async (url: string, signal: AbortSignal): Promise<Blob> => {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    signal.throwIfAborted()
    const reply = await fetch(url, { headers: untrackedHeaders(), credentials: 'omit', signal })
    const blob = await reply.blob()
    if (!reply.ok || !blob.type.startsWith('image/')) throw new Error(`HTTP ${reply.status}`)
    return blob
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
