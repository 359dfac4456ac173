import type { Readable } from 'node:stream'
import type { PlaceholderContent } from '../../domain/files/find-offer.ts'
import { placeholderPicture } from '../../domain/files/placeholder-picture.ts'
import { streamInPieces } from '../../kernel/pieces.ts'
import { sha256Hex } from '../../kernel/signature.ts'
import type { ByteRange } from '../../kernel/text.ts'
import type { Asker } from '../../store/media/media.ts'
import type { Pictures } from './pictures.ts'

export interface Placeholder {
  tag: string
  sizeBytes: number
  read(range: ByteRange): Readable
}

const PADDING_BYTES = 65_536

/** A file of the declared size: a picture for picture types, which may be larger, else a sentence (A-16-1). */
export const makePlaceholder = async (
  { placeholderBytes, name, fileKind }: PlaceholderContent,
  mediaType: string,
  pictures: Pictures,
  asker: Asker,
): Promise<Placeholder> => {
  const picture = placeholderPicture(mediaType, placeholderBytes)
  const card =
    picture?.cardFormat && (await pictures.card(fileKind, picture, asker, picture.cardFormat))
  const isMade = card && card.mediaType === `image/${picture.cardFormat}`
  const sentence = Buffer.from(`Placeholder: nothing was uploaded for ${name}\n`)
  const head = isMade ? card.bytes : (picture?.bytes ?? sentence)
  const sizeBytes = picture ? Math.max(placeholderBytes, head.length) : placeholderBytes
  const padding = Buffer.alloc(PADDING_BYTES, picture?.padding)
  return {
    tag: sha256Hex(`${sizeBytes} ${sha256Hex(head)}`).slice(0, 32),
    sizeBytes,
    read: ({ start, end }) => streamInPieces(padded(head, padding, start, end + 1), asker),
  }
}

/** The bytes from `start` to before `end` of a head that padding follows. */
function* padded(head: Buffer, padding: Buffer, start: number, end: number): Generator<Buffer> {
  let at = start
  while (at < end) {
    const chunk = at < head.length ? head.subarray(at, end) : padding.subarray(0, end - at)
    yield chunk
    at += chunk.length
  }
}
