import type { Connection } from './connection.ts'
import type { OperationId } from './generated/operations.ts'
import type { CallOptions } from './handle-types.ts'
import { payloadOf } from './operation-answer.ts'
import { factsOf } from './operation-facts.ts'
import { type Caller, operationRequest } from './operation-request.ts'

/** Calls an operation and returns the payload of its success; a refusal becomes an error. */
export const callOperation = async (
  connection: Connection,
  caller: Caller,
  operation: OperationId,
  param: object,
  options: CallOptions = {},
): Promise<unknown> => {
  const { url, ...request } = await operationRequest(connection, caller, operation, param, options)
  const response = await connection.send(url, { method: 'POST', ...request })
  const { status } = response
  const body = await connection.textOf(response)
  return payloadOf(operation, factsOf(operation).shape, status, body)
}
