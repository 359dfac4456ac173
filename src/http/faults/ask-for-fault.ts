import type { FastifyRequest } from 'fastify'
import { quote } from '../../errors/quote.ts'
import { refuse } from '../../errors/refusals.ts'
import { FIELD_PREFIX, findInBody, readHeader } from '../../faults/asked-fault.ts'
import { ask, FAULT_HEADER } from './met-faults.ts'

/** Takes the fault that the header asks for; refuses an invalid one. */
export const askByHeader = (request: FastifyRequest): void => {
  const text = request.headers[FAULT_HEADER]
  if (text === undefined) return
  const asked = readHeader(String(text))
  if (typeof asked === 'string')
    throw refuse.wrongFault(`The header ${FAULT_HEADER}, ${quote(text)},`, asked)
  ask(request, asked)
}

/** Takes the fault that a field asks for; the body is searched only where its bytes contain the prefix. */
export const askByField = (request: FastifyRequest): void => {
  const { rawBody, sentBody } = request.state
  if (!rawBody?.includes(FIELD_PREFIX)) return
  const asked = findInBody(sentBody)
  if (asked === undefined) return
  if (typeof asked === 'string')
    throw refuse.wrongFault(`A field that begins with ${FIELD_PREFIX}`, asked)
  ask(request, asked)
}
