import type { TProperties } from '@sinclair/typebox'
import type { ChosenVariants } from '#src/contract/assumptions/index.ts'
import type { RefusalName } from '#src/contract/errors/refusals.ts'
import { STATED_MAX_ITEMS } from '#src/contract/known-field.ts'
import type { Operation } from '#src/contract/operation.ts'
import { ENDPOINTS } from '#src/endpoints/index.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { send } from '#test/kit/http.ts'
import { freezeAt } from '#test/kit/records.ts'
import { samplesOf } from '#test/kit/samples.ts'
import type { TestServer } from '#test/kit/server.ts'

/** A request to an operation, byte by byte. */
export interface RawRequest {
  readonly prefix?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** A refusal that many operations answer, and how any of them is made to. */
interface CommonCase {
  readonly variants?: ChosenVariants
  readonly before?: (server: TestServer) => Promise<Readonly<Record<string, string>>>
  readonly change: (
    request: RawRequest,
    operation: Operation,
    made: Readonly<Record<string, string>>,
  ) => RawRequest
}

const body =
  (text: string | Uint8Array): CommonCase['change'] =>
  (request) => ({ ...request, body: text })

const header =
  (name: string, value: string): CommonCase['change'] =>
  (request) => ({ ...request, headers: { ...request.headers, [name]: value } })

const withoutHeader =
  (name: string): CommonCase['change'] =>
  ({ headers: { [name]: _, ...headers }, ...request }) => ({ ...request, headers })

const param =
  (
    change: (value: Record<string, unknown>, operation: Operation) => object,
  ): CommonCase['change'] =>
  (request, operation) => {
    const sent = JSON.parse(String(request.body))
    const changed =
      operation.surface === 'portal'
        ? change(sent, operation)
        : { ...sent, param: change(sent.param, operation) }
    return { ...request, body: JSON.stringify(changed) }
  }

const listsOf = ({ param: schema }: Operation): [name: string, maxItems: number][] =>
  Object.entries(schema.properties as TProperties).flatMap(([name, list]) =>
    list.maxItems === undefined ? [] : [[name, Number(list[STATED_MAX_ITEMS] ?? list.maxItems)]],
  )

const tooMany = param((value, operation) => {
  const [name, maxItems] = listsOf(operation)[0] ?? expectList(operation)
  return { ...value, [name]: Array.from({ length: maxItems + 1 }, () => 0) }
})

const expectList = ({ id }: Operation): never => {
  throw new Error(`${id} has no list in its parameters`)
}

const lists = (count: number) => `[${Array.from({ length: count }, () => '0').join(',')}]`

/** More bytes than any operation takes, and more values. */
const LARGE = Buffer.alloc(LIMITS.memberBodyBytes.max + 1, ' ')

const MANY = lists(LIMITS.memberBodyValues.max + 1)

/** Refusals that do not depend on the rule of an operation. */
export const COMMON_CASES: { readonly [Name in RefusalName]?: CommonCase } = {
  unknownWorkspace: { change: (request) => ({ ...request, prefix: '/w/0badf00d' }) },
  wrongFault: { change: header('x-sandbox-fault', 'no-such-fault') },
  wrongContentType: { change: header('content-type', 'text/plain') },
  compressedBody: { change: header('content-encoding', 'gzip') },
  emptyBody: { change: body('') },
  malformedJson: { change: body('{') },
  notUnicode: { change: body(Uint8Array.of(0x22, 0xff, 0x22)) },
  tooDeep: { change: body(`${'['.repeat(100)}${']'.repeat(100)}`) },
  bodyTooLarge: { change: body(LARGE) },
  tooManyValues: { change: body(MANY) },
  missingHeader: { change: withoutHeader('access-token') },
  unknownToken: { change: header('access-token', '00000000-0000-4000-8000-00000000ffff') },
  expiredToken: {
    before: async (server) => {
      const { clientId, clientKey } = server.fixtures.app
      const issued = await send(`${server.url}/open-api/oauth/get-token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId, clientKey }),
      })
      freezeAt(server, server.workspace.clock.now() + 86_400_000)
      return { token: (issued.body as { result: { access_token: string } }).result.access_token }
    },
    change: (request, operation, { token = '' }) =>
      header('access-token', token)(request, operation, {}),
  },
  wrongTokenType: { change: header('token-type', 'basic') },
  tokenMismatch: {
    variants: { 'A-auth-1': 'must-equal' },
    change: (request) => ({
      ...request,
      body: JSON.stringify({ ...JSON.parse(String(request.body)), token: 'other' }),
    }),
  },
  unknownActor: { change: header('x-open-api-user', 'nobody@example.com') },
  inactiveActor: {
    before: async ({ workspace, fixtures }) => {
      const { email } = fixtures.users.editor
      workspace.store.sqlite.prepare('UPDATE users SET status = 0 WHERE email = ?').run(email)
      return { email }
    },
    change: (request, operation, { email = '' }) =>
      header('x-open-api-user', email)(request, operation, {}),
  },
  noPermission: {
    before: async ({ fixtures }) => ({ email: fixtures.users.viewer.email }),
    change: (request, operation, { email = '' }) =>
      header('x-open-api-user', email)(request, operation, {}),
  },
  unknownAppKey: { change: header('x-app-key', '00000000-none') },
  staleTimestamp: {
    variants: { 'A-auth-4.timestamp': 'refused' },
    change: header('s-timestamp', '1'),
  },
  wrongSignature: { variants: { 'A-auth-4': 'hmac-sha256' }, change: (request) => request },
  usedNonce: {
    variants: { 'A-auth-4.nonce': 'refused' },
    before: async (server) => {
      await server.result('E11', samplesOf(server.fixtures).E11, { headers: { 's-nonce': 'used' } })
      return {}
    },
    change: header('s-nonce', 'used'),
  },
  missingField: { change: body('{}') },
  wrongType: {
    change: (request, { surface }) => ({
      ...request,
      body: surface === 'portal' ? '{"blockId":"x","id":"x"}' : '{"param":1}',
    }),
  },
  outOfRange: {
    change: (request, { surface }) => {
      const sent = JSON.parse(String(request.body))
      const wrong =
        surface === 'portal'
          ? { pictureParam: { width: -1 } }
          : { token: 'x'.repeat(LIMITS.text.max + 1) }
      return { ...request, body: JSON.stringify({ ...sent, ...wrong }) }
    },
  },
  tooMany: { change: tooMany },
}

/** Refusals that need a server in trouble, each with a test that brings it about. */
export const SHOWN_ELSEWHERE: { readonly [Name in RefusalName]?: [file: string, text: string] } = {
  badRequest: ['test/http/odd-requests.test.ts', '90000009'],
  storageFull: ['test/http/storage-full.test.ts', '90000011'],
  damagedData: ['test/http/damaged-data.test.ts', '90000014'],
  noDescriptors: ['test/process/descriptors.test.ts', '90000019'],
  tooManyConnections: ['test/http/bodies/json-body.test.ts', '90000024'],
  tooManyUploads: ['test/routes/storage/objects.test.ts', '90000027'],
  noStorage: ['test/routes/storage/objects.test.ts', '90000026'],
  busyBodies: ['test/http/bodies/json-body.test.ts', '90000025'],
  busyFiles: ['test/store/media/media.test.ts', '90000016'],
  internal: ['test/http/reply-check.test.ts', '90000099'],
}

export const OPERATIONS: readonly Operation[] = ENDPOINTS.map(({ operation }) => operation)
