/** Uses that the types of the served document must not allow; `typed-client.tools.ts` compiles it. */
import createClient from 'openapi-fetch'
import type { components, operations, paths } from './openapi.js'

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:4022' })

const USERS = '/open-api/standard/v1/query-user-simple-info-list'

export const right = client.POST(USERS, { body: { param: { userIds: [1] } } })

// @ts-expect-error Parameters stand in `param`.
export const withoutEnvelope = client.POST(USERS, { body: { userIds: [1] } })

// @ts-expect-error Ids are numbers.
export const withTexts = client.POST(USERS, { body: { param: { userIds: ['1'] } } })

// @ts-expect-error There is no such path.
export const elsewhere = client.POST(`${USERS}-2`, { body: { param: { userIds: [1] } } })

// @ts-expect-error Operations are POST.
export const read = client.GET(USERS, {})

type User = components['schemas']['UserSimpleInfo']

// @ts-expect-error Users have no such field.
export type Phone = User['telephone']

type IsAny<T> = 0 extends 1 & T ? true : false

type Answer<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? IsAny<Body>
  : never

/** False for an operation whose answer is typed. */
export const untyped: { [Id in keyof operations]: Answer<Id> }[keyof operations] = false
