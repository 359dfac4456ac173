import type { RouteOptions } from 'fastify'
import type { Operation } from '#src/contract/operation.ts'
import { PRINTED, printTypes } from './print-types.ts'

const HEADER = `${PRINTED}
import type { OperationTypes } from './operations.ts'
`

/** The bodies of all requests and answers, envelopes included, as types for clients; they refer to those of parameters and results. */
export const printInterfaceTypes = async (
  operations: readonly Operation[],
  routes: readonly RouteOptions[],
): Promise<string> => {
  const supporting = routes.filter(({ config }) => config?.supportingRoute)
  const bodies = {
    ...Object.assign({}, ...operations.map(bodiesOfOperation)),
    ...Object.assign({}, ...supporting.map(bodiesOfRoute)),
  }
  const known = new Map(
    operations.flatMap(({ id, param, body, result }): [object, string][] => [
      [body.properties.param ?? param, `${id}Param`],
      [result, `${id}Result`],
    ]),
  )
  return [
    HEADER,
    ...operations.map(printPayloads),
    await printTypes(bodies, known),
    printOperations(operations),
    printSupporting(supporting),
  ].join('\n')
}

type Bodies = Record<string, object>

const printPayloads = ({ id }: Operation): string =>
  `/** The parameters of ${id}. */
export type ${id}Param = OperationTypes['${id}']['param']
/** The payload of a success of ${id}. */
export type ${id}Result = OperationTypes['${id}']['result']
`

const bodiesOfOperation = ({ id, surface, body, answer }: Operation): Bodies => ({
  [`${id}Request`]: described(
    surface === 'portal' ? { tsType: `${id}Param` } : body,
    `The body of a request of ${id}.`,
  ),
  [`${id}Answer`]: described(answer, `The body of an answer of ${id}, a success or a refusal.`),
})

const bodiesOfRoute = (route: RouteOptions): Bodies => {
  const { schema } = route
  const name = nameOf(route)
  const answers = answersOf(schema)
  return {
    ...(schema?.body !== undefined && {
      [`${pascal(name)}Request`]: described(schema.body, `The body of a request of ${name}.`),
    }),
    ...(answers.length > 0 && {
      [`${pascal(name)}Answer`]: described(
        answers.length > 1 || isNamed(answers[0]) ? { anyOf: answers } : Object(answers[0]),
        `The body of an answer of ${name}, a success or a refusal.`,
      ),
    }),
  }
}

const isNamed = (schema: unknown): boolean => Object(schema).title !== undefined

/** Every schema of an answer once, whatever its status. */
const answersOf = (schema: RouteOptions['schema']): unknown[] => [
  ...new Set(Object.values(Object(schema?.response))),
]

const described = (schema: unknown, description: string): object => ({
  ...Object(schema),
  description,
})

const printOperations = (operations: readonly Operation[]): string =>
  `/** Method, path, request and answer of every operation, by its number in the document. */
export interface Operations {
${operations
  .map(
    ({ id, path }) =>
      `  ${id}: { method: 'POST'; path: '${path}'; request: ${id}Request; answer: ${id}Answer }`,
  )
  .join('\n')}
}
`

const printSupporting = (routes: readonly RouteOptions[]): string =>
  `/** Methods, default paths, request and answer of every supporting route, by its name; bytes where a body is a file, null where there is no body. */
export interface SupportingRoutes {
${[...new Set(routes.map(nameOf))]
  .map((name) =>
    printRoute(
      name,
      routes.filter((route) => nameOf(route) === name),
    ),
  )
  .join('\n')}
}
`

/** A route can have several methods and paths; its bodies are the same on all of them. */
const printRoute = (name: string, routes: readonly RouteOptions[]): string => {
  const [schema] = routes.map((route) => route.schema)
  const methods = routes.flatMap(({ method }) => method).filter((method) => method !== 'HEAD')
  const isRead = methods.some((method) => method === 'GET' || method === 'DELETE')
  const request = schema?.body ? `${pascal(name)}Request` : isRead ? 'null' : 'Uint8Array'
  const answer = `${pascal(name)}Answer`
  const isFile = !Object.hasOwn(Object(schema?.response), '200')
  return `  '${name}': {
    method: ${choiceOf(methods)}
    path: ${choiceOf(routes.map(({ url }) => pathOf(url)))}
    request: ${request}
    answer: ${isFile ? `Uint8Array | ${answer}` : answer}
  }`
}

const nameOf = ({ config }: RouteOptions): string => config?.supportingRoute ?? ''

const choiceOf = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text) => `'${text}'`).join(' | ')

/** A path as OpenAPI writes it. */
const pathOf = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}')

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())
