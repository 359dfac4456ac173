import { Pool } from '../calls/pool.ts'
import type { Route, Routes } from '../calls/routes.ts'
import { makeValue, type Schema } from '../calls/schema.ts'
import type { Random } from '../core/random.ts'
import { callerOf, type FuzzRequest } from '../core/request.ts'
import { portalHeaders, sampleOf, type Tenant } from '../core/tenant.ts'
import { type BodySize, fill, SHAPES, SIZES } from './shapes.ts'

export interface BigBody {
  readonly label: string
  readonly request: FuzzRequest
}

const MARK = '\u00a4here\u00a4'

const isNumber = ({ type }: Schema): boolean => type === 'integer' || type === 'boolean'

/** A body of any shape and size to any route: whole, in a field, in an unknown one, or as a list of what fits. */
export const makeBigBody = (random: Random, tenant: Tenant, routes: Routes): BigBody => {
  const route = random.pick(routes.all.filter(({ contentType }) => contentType !== undefined))
  const size = random.pick(SIZES)
  const fields = Object.entries(innerSchema(route)).filter(([, schema]) => !isNumber(schema))
  const lists = fields.filter(([, schema]) => elementOf(schema) !== undefined)
  const credential = random.pick(['none', 'wrong', 'right', 'right', 'right'] as const)
  const whole = random.chance(fields.length > 0 ? 0.3 : 1)
  if (!whole && lists.length > 0 && random.chance(0.15)) {
    const [field, schema] = random.pick(lists)
    const text = fillWithElements(schema, size, { random, routes })
    const label = `${route.id}, ${field} filled with distinct elements to ${size.label}`
    return {
      label,
      request: requestTo(route, tenant, 'right', bodyAround(route, tenant, field)(text)),
    }
  }
  const [shape, write] = random.pick(Object.entries(SHAPES))
  const field = random.pick([...fields.map(([name]) => name), 'unknown'])
  const text = whole ? write(size) : bodyAround(route, tenant, field)(write(size))
  const place = whole ? 'as the body' : `in ${field}`
  const label = `${route.id}, ${credential} credential, ${shape} of ${size.label} ${place}`
  return { label, request: requestTo(route, tenant, credential, text) }
}

/** The fields of a route's body: of an operation those of `param`. */
const innerSchema = ({ body }: Route): Readonly<Record<string, Schema>> =>
  body?.properties?.param?.properties ?? body?.properties ?? {}

/** A sample of a body in which one field is a JSON text. */
const bodyAround =
  (route: Route, tenant: Tenant, field: string) =>
  (text: string): string => {
    const filled = { ...sampleOf(tenant, route.id), [field]: MARK }
    const body = route.body?.properties?.param ? { param: filled } : filled
    const [before = '', after = ''] = JSON.stringify(body).split(`"${MARK}"`)
    return before + text + after
  }

const requestTo = (
  route: Route,
  tenant: Tenant,
  credential: 'none' | 'wrong' | 'right',
  text: string,
): FuzzRequest => {
  const right = {
    nothing: [],
    token: callerOf(tenant.fixtures.app.accessToken),
    portal: portalHeaders(tenant),
  }[route.needs]
  const headers = { none: [], wrong: right.map(([name]) => [name, 'wrong'] as const), right }[
    credential
  ]
  return {
    method: route.method,
    path: route.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'name' ? 'a' : '1')),
    headers: [['Content-Type', 'application/json'], ...headers],
    body: Buffer.from(text),
  }
}

const elementOf = ({ items, additionalProperties }: Schema): Schema | undefined =>
  items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)

/** A list or map of elements that fit, each with another number or text in it. */
const fillWithElements = (
  schema: Schema,
  { bytes, values, label }: BodySize,
  { random, routes }: { random: Random; routes: Routes },
): string => {
  const making = { random, pool: new Pool(), route: '', named: routes.named }
  const sample = makeValue(elementOf(schema) ?? {}, making)
  const isMap = schema.items === undefined
  const size = { label, bytes: bytes - 4_096, values: values - 200 }
  const valuesEach = JSON.stringify(sample).match(/[,:]/g)?.length ?? 0
  const text = fill(size, valuesEach + 2, (index) => {
    const element = JSON.stringify(distinct(sample, index))
    return isMap ? `"task${index}":${element}` : element
  })
  return isMap ? `{${text}}` : `[${text}]`
}

const distinct = (value: unknown, index: number): unknown => {
  if (typeof value === 'number') return 1_000 + index
  if (typeof value === 'string') return `t${index}`
  if (Array.isArray(value)) return value.slice(0, 3).map((element) => distinct(element, index))
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).map(([name, child]) => [name, distinct(child, index)])
  return Object.fromEntries(members)
}
