import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Loads a bundle that lies beside that of the command line; only the commands that need one load it. */
export const loadBuilt = (file: 'server.cjs' | 'index.cjs'): unknown => requireHere(`./${file}`)

const requireHere = createRequire(join(import.meta.dirname, 'cli.cjs'))
