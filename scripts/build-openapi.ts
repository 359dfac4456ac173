import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverRoutes } from '#scripts/print/server-routes.ts'
import { buildDocuments } from '#src/openapi/build-documents.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'

/** Writes the OpenAPI documents. Run at build time, never by the server. */
const main = async (): Promise<void> => {
  const { openapi, version } = shippedFolders()
  mkdirSync(openapi, { recursive: true })
  const files = await buildDocuments(await serverRoutes(), version)
  for (const [name, text] of Object.entries(files)) {
    const path = join(openapi, name)
    writeFileSync(`${path}.new`, text)
    renameSync(`${path}.new`, path)
  }
}

void main()
