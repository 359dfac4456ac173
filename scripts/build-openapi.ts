import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printStateIds } from '#scripts/print/print-types.ts'
import { serverRoutes } from '#scripts/print/server-routes.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { startSandbox, type WorkspaceHandle } from '#src/index.ts'
import { buildDocuments } from '#src/openapi/build-documents.ts'
import type { RecordedExample } from '#src/openapi/examples/recorded-example.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { RECORDED_URL, recordExamples } from './record-examples.ts'

/** The answers of a server with the seed `demo` to all examples. */
const record = async (): Promise<RecordedExample[]> => {
  const sandbox = await startSandbox({ seed: 'demo', publicUrl: RECORDED_URL })
  try {
    await writeStateIds(sandbox.default)
    return await recordExamples(async ({ method, path, headers, body }) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(sandbox.url + path, { method, headers, ...sent })
      return await response.text()
    })
  } finally {
    await sandbox.close()
  }
}

const STATE_IDS = 'src/client/generated/states.ts'

/** Sets every named state, and writes the types of what it answers; types that are as they should be keep their time. */
const writeStateIds = async (workspace: WorkspaceHandle): Promise<void> => {
  const answers: Record<string, object> = {}
  for (const { name } of await workspace.states()) answers[name] = (await workspace.state(name)).ids
  const text = printStateIds(answers)
  if (existsSync(STATE_IDS) && readFileSync(STATE_IDS, 'utf8') === text) return
  writeFileSync(STATE_IDS, text)
}

/** Writes the OpenAPI documents. Run at build time, never by the server. */
const main = async (): Promise<void> => {
  const { openapi, version } = shippedFolders()
  mkdirSync(openapi, { recursive: true })
  const operations = CATALOGUE.map(
    ({ id, summary, path }) => `- [${id}](/openapi/${id}.json): ${summary}, POST ${path}\n`,
  )
  const guide = readFileSync('docs/agents/llms.txt', 'utf8')
  writeFileSync(join(openapi, 'llms.txt'), `${guide}\n## Operations\n\n${operations.join('')}`)
  const files = await buildDocuments(await serverRoutes(), version, await record())
  for (const [name, text] of Object.entries(files)) {
    const path = join(openapi, name)
    writeFileSync(`${path}.new`, text)
    renameSync(`${path}.new`, path)
  }
}

void main()
