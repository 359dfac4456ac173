// Bundles the console into dist/console.
import { join } from 'node:path'
import { build } from 'vite'
import { notingLicenses } from './licenses.mjs'

/** How Vite reads the console: for the build, and for the development server. */
export const consoleConfig = (root) => ({
  configFile: false,
  root: join(root, 'src/console'),
  resolve: {
    alias: { '#src': join(root, 'src') },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
})

/** Bundles the page, its scripts and style sheets; each view is a script of its own, loaded when it is opened. */
export const buildConsole = (root) =>
  build({
    ...consoleConfig(root),
    base: './',
    logLevel: 'warn',
    plugins: [notingLicenses],
    build: {
      outDir: join(root, 'dist/console'),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      license: false,
      rolldownOptions: {
        output: {
          entryFileNames: 'assets/[name].js',
          chunkFileNames: 'assets/[name].js',
          assetFileNames: 'assets/[name][extname]',
        },
      },
    },
  })
