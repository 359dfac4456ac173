import type { RouteOptions } from 'fastify'
import type { Operation, OperationName } from '../../contract/operation.ts'
import { SECTION_OF_ROUTE, type Section } from '../../contract/sections.ts'
import type { SupportingRouteName } from '../../contract/supporting-routes.ts'
import type { DescribedOperation, OpenApiDocument } from '../describe-routes.ts'

/** One operation of an OpenAPI document, and what the server knows it as. */
export interface KnownCall {
  readonly name: OperationName
  /** The operation of the interface document, or the name of the supporting route. */
  readonly call: Operation | SupportingRouteName
  readonly section: Section | null
  readonly route: string
  readonly described: DescribedOperation
}

/** The operations of an OpenAPI document with what the server knows them as, in its order. */
export const knownCalls = (
  document: OpenApiDocument,
  routes: readonly RouteOptions[],
): KnownCall[] => {
  const byId = new Map(
    routes.flatMap(({ config }) =>
      config?.operation ? [[config.operation.id, config.operation]] : [],
    ),
  )
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): KnownCall => {
      const route = `${method.toUpperCase()} ${path}`
      const operation = byId.get(described.operationId as Operation['id'])
      if (operation)
        return { name: operation.id, call: operation, section: operation.id, route, described }
      const name = described['x-supporting-route'] as SupportingRouteName
      return { name, call: name, section: SECTION_OF_ROUTE[name], route, described }
    }),
  )
}
