import type { TSchema } from '@sinclair/typebox'
import { RefusalEnvelope } from '../contract/envelope.ts'
import type { RefusalKind } from '../errors/refusal.ts'
import { REFUSALS, type RefusalName } from '../errors/refusals.ts'
import type { DescribedResponse } from './describe-routes.ts'

/** A refusal that an operation can answer, as documents list it. */
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

/** Headers of every answer, by references to the components. */
export const ANSWER_HEADERS = Object.fromEntries(
  ['x-sandbox-assumptions', 'x-sandbox-findings', 'x-sandbox-fault', 'x-sandbox-variations'].map(
    (name) => [name, { $ref: `#/components/headers/${name}` }],
  ),
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
          description: `Refused: ${describeRefusals(listed.filter((one) => one.status === status))}.`,
          headers: ANSWER_HEADERS,
          content: { 'application/json': { schema: body } },
        },
      ]),
  )
}

/** Such as `noPermission` (10134011). */
export const describeRefusals = (listed: readonly ListedRefusal[]): string =>
  listed.map(({ name, code }) => `\`${name}\` (${code})`).join(', ')
