import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const require = createRequire(import.meta.url)

/** Packages that no start needs. A program loads them when it first uses one of their exports. */
const LATE = /^(?:ajv|content-disposition|eventsource-parser|mime-types|tar-stream)$/

const loadLate = {
  name: 'load-late',
  setup: (build) => {
    build.onResolve({ filter: LATE }, ({ path, namespace }) =>
      namespace === 'late' ? { path, external: true } : { path, namespace: 'late' },
    )
    build.onLoad({ filter: LATE, namespace: 'late' }, ({ path }) => ({
      contents: `module.exports = {
        ${Object.keys(require(path)).map((name) => `get '${name}'() { return require('${path}')['${name}'] }`)}
      }`,
    }))
  },
}

/**
 * Bundles our own code from one entry into one CommonJS file of `dist`, which starts faster than many modules.
 * Packages stay where npm installs them. The source map is linked, so that stack traces name the files of `src`.
 */
export const bundleOptions = (entry, outfile, { plugins = [], ...options } = {}) => ({
  absWorkingDir: root,
  entryPoints: [entry],
  outfile: `dist/${outfile}.cjs`,
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  define: { 'import.meta.dirname': '__dirname' },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [loadLate, ...plugins],
  ...options,
})

export const bundle = (...args) => build(bundleOptions(...args))
