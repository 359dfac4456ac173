// Bundles the console into dist/console.
import { join } from 'node:path'
import { build } from 'vite'
import { notingLicenses } from './licenses.mjs'

/** Bundles the page, its scripts and style sheets; each view is a script of its own, loaded when it is opened. */
export const buildConsole = (root) =>
  build({
    configFile: false,
    root: join(root, 'src/console/app'),
    base: './',
    logLevel: 'warn',
    plugins: [notingLicenses],
    resolve: {
      alias: { '#src': join(root, 'src') },
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
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
