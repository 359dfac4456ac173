import { PIXELS } from '../../store/media/pixels.ts'
import type { Box, CardFormat } from '../../store/media/work.ts'
import { registeredName } from './media-types.ts'

/** The picture in a placeholder: a card of a format in a size, or else ready bytes. */
export interface PlaceholderPicture extends Box {
  cardFormat: CardFormat | undefined
  /** The picture itself, or what stands for a card that cannot be made. */
  bytes: Buffer
  /** Repeated behind the picture up to the declared size. */
  padding: string
}

const CARD: Box = { width: 800, height: 600 }

/** No card of this size has more bytes. */
const CARD_BYTES = 16_384

const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><path fill="#e4e9ee" d="M0 0h800v600H0z"/></svg>\n',
)

const FORMATS: ReadonlyMap<string, CardFormat> = new Map(
  (['gif', 'jpeg', 'png', 'webp'] as const).map((format) => [`image/${format}`, format]),
)

/** The picture in the placeholder of a declared type and size; undefined for a type that gets a sentence (A-16-1). */
export const placeholderPicture = (
  mediaType: string,
  sizeBytes: number,
): PlaceholderPicture | undefined => {
  const type = registeredName(mediaType)
  if (type === 'image/svg+xml')
    return { ...CARD, cardFormat: undefined, bytes: DRAWING, padding: '\n' }
  const format = FORMATS.get(type)
  if (!format) return undefined
  const picture = { bytes: PIXELS[format], padding: '\0' }
  return sizeBytes < CARD_BYTES
    ? { ...picture, width: 1, height: 1, cardFormat: undefined }
    : { ...picture, ...CARD, cardFormat: format }
}
