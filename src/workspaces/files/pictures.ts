import type { PictureOffer } from '../../domain/files/find-offer.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { remember } from '../../kernel/lists.ts'
import { sha256Hex } from '../../kernel/signature.ts'
import { BlobPin, type BlobStore } from '../../store/blobs/blob-store.ts'
import type { Asker, Media, Picture } from '../../store/media/media.ts'

export interface ShownPicture extends Pick<Picture, 'bytes' | 'mediaType'> {
  tag: string
}

type Box = PictureOffer['box']
type CardFormat = Parameters<Media['makeCard']>[2]

const MAX_REMEMBERED = 200

/** Pictures of files, and cards for files that have no picture; the last ones that were made are kept in memory. */
export class Pictures {
  readonly #blobs: BlobStore
  readonly #media: Media
  /** By their tags, the oldest first. */
  readonly #kept = new Map<string, ShownPicture>()
  readonly #withoutPicture = new Map<string, true>()
  #keptBytes = 0

  constructor(blobs: BlobStore, media: Media) {
    this.#blobs = blobs
    this.#media = media
  }

  /** The offered picture: of its source, or a card for its kind of file. */
  async show({ sourceDigest, box, fileKind }: PictureOffer, asker: Asker): Promise<ShownPicture> {
    const picture = sourceDigest && (await this.#find(sourceDigest, box, asker))
    return picture || this.card(fileKind, box, asker)
  }

  async card(
    fileKind: string,
    box: Box,
    asker: Asker,
    format: CardFormat = 'png',
  ): Promise<ShownPicture> {
    const tag = tagOf(fileKind, box, format)
    const known = this.#kept.get(tag)
    if (known) return known
    const made = await this.#media.makeCard(fileKind, box, format, asker)
    const card = { ...made, tag }
    // One pixel stands for a card that could not be made this time.
    if (made.width > 1) this.#keep(card)
    return card
  }

  async #find(digest: string, box: Box, asker: Asker): Promise<ShownPicture | undefined> {
    const tag = tagOf(digest, box)
    const known = this.#kept.get(tag)
    const source = this.#blobs.find(digest)
    if (known || source === undefined || this.#withoutPicture.has(digest)) return known
    using pin = new BlobPin(this.#blobs)
    pin.hold(digest)
    const made = await this.#media.tryPicture(source, box, { ...asker, digest })
    if (made && !made.answer) remember(this.#withoutPicture, digest, true, MAX_REMEMBERED)
    const picture = made?.answer && { ...made.answer, tag }
    if (picture) this.#keep(picture)
    return picture
  }

  #keep(picture: ShownPicture): void {
    if (this.#kept.has(picture.tag)) return
    // A copy, because the bytes are a part of a longer message of the worker.
    this.#kept.set(picture.tag, { ...picture, bytes: Buffer.from(picture.bytes) })
    this.#keptBytes += picture.bytes.length
    for (const [tag, { bytes }] of this.#kept) {
      if (this.#keptBytes <= LIMITS.pictureBytes.max) return
      this.#kept.delete(tag)
      this.#keptBytes -= bytes.length
    }
  }
}

/** A tag derived from the inputs of a picture, without its bytes. */
const tagOf = (source: string, { width, height }: Box, ...more: readonly string[]): string =>
  sha256Hex(JSON.stringify([source, `${width}x${height}`, ...more])).slice(0, 32)
