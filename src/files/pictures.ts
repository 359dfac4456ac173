import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { PictureOffer } from '../domain/files/find-offer.ts'
import { remember } from '../kernel/remember.ts'
import { sha256Hex } from '../kernel/signature.ts'
import type { Asker, Media, Picture } from '../media/media.ts'

/** A picture to send; the tag identifies its bytes. */
export interface ShownPicture extends Pick<Picture, 'bytes' | 'mediaType'> {
  tag: string
}

type Box = PictureOffer['box']
type CardFormat = Parameters<Media['makeCard']>[2]

const EXTENSIONS = { jpg: 'image/jpeg', png: 'image/png' } as const

/** Maximum number of stored sizes of one file. */
const MAX_SIZES = 32

/** Maximum number of cached cards, and of files known to have no picture. */
const MAX_REMEMBERED = 200

/** Pictures of files, made at the first request and then kept; cards for files that have no picture. */
export class Pictures {
  readonly #blobs: BlobStore
  readonly #media: Media
  readonly #cards = new Map<string, ShownPicture>()
  readonly #withoutPicture = new Map<string, true>()

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
    const key = tagOf(fileKind, nameOf(box), format)
    const known = this.#cards.get(key)
    if (known) return known
    const made = await this.#media.makeCard(fileKind, box, format, asker)
    const card = { ...made, tag: key }
    // One pixel stands for a card that could not be made this time.
    if (made.width > 1) remember(this.#cards, key, card, MAX_REMEMBERED)
    return card
  }

  async #find(digest: string, box: Box, asker: Asker): Promise<ShownPicture | undefined> {
    if (this.#withoutPicture.has(digest)) return undefined
    this.#blobs.hold(digest)
    try {
      return (await this.#kept(digest, box)) ?? (await this.#make(digest, box, asker))
    } finally {
      this.#blobs.release(digest)
    }
  }

  /** A stored picture; undefined when it is missing or was lost in a crash of the machine. */
  async #kept(digest: string, box: Box): Promise<ShownPicture | undefined> {
    for (const [extension, mediaType] of Object.entries(EXTENSIONS)) {
      const bytes = await readIfThere(this.#pathOf(digest, box, extension))
      if (bytes?.length) return { bytes, mediaType, tag: tagOf(digest, nameOf(box)) }
    }
    return undefined
  }

  async #make(digest: string, box: Box, asker: Asker): Promise<ShownPicture | undefined> {
    const source = this.#blobs.find(digest)
    if (source === undefined) return undefined
    const made = await this.#media.tryPicture(source, box, { ...asker, digest })
    if (!made) return undefined
    const picture = made.answer
    if (picture) await this.#blobs.whileWriting(this.#keep(digest, box, picture))
    else remember(this.#withoutPicture, digest, true, MAX_REMEMBERED)
    return picture && { ...picture, tag: tagOf(digest, nameOf(box)) }
  }

  /** Stores a picture; an error, such as a full disk, is ignored, because the picture can still be sent. */
  async #keep(digest: string, box: Box, { bytes, mediaType }: Picture): Promise<void> {
    const extension = mediaType === 'image/png' ? 'png' : 'jpg'
    const path = this.#pathOf(digest, box, extension)
    const folder = this.#blobs.paths.picturesOf(digest)
    const unfinished = this.#blobs.paths.freshPath()
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await this.#makeRoom(folder)
      await mkdir(this.#blobs.paths.unfinished, { recursive: true, mode: 0o700 })
      await writeFile(unfinished, bytes, { mode: 0o600, flag: 'wx' })
      await rename(unfinished, path)
    } catch {
      await rm(unfinished, { force: true }).catch(() => undefined)
    }
  }

  async #makeRoom(folder: string): Promise<void> {
    const names = await readdir(folder)
    const superfluous = names.slice(0, Math.max(0, names.length - MAX_SIZES + 1))
    for (const name of superfluous) await rm(join(folder, name), { force: true })
  }

  #pathOf(digest: string, box: Box, extension: string): string {
    return this.#blobs.paths.picturePath(digest, `${nameOf(box)}.${extension}`)
  }
}

/** A tag derived from the inputs of a picture, without its bytes. */
const tagOf = (...parts: readonly string[]): string => sha256Hex(JSON.stringify(parts)).slice(0, 32)

const nameOf = ({ width, height }: Box): string => `${width}x${height}`

const readIfThere = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
