import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages with a native part, which are loaded from where they are installed, and parts of Fastify that it never loads here. */
export const EXTERNAL = [
  'better-sqlite3',
  'sharp',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]

/** What makes one CommonJS file of `dist` of an entry, which starts faster than many modules. */
export const bundleOptions = (entry, outfile, options = {}) => ({
  absWorkingDir: root,
  entryPoints: [entry],
  outfile: `dist/${outfile}.cjs`,
  bundle: true,
  platform: 'node',
  target: 'node20',
  external: EXTERNAL,
  define: { 'import.meta.dirname': '__dirname' },
  minifyWhitespace: true,
  lineLimit: 160,
  logLevel: 'warning',
  metafile: true,
  ...options,
})

export const bundle = (...args) => build(bundleOptions(...args))
