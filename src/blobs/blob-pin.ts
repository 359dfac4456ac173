/** A store that can keep files from being removed. */
interface Holder {
  hold(digest: string): void
  release(digest: string): void
}

/** The files that one call uses; they are kept until the pin is released. */
export class BlobPin {
  readonly #holder: Holder
  readonly #digests: string[] = []

  constructor(holder: Holder) {
    this.#holder = holder
  }

  hold(digest: string): void {
    this.#holder.hold(digest)
    this.#digests.push(digest)
  }

  release(): void {
    for (const digest of this.#digests.splice(0)) this.#holder.release(digest)
  }
}
