import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema, HTTPMethods, RouteOptions } from 'fastify'
import { type AssumptionId, assumption } from '../contract/assumptions/index.ts'
import { SupportingRefusal } from '../contract/envelope.ts'
import { ASSUMED_BY, PROVENANCE } from '../contract/known-field.ts'
import type { StorageRouteName, SupportingRouteName } from '../contract/supporting-routes.ts'
import type { Tag } from '../contract/tags.ts'
import { possibleRefusals } from '../http/possible-refusals.ts'
import type { DescribedOperation, DescribedRoute } from './describe-routes.ts'
import { DOWNLOADS, FILE_RESPONSES } from './downloads.ts'
import { SECURITY } from './interface-head.ts'
import { describeParameters, headerParameters, SIGNED_URL_PARAMETERS } from './parameters.ts'
import {
  type ListedRefusal,
  listRefusals,
  refusalResponses,
  successResponse,
} from './refusal-responses.ts'

interface SupportingRoute {
  readonly tag: Tag
  readonly description: string
  /** The decisions that it rests on; the first says how it is known. */
  readonly numbers: readonly [AssumptionId, ...AssumptionId[]]
  readonly security: keyof typeof SECURITY
  readonly isPlainHttp?: boolean
  readonly bodyType?: string
}

/** Routes of the storage listener are described by its protocols. */
export type DescribedName = Exclude<SupportingRouteName, StorageRouteName>

const SUPPORTING: Readonly<Record<DescribedName, SupportingRoute>> = {
  'get-token': {
    tag: 'Tokens',
    description:
      'Issues an access token and a refresh token for a client id and its key. The client id names the workspace.',
    numbers: ['A-auth-7', 'A-auth-8'],
    security: 'none',
  },
  'refresh-token': {
    tag: 'Tokens',
    description:
      'Issues new tokens for a refresh token. The refresh token can be used until it expires.',
    numbers: ['A-auth-8', 'A-auth-7'],
    security: 'none',
  },
  'begin-upload': {
    tag: 'Uploads',
    description:
      'Starts an upload of a declared size and returns its path, its id and a signed URL for each proposed part.',
    numbers: ['A-upload-1', 'A-limit-3', 'A-13-1'],
    security: 'token',
  },
  'show-upload': {
    tag: 'Uploads',
    description: 'Shows the state of an upload and its uploaded parts.',
    numbers: ['A-upload-1', 'A-13-1'],
    security: 'token',
  },
  'abort-upload': {
    tag: 'Uploads',
    description: 'Aborts an unfinished upload and discards its parts.',
    numbers: ['A-upload-1', 'A-13-1'],
    security: 'token',
  },
  'send-part': {
    tag: 'Uploads',
    description:
      'Receives the bytes of a part; a part that is sent again replaces the earlier one.',
    numbers: ['A-upload-1', 'A-limit-3', 'A-13-1'],
    security: 'token',
    isPlainHttp: true,
    bodyType: 'application/octet-stream',
  },
  'send-file': {
    tag: 'Uploads',
    description:
      'Receives a whole file in one request. The media type of the request is the media type of the file.',
    numbers: ['A-upload-1', 'A-limit-3'],
    security: 'token',
    isPlainHttp: true,
    bodyType: '*/*',
  },
  'grant-storage': {
    tag: 'Uploads',
    description:
      'Grants temporary keys for the object storage, for uploading files with its SDKs. The key of an object is the path that E13 and E16 take.',
    numbers: ['A-storage-1', 'A-storage-2'],
    security: 'token',
  },
  download: {
    tag: 'Downloads',
    description:
      'Sends the bytes of a file or an image. Use the URL exactly as an operation returned it. HEAD returns only the headers.',
    numbers: ['A-file-1', 'A-file-3'],
    security: 'none',
    isPlainHttp: true,
  },
}

/** The operations of a document that a supporting route answers: one, and of the downloads one for each path. */
export const describedSupport = (
  { method, url, schema, config }: RouteOptions,
  name: DescribedName,
): DescribedRoute[] => {
  const isSigned = url.includes('/:workspace')
  const refusals = listRefusals(
    possibleRefusals(config ?? {}, schema),
    SUPPORTING[name].isPlainHttp === true,
  )
  const route = { method: String(method) as HTTPMethods, url, schema, refusals, isSigned }
  if (name !== 'download') return [describe(route, name, idOf(name, isSigned))]
  return DOWNLOADS.map(({ id, path, summary, params }) => {
    const signed = { ...schema, summary, params: params as TSchema }
    const below = url.replace('/*', path)
    return describe({ ...route, method: 'GET', url: below, schema: signed }, name, id)
  })
}

/** A part has two routes: by signed URL, and with an access token. */
const idOf = (name: DescribedName, isSigned: boolean): string =>
  name === 'send-part' && !isSigned ? 'send-part-with-token' : name

interface Route {
  readonly method: HTTPMethods
  readonly url: string
  readonly schema: FastifySchema | undefined
  readonly refusals: readonly ListedRefusal[]
  readonly isSigned: boolean
}

const describe = (
  { method, url, schema, refusals, isSigned }: Route,
  name: DescribedName,
  operationId: string,
): DescribedRoute => {
  const { tag, description, numbers, security, bodyType } = SUPPORTING[name]
  const described: FastifySchema & { operationId: string } = {
    ...schema,
    operationId,
    description,
    tags: [tag],
    security: SECURITY[isSigned ? 'none' : security],
  }
  const complete = (made: DescribedOperation): DescribedOperation => ({
    ...made,
    parameters: [
      ...describeParameters(made.parameters ?? [], isSigned),
      ...(isSigned ? SIGNED_URL_PARAMETERS : []),
      ...headerParameters(name),
    ],
    ...(bodyType && { requestBody: { required: true, content: { [bodyType]: {} } } }),
    responses: {
      ...(name === 'download'
        ? FILE_RESPONSES
        : { 200: successResponse(made, 'Code `0` and the result, or a refusal') }),
      ...refusalResponses(refusals, SupportingRefusal),
    },
    'x-supporting-route': name,
    [PROVENANCE]: assumption(numbers[0]).known,
    [ASSUMED_BY]: numbers,
    'x-refusals': refusals,
  })
  return { method, url, schema: described, complete }
}
