import type { FastifyRequest } from 'fastify'
import { quote } from '../../errors/quote.ts'
import { refuse } from '../../errors/refusals.ts'
import { FIELD_PREFIX, findInBody, readHeader } from '../../faults/asked-fault.ts'
import { ask, FAULT_HEADER } from './met-faults.ts'

/** Takes the fault that the header requests; an invalid one is refused. */
export const askByHeader = (request: FastifyRequest): void => {
  const text = request.headers[FAULT_HEADER]
  if (text === undefined) return
  const asked = readHeader(String(text))
  if (typeof asked === 'string')
    throw refuse.wrongFault(`Header ${FAULT_HEADER}: ${quote(text)}`, asked)
  ask(request, asked)
}

/** Takes the fault that a field requests; the body is searched as it came first, which is cheaper. */
export const askByField = (request: FastifyRequest): void => {
  const { bodyText, rawBody, sentBody } = request.state
  if (!(bodyText ?? rawBody)?.includes(FIELD_PREFIX)) return
  const asked = findInBody(sentBody)
  if (asked === undefined) return
  if (typeof asked === 'string') throw refuse.wrongFault(`A field with ${FIELD_PREFIX}`, asked)
  ask(request, asked)
}
