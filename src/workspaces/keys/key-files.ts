import { readFileSync, statSync } from 'node:fs'
import { StartError } from '../../contract/errors/caller-error.ts'
import { KEY_KINDS, MIN_ADMIN_KEY } from '../../contract/key-shapes.ts'
import { messageOf } from '../../kernel/text.ts'
import type { keys } from '../../store/db/tables/registry.ts'

/** A stored key. */
export type KeyRecord = typeof keys.$inferSelect

/** A file that is read again when it has changed. One that cannot be read then keeps its last value. */
export class WatchedFile<T> {
  readonly path: string
  onUnreadable: (problem: string) => void = () => {}
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

/** One or two admin keys, one a line, so that clients can go from the one to the other. */
export const readAdminKeys = (text: string): readonly string[] => {
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (keys.length < 1 || keys.length > 2)
    throw new Error('it must have one or two keys, one per line')
  if (keys.some(({ length }) => length < MIN_ADMIN_KEY))
    throw new Error(`a key must have at least ${MIN_ADMIN_KEY} characters`)
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
