import type { MemoryAccount } from '../../kernel/memory-accounts.ts'
import type { Image } from './database-image.ts'

/** The images of snapshots in memory, counted with the templates that they keep. */
export class KeptImages {
  readonly #account: MemoryAccount
  readonly #images = new Map<string, Image>()
  /** Number of images by their template. */
  readonly #templates = new Map<Uint8Array, number>()

  constructor(account: MemoryAccount) {
    this.#account = account
  }

  find(name: string): Image | undefined {
    return this.#images.get(name)
  }

  /** Keeps an image, unless there is no room for it; returns whether it is kept. */
  add(name: string, image: Image): boolean {
    const uses = this.#templates.get(image.base) ?? 0
    const bytes = image.pageBytes + (uses === 0 ? image.base.length : 0)
    if (!this.#account.hasRoomFor(bytes)) return false
    this.#images.set(name, image)
    this.#templates.set(image.base, uses + 1)
    this.#account.add(bytes)
    return true
  }

  remove(name: string): void {
    const image = this.#images.get(name)
    if (!image) return
    this.#images.delete(name)
    const uses = (this.#templates.get(image.base) ?? 0) - 1
    if (uses > 0) this.#templates.set(image.base, uses)
    else this.#templates.delete(image.base)
    this.#account.remove(image.pageBytes + (uses > 0 ? 0 : image.base.length))
  }
}
