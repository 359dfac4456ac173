import type { Random } from '../core/random.ts'

export interface KnownUpload {
  readonly uploadId: string
  readonly filePath: string
  readonly parts: Map<number, string>
}

const KEPT = 20
const MAX_VISITED = 400
const MAX_TEXT = 500

/** Where else a field finds values: ids have other names in the answers than in the requests. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['E21.assetIdList', ['assetElementIdList', 'atoms']],
  ['E4.assetIdList', ['successMaterialIdList', 'id', 'assets']],
  ['E9.objects', ['successMaterialIdList', 'assetElementIdList', 'atoms']],
  ['E22.assetIds', ['successMaterialIdList']],
  ['E16.path', ['filePath']],
])

export class Pool {
  readonly #values = new Map<string, unknown[]>()
  readonly uploads: KnownUpload[] = []
  /** Signed URLs of files and pictures, without the origin. */
  readonly signedPaths: string[] = []

  learn(answer: unknown): void {
    const queue: { key: string; value: unknown }[] = [{ key: '', value: answer }]
    for (let visited = 0; queue.length > 0 && visited < MAX_VISITED; visited += 1) {
      const { key, value } = queue.pop() ?? { key: '', value: null }
      if (Array.isArray(value))
        queue.push(...value.slice(0, 20).map((element) => ({ key, value: element })))
      else if (value !== null && typeof value === 'object') {
        this.#learnUpload(value)
        for (const [name, child] of Object.entries(value).slice(0, 60))
          queue.push({ key: name, value: child })
      } else this.add(key, value)
    }
  }

  add(key: string, value: unknown): void {
    if (value === null || value === undefined || String(value).length > MAX_TEXT) return
    const [, path] = /^https?:\/\/[^/]+(\/_files\/.*)$/.exec(String(value)) ?? []
    if (path !== undefined) keep(this.signedPaths, path)
    const known = this.#values.get(key) ?? []
    this.#values.set(key, known)
    keep(known, value)
  }

  /** A value that an answer had under a name, if any did. */
  find(random: Random, route: string, key: string): unknown {
    const names = [...(ALIASES.get(`${route}.${key}`) ?? []), key]
    const known = names.filter((name) => this.#values.has(name))
    return known.length > 0 ? random.pick(this.#values.get(random.pick(known)) ?? []) : undefined
  }

  #learnUpload(value: object): void {
    const { uploadId, filePath } = value as Partial<KnownUpload>
    if (typeof uploadId !== 'string' || typeof filePath !== 'string') return
    if (this.uploads.some((known) => known.uploadId === uploadId)) return
    keep(this.uploads, { uploadId, filePath, parts: new Map() })
  }
}

const keep = <T>(list: T[], value: T): void => {
  list.push(value)
  if (list.length > KEPT) list.shift()
}
