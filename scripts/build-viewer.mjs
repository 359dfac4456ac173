// Puts the viewer of the OpenAPI documents into dist/docs-viewer: our page, and the static files of Swagger UI.
import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const require = createRequire(import.meta.url)

const OURS = ['index.html', 'page.css', 'swagger-ui-license.txt']
const SWAGGER_UI = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png']

/** Bundles the page's script, and copies the rest. */
export const buildViewer = async (root) => {
  const target = join(root, 'dist/docs-viewer')
  mkdirSync(target, { recursive: true })
  for (const name of OURS) copyFileSync(join(root, 'src/viewer/page', name), join(target, name))
  const source = join(dirname(require.resolve('@fastify/swagger-ui')), 'static')
  for (const name of SWAGGER_UI) copyFileSync(join(source, name), join(target, name))
  await build({
    absWorkingDir: root,
    entryPoints: ['src/viewer/page/page.ts'],
    outfile: 'dist/docs-viewer/page.js',
    bundle: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  })
}
