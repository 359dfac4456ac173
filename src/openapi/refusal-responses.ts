import type { TSchema } from '@sinclair/typebox'
import { RefusalEnvelope } from '../contract/envelope.ts'
import type { RefusalKind } from '../contract/errors/refusal.ts'
import { REFUSALS, type RefusalName } from '../contract/errors/refusals.ts'
import type { DescribedOperation, DescribedResponse } from './describe-routes.ts'

export interface ListedRefusal {
  readonly name: RefusalName
  readonly code: string
  readonly status: number
  readonly when: string
}

/** Refusals by name, code and status; where the bytes of files travel, each has a status of its own. */
export const listRefusals = (
  names: readonly RefusalName[],
  isPlainHttp: boolean,
): ListedRefusal[] => {
  const statusOf = ({ http }: RefusalKind): number =>
    isPlainHttp ? (http.fileStatus ?? http.status ?? 400) : (http.status ?? 200)
  return [...new Set(names)].map((name) => {
    const kind: RefusalKind = REFUSALS[name]
    return { name, code: kind.code, status: statusOf(kind), when: kind.when }
  })
}

export const textHeader = (description: string) => ({ description, schema: { type: 'string' } })

export const HEADER_COMPONENTS = {
  'x-request-id': textHeader(
    'Id of the request in the log: the id that was sent (at most 128 letters, digits, `.`, `_` and `-`), else an id from the server',
  ),
  'x-sandbox-call': {
    description: 'Number of the call in the journal; absent from responses that are sent in pieces',
    schema: { type: 'integer' },
  },
  'x-sandbox-assumptions': textHeader(
    'Numbers of the assumptions that the response depends on, separated by commas',
  ),
  'x-sandbox-findings': textHeader(
    'Findings about the request: codes, each with the field it concerns',
  ),
  'x-sandbox-reason': textHeader(
    'Why the call was refused, where the message does not say it, and what would be right',
  ),
  'x-sandbox-fault': textHeader('The faults that happened in this call'),
  'x-sandbox-variations': textHeader(
    'Kinds of variation that applied, separated by commas; absent without a variation',
  ),
}

export const ANSWER_HEADERS = Object.fromEntries(
  Object.keys(HEADER_COMPONENTS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

/** The answers of refusals that do not have the status of a success. */
export const refusalResponses = (
  listed: readonly ListedRefusal[],
  body: TSchema = RefusalEnvelope,
): Record<string, DescribedResponse> => {
  const statuses = [...new Set(listed.map(({ status }) => status))].sort((one, two) => one - two)
  return Object.fromEntries(
    statuses
      .filter((status) => status !== 200)
      .map((status) => [
        status,
        {
          description: `Refused: ${namesOf(listed.filter((one) => one.status === status))}`,
          headers: ANSWER_HEADERS,
          content: { 'application/json': { schema: body } },
        },
      ]),
  )
}

/** The answer of a success, which has the status of refusals in an envelope; importers show its description as a name. */
export const successResponse = (
  { responses }: DescribedOperation,
  description: string,
): DescribedResponse => ({ ...responses['200'], description, headers: ANSWER_HEADERS })

/** Names only: importers show a description as the name of an example. */
const namesOf = (listed: readonly ListedRefusal[]): string =>
  listed.map(({ name }) => name).join(', ')
