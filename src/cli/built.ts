import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Loads a file of the built program that lies beside the command line, only when it is needed. */
export const loadBuilt = (file: 'server.cjs' | 'index.cjs'): unknown => requireHere(`./${file}`)

/** Loads a package that has a native part. */
export const loadNative = (name: string): unknown => requireHere(name)

const requireHere = createRequire(join(import.meta.dirname, 'cli.cjs'))
