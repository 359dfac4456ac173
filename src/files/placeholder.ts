import type { Readable } from 'node:stream'
import type { PlaceholderContent } from '../domain/files/find-offer.ts'
import { streamInPieces } from '../kernel/pieces.ts'
import { sha256Hex } from '../kernel/signature.ts'
import type { ByteRange } from '../kernel/text.ts'
import type { Asker, CardFormat } from '../media/media.ts'
import type { Pictures } from './pictures.ts'

export interface Placeholder {
  tag: string
  sizeBytes: number
  read(range: ByteRange | undefined): Readable
}

const CARD_FORMATS: ReadonlyMap<string, CardFormat> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/jpg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

const CARD_BOX = { width: 800, height: 600 }

const PADDING = Buffer.alloc(65_536)

/** A file of exactly the declared size: a card for picture types, else a sentence (A-16-1). */
export const makePlaceholder = async (
  { placeholderBytes, name, fileKind }: PlaceholderContent,
  mediaType: string,
  pictures: Pictures,
  asker: Asker,
): Promise<Placeholder> => {
  const format = CARD_FORMATS.get(mediaType)
  const card = format && (await pictures.card(fileKind, CARD_BOX, asker, format)).bytes
  const head =
    card && card.length <= placeholderBytes
      ? card
      : Buffer.from(`Placeholder: nothing was uploaded for ${name}\n`)
  return {
    tag: sha256Hex(`${placeholderBytes} ${sha256Hex(head)}`).slice(0, 32),
    sizeBytes: placeholderBytes,
    read: (range) => {
      const { start, end } = range ?? { start: 0, end: placeholderBytes - 1 }
      return streamInPieces(padded(head, start, end + 1), asker)
    },
  }
}

/** The bytes from `start` to before `end` of a head that zero bytes follow. */
function* padded(head: Buffer, start: number, end: number): Generator<Buffer> {
  let at = start
  while (at < end) {
    const chunk = at < head.length ? head.subarray(at, end) : PADDING.subarray(0, end - at)
    yield chunk
    at += chunk.length
  }
}
