import type { CallFiles } from '../../domain/call.ts'
import type { ByteRange } from '../../kernel/text.ts'
import {
  type BlobOptions,
  BlobPin,
  BlobStore,
  type StoredFile,
} from '../../store/blobs/blob-store.ts'
import { type Asker, Media } from '../../store/media/media.ts'
import type { WorkerProgram } from '../../store/media/worker-process.ts'
import { Pictures } from './pictures.ts'

export type { Asker } from '../../store/media/media.ts'

export interface HeldFiles extends CallFiles {
  /** Passes bytes of another temporary file on, which count as those of files do. */
  counted(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  adopt(digests: readonly string[]): Promise<void>
  read(digest: string, range?: ByteRange): AsyncIterable<Uint8Array>
}

export class Files {
  readonly blobs: BlobStore
  readonly media: Media
  readonly pictures: Pictures
  readonly #merging = new Map<string, Promise<StoredFile>>()

  onStored: (() => void) | undefined

  constructor({ mediaWorker, ...blobs }: BlobOptions & { mediaWorker: WorkerProgram }) {
    this.blobs = new BlobStore(blobs)
    this.media = new Media(mediaWorker)
    this.pictures = new Pictures(this.blobs, this.media)
  }

  /** Runs work with its files pinned; a caller who is gone does not wait for their facts. */
  async whileHeld<T>(work: (files: HeldFiles) => Promise<T>, asker: Asker = {}): Promise<T> {
    using pin = new BlobPin(this.blobs)
    return await work(this.#hold(pin, asker))
  }

  /** Callers of a merge in progress share it; its result is held a little longer than the merge. */
  #mergeOnce(digests: readonly string[]): Promise<StoredFile> {
    const key = digests.join()
    const running = this.#merging.get(key)
    if (running) return running
    const pin = new BlobPin(this.blobs)
    const merging = this.#stored(this.blobs.merge(pin, digests)).finally(() => {
      this.#merging.delete(key)
      setImmediate(() => pin[Symbol.dispose]())
    })
    this.#merging.set(key, merging)
    return merging
  }

  /** Reports a stored file, since a replaced one can be removed. */
  #stored(storing: Promise<StoredFile>): Promise<StoredFile> {
    return storing.finally(() => this.onStored?.())
  }

  #hold(pin: BlobPin, asker: Asker): HeldFiles {
    return {
      receive: (source, maxBytes) => this.#stored(this.blobs.receive(pin, source, maxBytes)),
      merge: async (digests) => {
        const file = await this.#mergeOnce(digests)
        pin.hold(file.digest)
        return file
      },
      counted: (source) => pin.through(source),
      adopt: (digests) => this.blobs.adopt(pin, digests),
      read: (digest, range) => this.blobs.read(digest, range),
      readFacts: async (digest, hint) => {
        pin.hold(digest)
        const path = this.blobs.find(digest)
        return path === undefined
          ? undefined
          : this.media.readFacts(path, hint, { ...asker, digest })
      },
    }
  }
}

const refuseFiles = (): never => {
  throw new Error('an operation without `prepare` cannot use files')
}

export const NO_FILES: CallFiles = {
  receive: refuseFiles,
  merge: refuseFiles,
  readFacts: refuseFiles,
}
