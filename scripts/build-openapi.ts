import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printStateIds } from '#scripts/print/print-types.ts'
import { serverRoutes } from '#scripts/print/server-routes.ts'
import { startSandbox, type WorkspaceHandle } from '#src/index.ts'
import { buildDocuments, type DocumentFiles } from '#src/openapi/build-documents.ts'
import type { OpenApiDocument } from '#src/openapi/describe-routes.ts'
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

/** Features of the control plane for those who run a server, which a client and its tests do not call. */
const OF_OWNERS: ReadonlySet<unknown> = new Set([
  'Server',
  'Keys',
  'Audit',
  'Credentials',
  'Export',
])

/** The guide for programs with a list of every operation that a client or its tests call. */
const guideOf = (text: string, documents: DocumentFiles): string => {
  const operationsOf = (name: string) => {
    const { paths } = JSON.parse(documents[name] ?? '') as OpenApiDocument
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        isNumbered: 'x-operation' in operation,
        id: operation['x-operation'] ?? operation.operationId,
        call: `${method.toUpperCase()} ${path}`,
        summary: operation.summary,
        tag: (operation.tags as string[])[0],
      })),
    )
  }
  const linesOf = (wanted: boolean) =>
    operationsOf('openapi.json')
      .filter(({ isNumbered }) => isNumbered === wanted)
      .map(({ id, call, summary }) => `- [${call}](/openapi/${id}.json): ${summary}\n`)
  const ofControl = operationsOf('control.json')
    .filter(({ tag }) => !OF_OWNERS.has(tag))
    .map(({ id, call, summary }) => `- ${id}: ${call}: ${summary}\n`)
  const sections: [heading: string, lines: string[]][] = [
    ['Operations', linesOf(true)],
    ['Tokens and files', linesOf(false)],
    ['Tests: `/_sandbox/openapi/{id}.json` describes each', ofControl],
  ]
  return [text, ...sections.map(([heading, lines]) => `## ${heading}\n\n${lines.join('')}`)].join(
    '\n',
  )
}

/** Writes the OpenAPI documents and the guide. Run at build time, never by the server. */
const main = async (): Promise<void> => {
  const { openapi, version } = shippedFolders()
  mkdirSync(openapi, { recursive: true })
  const documents = await buildDocuments(await serverRoutes(), version, await record())
  const guide = guideOf(readFileSync('docs/agents/llms.txt', 'utf8'), documents)
  const files = { ...documents, 'llms.txt': guide }
  for (const [name, text] of Object.entries(files)) {
    const path = join(openapi, name)
    writeFileSync(`${path}.new`, text)
    renameSync(`${path}.new`, path)
  }
}

void main()
