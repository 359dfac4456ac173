import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { ByteRange } from './text.ts'

const leaveToReader = (): void => undefined

/**
 * Gives a stream to a call, or to whatever else the signal ends with: the stream is destroyed with it. An error before
 * the stream has a reader stays in the stream for that reader; without a listener it would end the process. `onClose`
 * runs when the stream has ended or was destroyed.
 */
export const owned = <T extends Readable>(
  stream: T,
  signal: AbortSignal,
  onClose?: () => void,
): T => {
  const end = () => stream.destroy()
  stream.on('error', leaveToReader)
  stream.once('close', () => {
    signal.removeEventListener('abort', end)
    onClose?.()
  })
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  return stream
}

interface ReadOptions extends Partial<ByteRange> {
  readonly highWaterMark?: number
}

/** The bytes of a file, which is opened when they are first asked for, and closed when the loop that reads them ends. */
export async function* fileBytes(
  path: string,
  { open, ...options }: ReadOptions & { open?: () => number } = {},
): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { ...options, ...(open && { fd: open() }) })
}
