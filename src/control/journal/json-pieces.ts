import { Readable } from 'node:stream'
import { textInPieces } from '../../kernel/pieces.ts'
import { StreamedJson } from '../define-control.ts'

/** JSON whose text is made step by step, in pieces of time, while it is read; `onClose` runs when that is over. */
export const jsonInPieces = (
  work: Iterator<string>,
  signal: AbortSignal,
  onClose: () => void,
): StreamedJson => new StreamedJson(endWith(Readable.from(textInPieces(work)), signal, onClose))

/** Ends a stream when its caller has gone; `onClose` runs when it has ended, in whatever way. */
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
