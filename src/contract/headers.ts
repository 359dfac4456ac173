import type { Provenance } from './assumptions/assumption.ts'
import type { AssumptionId } from './assumptions/index.ts'
import type { Operation, Surface } from './operation.ts'
import type { SupportingRouteName } from './supporting-routes.ts'

type HeaderUse = 'required' | 'optional'

interface RequestHeader {
  readonly description: string
  /** The surfaces, and the supporting routes, that read it or whose samples show it. */
  readonly carriedBy: Readonly<Partial<Record<Surface | SupportingRouteName, HeaderUse>>>
  /** A value of the usual form; a placeholder where the real one is a secret. Viewers send it by default. */
  readonly example?: string
  /** Numbers of the assumptions that decide what the document leaves open about it. */
  readonly numbers: readonly AssumptionId[]
}

/** Every request header of the interface except Content-Type, in the document's spelling. */
export const REQUEST_HEADERS = {
  'Access-token': {
    description:
      'Access token of the workspace, without `Bearer`. Of several the first valid one counts.',
    carriedBy: {
      'server-side': 'required',
      portal: 'required',
      'begin-upload': 'required',
      'show-upload': 'required',
      'abort-upload': 'required',
      'send-part': 'optional',
      'send-file': 'required',
    },
    numbers: ['A-auth-8', 'A-auth-9', 'A-event-1'],
  },
  'Token-type': {
    description: 'Type of the access token: `bearer`, in any case.',
    carriedBy: { 'server-side': 'required' },
    numbers: ['A-auth-9'],
  },
  'x-open-api-user': {
    description:
      "E-mail address of the acting user. Without it the application's owner acts, by default.",
    carriedBy: { 'server-side': 'optional' },
    numbers: ['A-auth-2', 'A-auth-3', 'A-auth-12'],
  },
  'X-App-Key': {
    description: 'Key of the portal application.',
    carriedBy: { portal: 'required' },
    example: '<APP_KEY>',
    numbers: ['A-11-1'],
  },
  'S-Sign': {
    description: 'Signature of the request. Any value is accepted by default.',
    carriedBy: { portal: 'required' },
    example: '<SIGNATURE>',
    numbers: ['A-auth-4'],
  },
  'S-Timestamp': {
    description:
      'When the request was signed, epoch milliseconds. More than five minutes from the clock of the workspace is a finding by default.',
    carriedBy: { portal: 'required' },
    example: '1735689600000',
    numbers: ['A-auth-4'],
  },
  'S-Nonce': {
    description: 'UUID-shaped text of one request. A repeated one is a finding by default.',
    carriedBy: { portal: 'required' },
    example: '7f1c2b9e-4d3a-4c57-9b2f-0a6d8e51c3f4',
    numbers: ['A-auth-4'],
  },
  'x-asm-prefer-tag': {
    description: 'Sent by samples as `version-env-07`; its meaning is not shown. It is ignored.',
    carriedBy: { 'server-side': 'optional' },
    numbers: ['A-request-2'],
  },
  'Content-MD5': {
    description: 'MD5 of the bytes in base64. Bytes with another MD5 are refused.',
    carriedBy: { 'send-part': 'optional', 'send-file': 'optional' },
    numbers: ['A-upload-1'],
  },
} as const satisfies Readonly<Record<string, RequestHeader>>

export type RequestHeaderName = keyof typeof REQUEST_HEADERS

export interface CarriedHeader extends Omit<RequestHeader, 'carriedBy'> {
  readonly name: RequestHeaderName
  readonly isRequired: boolean
  readonly known: Provenance
}

export const headersOf = (call: Operation | SupportingRouteName): CarriedHeader[] =>
  Object.entries(REQUEST_HEADERS as Readonly<Record<string, RequestHeader>>).flatMap(
    ([key, { carriedBy, numbers, ...header }]) => {
      const name = key as RequestHeaderName
      const isOurs = typeof call === 'string'
      const use = carriedBy[isOurs ? call : call.surface]
      if (use === undefined) return []
      // The document shows the acting user on five operations only.
      const isShown = !isOurs && (name !== 'x-open-api-user' || call.hasUserHeader)
      const known = isShown ? 'document' : 'invented'
      const isRequired = use === 'required'
      return [{ ...header, numbers: isOurs ? ['A-upload-1'] : numbers, name, isRequired, known }]
    },
  )

/** The operations that an assumption concerns, by their rules or by a header; none if it concerns them all. */
export const operationsConcernedBy = (
  number: AssumptionId,
  operations: readonly Operation[],
): Operation[] => {
  const concerned = operations.filter(
    (operation) =>
      operation.assumes.includes(number) ||
      headersOf(operation).some(({ numbers }) => numbers.includes(number)),
  )
  return concerned.length === operations.length ? [] : concerned
}
