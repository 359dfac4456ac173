import type { RouteOptions } from 'fastify'
import { describeControlPlane } from './control-document.ts'
import { withExamples } from './document-examples.ts'
import type { RecordedExample } from './examples/recorded-example.ts'
import { describeInterface } from './interface-document.ts'
import { publishedInterface } from './published-interface.ts'
import { singleOperations } from './single-operations.ts'

export type DocumentFiles = Readonly<Record<string, string>>

/** The OpenAPI documents of a server, and each of their operations alone. */
export const buildDocuments = async (
  routes: readonly RouteOptions[],
  version: string,
  examples: readonly RecordedExample[],
): Promise<DocumentFiles> => {
  const closed = await describeInterface(routes, version)
  const published = publishedInterface(closed)
  // Last, since values of examples are no schemas.
  const document = { ...published, paths: withExamples(published.paths, examples) }
  const control = await describeControlPlane(routes, version)
  return {
    'openapi.json': textOf(document),
    'closed.json': JSON.stringify(closed),
    'control.json': textOf(control),
    'operations.json': JSON.stringify(singleOperations(document)),
    'control-operations.json': JSON.stringify(singleOperations(control)),
  }
}

const textOf = (document: object): string => `${JSON.stringify(document, null, 2)}\n`
