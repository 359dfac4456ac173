import type { Readable } from 'node:stream'

/** Ends a stream when its caller has gone; `onClose` runs when the stream has ended or was aborted. */
export const endWith = <T extends Readable>(
  stream: T,
  signal: AbortSignal,
  onClose: () => void,
): T => {
  const end = () => stream.destroy()
  stream.once('close', () => {
    signal.removeEventListener('abort', end)
    onClose()
  })
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  return stream
}
