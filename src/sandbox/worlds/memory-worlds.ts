import { readFile, rm } from 'node:fs/promises'
import { openInMemory } from '../../db/open-database.ts'
import { Store } from '../../db/store.ts'
import { Image } from './image.ts'
import type { WorldSource, Worlds } from './worlds.ts'

const NOTHING = new Uint8Array(0)

/** Worlds that end with the process. */
export class MemoryWorlds implements Worlds {
  onLeftBehind: undefined
  readonly #asleep = new Map<string, Image>()
  readonly #bases = new Map<string, Uint8Array>()
  readonly #images = new Map<string, Image>()
  #made = 0

  create(source: WorldSource): string {
    const image = typeof source === 'string' ? this.#image(source) : Image.ofTemplate(source)
    const name = this.#nextName('world')
    this.#asleep.set(name, image)
    this.#bases.set(name, image.base)
    return name
  }

  async adopt(path: string): Promise<string> {
    const bytes = await readFile(path)
    await rm(path, { force: true })
    const name = this.create(bytes)
    // Nobody else has a database like it: its bytes go when it is opened.
    this.#bases.set(name, NOTHING)
    return name
  }

  /** To open one takes hardly longer than to have one. */
  expect(): void {}

  open(name: string): Store {
    const image = this.#asleep.get(name)
    if (!image) throw new Error(`no world ${name} was created`)
    this.#asleep.delete(name)
    return new Store(openInMemory(image.toBytes()))
  }

  close(name: string, store: Store): void {
    this.#asleep.set(name, this.#imageOf(name, store))
    store.close()
  }

  discard(name: string, store: Store | undefined): void {
    store?.close()
    this.#asleep.delete(name)
    this.#bases.delete(name)
  }

  keepImage(worldName: string, store: Store): string {
    const name = this.#nextName('image')
    this.#images.set(name, this.#imageOf(worldName, store))
    return name
  }

  removeImage(imageName: string): void {
    this.#images.delete(imageName)
  }

  sweep(): void {}

  end(): void {}

  #image(name: string): Image {
    const image = this.#images.get(name)
    if (!image) throw new Error(`there is no image ${name}`)
    return image
  }

  #imageOf(name: string, store: Store): Image {
    const bytes = store.sqlite.serialize()
    return Image.of(bytes, this.#bases.get(name) ?? bytes)
  }

  #nextName(kind: 'world' | 'image'): string {
    this.#made += 1
    return `${kind}.${this.#made}`
  }
}
