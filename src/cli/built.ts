import { createRequire } from 'node:module'
import { join } from 'node:path'

export const builtPath = (file: string): string => join(import.meta.dirname, file)

/** Loads a bundle that lies beside that of the command line; only the commands that need one load it. */
export const loadBuilt = (file: 'server.cjs' | 'index.cjs'): unknown => requireHere(`./${file}`)

const requireHere = createRequire(builtPath('cli.cjs'))
