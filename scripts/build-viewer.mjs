// Puts the viewer of the OpenAPI documents into dist/docs-viewer: our page, and the static files of Swagger UI.
import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

const OURS = ['index.html', 'page.js', 'swagger-ui-license.txt']
const SWAGGER_UI = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png']

/** Copies the files of the page. */
export const buildViewer = (root) => {
  const target = join(root, 'dist/docs-viewer')
  mkdirSync(target, { recursive: true })
  for (const name of OURS) copyFileSync(join(root, 'src/viewer', name), join(target, name))
  const source = join(dirname(require.resolve('@fastify/swagger-ui')), 'static')
  for (const name of SWAGGER_UI) copyFileSync(join(source, name), join(target, name))
}
