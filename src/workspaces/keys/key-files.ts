import { readFileSync, statSync } from 'node:fs'
import { StartError } from '../../contract/errors/caller-error.ts'
import { KEY_KINDS, MIN_ADMIN_KEY } from '../../contract/key-shapes.ts'
import { sha256Hex } from '../../kernel/signature.ts'
import { messageOf } from '../../kernel/text.ts'
import type { keys } from '../../store/db/tables/registry.ts'

/** A stored key. */
export type KeyRecord = typeof keys.$inferSelect

/** A file that is read again when it has changed. One that cannot be read then keeps its last value. */
export class WatchedFile<T> {
  readonly path: string
  onUnreadable: (problem: string) => void = () => {}
  /** Called with the new value when the file has changed. */
  onChanged: (value: T) => void = () => {}
  readonly #parse: (text: string) => T
  #version: string
  #value: T
  #problem: string | undefined

  constructor(path: string, parse: (text: string) => T) {
    this.path = path
    this.#parse = parse
    try {
      this.#version = this.#versionNow()
      this.#value = parse(readFileSync(path, 'utf8'))
    } catch (error) {
      throw new StartError(`${path} cannot be read: ${messageOf(error)}`)
    }
  }

  get value(): T {
    try {
      const version = this.#versionNow()
      if (version !== this.#version) {
        this.#version = version
        this.#value = this.#parse(readFileSync(this.path, 'utf8'))
        this.#problem = undefined
        this.onChanged(this.#value)
      }
    } catch (error) {
      const problem = `${this.path}: ${messageOf(error)}`
      if (problem !== this.#problem) this.onUnreadable(problem)
      this.#problem = problem
    }
    return this.#value
  }

  #versionNow(): string {
    const { ino, size, mtimeNs } = statSync(this.path, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  }
}

/** An admin key of a file. Its id tells it apart from the key that was in its line before. */
export interface AdminKey {
  readonly key: string
  readonly id: string
  readonly name: string
}

/** More than the owners of a server, twice, for those who go from one key to another. */
const MAX_ADMIN_KEYS = 20

const NAMED_KEY = /^([A-Za-z][\w.-]{0,39}):\s+(.+)$/

/** Admin keys, one a line, each with a name in front if its owner wants one: `anna: 5f3c…`. */
export const readAdminKeys = (text: string): readonly AdminKey[] => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const keys = lines.map((line, index) => {
    const [, owner, key = line] = NAMED_KEY.exec(line) ?? []
    // No other key has a name with a colon.
    const name = owner === undefined ? `admin-${index + 1}` : `admin:${owner}`
    return { key, id: `admin-${sha256Hex(key).slice(0, 8)}`, name }
  })
  if (keys.length < 1 || keys.length > MAX_ADMIN_KEYS)
    throw new Error(`it must have 1 to ${MAX_ADMIN_KEYS} keys, one per line`)
  if (keys.some(({ key }) => key.length < MIN_ADMIN_KEY))
    throw new Error(`a key must have at least ${MIN_ADMIN_KEY} characters`)
  if (new Set(keys.map(({ name }) => name.toLowerCase())).size < keys.length)
    throw new Error('two keys have the same name; give each its own')
  return keys
}

const NO_KEYS = 'it is not a key file; create one with dam-sandbox keys create --file'

const parse = (text: string): { keys?: KeyRecord[] } => {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new Error(NO_KEYS)
  }
}

/** Keys as the command line writes them, for all nodes of a fleet. */
export const readKeys = (text: string): KeyRecord[] => {
  const { keys } = parse(text)
  const isKey = (key: KeyRecord) => /^[0-9a-f]{64}$/.test(key?.hash) && KEY_KINDS.includes(key.kind)
  if (!Array.isArray(keys) || !keys.every(isKey)) throw new Error(NO_KEYS)
  return keys
}
