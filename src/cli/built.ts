import { createRequire } from 'node:module'
import { join } from 'node:path'

export const builtPath = (file: string): string => join(import.meta.dirname, file)

/** Loads a bundle from the folder of the command line's own bundle. Only the commands that need one load it. */
export const loadBuilt = (file: 'server.cjs' | 'index.cjs'): unknown => requireHere(`./${file}`)

const requireHere = createRequire(builtPath('cli.cjs'))
