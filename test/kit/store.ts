import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { type ChosenVariants, variantOf } from '#src/contract/assumptions/index.ts'
import type { ServiceContext } from '#src/domain/call.ts'
import { findActor, findAppOwner } from '#src/domain/users/actor.ts'
import { streamUuid } from '#src/kernel/streams.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { Store } from '#src/store/db/store.ts'
import { NO_FILES } from '#src/workspaces/files/files.ts'
import { templatePaths } from '#src/workspaces/templates.ts'
import { NOW, openCopy } from './databases.ts'

/** How a call differs from the usual one: by the application's owner, at `NOW`, with all defaults. */
interface CallOptions {
  as?: string
  nowMs?: number
  variants?: ChosenVariants
}

interface StoreCall extends ServiceContext {
  /** Each as its code and, where it has one, the field. */
  readonly warnings: string[]
  readonly outcomes: string[]
  readonly read: string[]
}

export interface OpenedStore {
  readonly store: Store
  call(options?: CallOptions): StoreCall
}

const templates = new Map<string, Buffer>()

const templateOf = (seed: string): Buffer => {
  const bytes = templates.get(seed) ?? readFileSync(templatePaths(shippedFolders(), seed).database)
  templates.set(seed, bytes)
  return bytes
}

/** Opens a database of a built-in seed in memory; it is closed when the test ends. */
export const openStore = (seed: 'minimal' | 'demo' = 'minimal'): OpenedStore => {
  const store = new Store(openCopy(templateOf(seed)))
  onTestFinished(() => store.close())
  return { store, call: (options) => makeCall(store, options) }
}

const makeCall = (
  store: Store,
  { as, nowMs = NOW, variants = {} }: CallOptions = {},
): StoreCall => {
  const actor = as === undefined ? findAppOwner(store) : findActor(store, as)
  if (!actor) throw new Error(`the seed has no user ${as}`)
  const warnings: string[] = []
  const outcomes: string[] = []
  const read: string[] = []
  return {
    store,
    actor,
    nowMs,
    warnings,
    outcomes,
    read,
    files: NO_FILES,
    variant: (id) => {
      read.push(id)
      return variantOf(id, variants)
    },
    warn: (code, field) => {
      warnings.push(field === undefined ? code : `${code} ${field}`)
    },
    outcome: (name) => {
      outcomes.push(name)
    },
    uuid: (counter) => streamUuid(1, 'ids', counter),
    signedUrl: (path) => `signed:${path}`,
  }
}
