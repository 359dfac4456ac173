import type { TObject } from '@sinclair/typebox'
import type { HTTPMethods, RouteOptions } from 'fastify'
import { CONTROL_BASE } from '../http/request.ts'
import {
  type DescribedOperation,
  type DescribedRoute,
  describeRoutes,
  type OpenApiDocument,
} from './describe-routes.ts'
import { CONTACT, LICENSE, SERVERS } from './document-head.ts'

const INFO = {
  title: 'dam-sandbox control plane',
  summary: 'What tests use to control the sandbox, in addition to the interface that clients call',
  description: [
    'Workspaces, named states, clock, journal and fault rules of a sandbox. Errors are application/problem+json (RFC 9457).',
    'Every route accepts `?workspace=` with the id or the name of a workspace. Without it, the path prefix `/w/{id}` or the header Access-token selects the workspace, or else it is `default`. Without `SANDBOX_ADMIN_KEY`, the server accepts only calls under local host names, and never calls from pages of other origins.',
  ].join('\n\n'),
  license: LICENSE,
  contact: CONTACT,
}

const SECURITY_SCHEMES = {
  adminKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key of the control plane, if the server requires one: `SANDBOX_ADMIN_KEY`, or a key created with `POST /_sandbox/keys`.',
  },
}

export const describeControlPlane = (
  routes: readonly RouteOptions[],
  version: string,
): Promise<OpenApiDocument> => {
  const described = routes.filter(({ url }) => url.startsWith(CONTROL_BASE))
  return describeRoutes(described.map(describedRoute), {
    info: { ...INFO, version },
    servers: SERVERS,
    security: [{}, { adminKey: [] }],
    tags: controlTags(described.map(({ url }) => pathOf(url))),
    components: { securitySchemes: SECURITY_SCHEMES },
  })
}

const pathOf = (url: string): string => url.slice(CONTROL_BASE.length)

const describedRoute = ({ method, url, schema, config }: RouteOptions): DescribedRoute => ({
  method: String(method) as HTTPMethods,
  url,
  schema: {
    ...schema,
    operationId: operationIdOf(String(method), pathOf(url)),
    tags: [controlTagOf(pathOf(url))],
    querystring: queryOf(
      (schema as { querystring: TObject }).querystring,
      config?.isServerWide === true,
    ),
  },
  complete: withErrors,
})

const operationIdOf = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replaceAll(/:(\w)/g, (_, first: string) => `By/${first}`)
    .split(/[/.-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** Parameters with a default are not required; routes about the server take a workspace for uniformity only. */
const queryOf = (
  { properties, required = [], ...query }: TObject,
  isServerWide: boolean,
): object => {
  const { workspace, ...others } = properties
  return {
    ...query,
    properties: isServerWide || !workspace ? others : { ...others, workspace },
    required: required.filter((name) => others[name]?.default === undefined),
  }
}

/** A problem is an error of the caller or of the server; tools look for the statuses of both. */
const withErrors = ({ responses, ...operation }: DescribedOperation): DescribedOperation => {
  const { default: problem, ...others } = responses
  if (!problem) return { ...operation, responses }
  const errors = {
    '4XX': { ...problem, description: 'The server rejected the request; `detail` says why' },
    '5XX': { ...problem, description: 'The server could not handle the request' },
  }
  return { ...operation, responses: { ...others, ...errors } }
}

type Feature = readonly [tag: string, description: string]

/** The features of the control plane, by the first part of their paths. */
const FEATURES: ReadonlyMap<string, Feature> = new Map(
  Object.entries<Feature>({
    workspaces: ['Workspaces', 'Isolated tenants, each with its own data, clock and journal.'],
    reset: ['Reset', 'Restores the initial state, completely or in parts.'],
    snapshots: ['Snapshots', 'Named copies of the data that you can restore later.'],
    clock: ['Clock', 'The time of a workspace: real, shifted or frozen.'],
    faults: ['Faults', 'Rules that make calls fail, wait or break off.'],
    journal: ['Journal', 'The calls of a workspace, and expectations about them.'],
    findings: ['Findings', 'Likely client mistakes in answered calls, with remedies.'],
    coverage: ['Coverage', 'What a suite has called, and which responses it received.'],
    assumptions: ['Assumptions', 'Decisions about what the interface document does not show.'],
    variants: ['Variants', 'Choices about what the interface document does not show.'],
    variation: ['Variation', 'Seeded variation of what the interface document does not promise.'],
    fixtures: ['Fixtures', 'Credentials and ready-made ids.'],
    credentials: ['Credentials', 'Rotation of the credentials of a workspace.'],
    library: ['Library', 'Collections, assets, and who can see them.'],
    portals: ['Portals', 'Portals and their blocks.'],
    records: ['Records', 'Rows that operations have written but no operation returns.'],
    approvals: ['Approvals', 'Decisions about approval tasks.'],
    seed: ['Seed data', 'Data in the format of seed files.'],
    states: ['Named states', 'Named situations that a test can start from.'],
    keys: ['Keys', 'Keys of the control plane.'],
    audit: ['Audit', 'Changes and who made them.'],
    export: ['Export', 'Data and files of a workspace as one file.'],
  }),
)

const SERVER: Feature = ['Server', 'The server itself: version, storage, documents.']

const featureOf = (path: string): Feature => FEATURES.get(path.split('/')[1] ?? '') ?? SERVER

const controlTagOf = (path: string): string => featureOf(path)[0]

const controlTags = (paths: readonly string[]): { name: string; description: string }[] => {
  const used = new Set(paths.map(controlTagOf))
  return [...FEATURES.values(), SERVER]
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}
