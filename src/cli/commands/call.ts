import { type Command, InvalidArgumentError, Option } from 'commander'
import { Connection } from '../../client/connection.ts'
import { formatCurl } from '../../client/curl.ts'
import { OPERATIONS } from '../../client/generated/constants.ts'
import type { Fixtures } from '../../client/generated/control.ts'
import type { OperationId } from '../../client/generated/operations.ts'
import { outcomeOf } from '../../client/operation-answer.ts'
import { type OperationRequest, operationRequest } from '../../client/operation-request.ts'
import { parsedJson } from '../../client/parsed-json.ts'
import { credentialsOf, workspaceUrlOf } from '../../client/server-client.ts'
import { type Context, clientCommand, type Options, textOf, UsageError } from '../client-command.ts'
import { EXIT } from '../exit-codes.ts'
import { findOperation } from '../find-operation.ts'
import { formatAnswerNotes } from '../format-call.ts'
import { formatJson } from '../format-json.ts'
import { exampleParam, USUAL_EXAMPLE } from '../operation-example.ts'
import { parseJson, readJsonInput } from '../read-input.ts'
import { cliError } from '../terminal.ts'

/** `call`: an operation, called as a client would. */
export const addCallCommand = (program: Command): void => {
  const command = program
    .command('call')
    .argument('<operation>', 'number such as E22, or a part of its path such as add-asset')
    .argument('[param]', 'parameters as JSON; @file reads a file, - stdin; default {}')
    .summary('Call an operation.')
    .description(
      'Call an operation with the credentials of the workspace, and print the answer. Calls of the portal are signed. ' +
        'Findings, assumptions and faults are on stderr. The exit code is 1 for a refusal.',
    )
    .option('--as <email>', 'acting user')
    .option('--header <name: value>', 'further request header; repeatable', readHeader)
    .option('--fault <fault>', 'fault of this call, as in the header x-sandbox-fault')
    .option(
      '--example [name]',
      `parameters of an example of the documents, with ids of the fixtures; default ${USUAL_EXAMPLE}`,
    )
    .option('--curl', 'print the call as a curl command, instead of sending it')
    .addOption(
      new Option(
        '--mask',
        'curl command with $SANDBOX_ACCESS_TOKEN in the place of the token',
      ).implies({ curl: true }),
    )
  clientCommand(
    command,
    [
      `call E8 '{"userIds":[1001]}'`,
      'call E22 @param.json --as viewer@example.com',
      'call add-asset --example --curl',
      `call E9 --example --fault after:reset`,
    ],
    call,
  )
}

const readHeader = (
  text: string,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text) ?? []
  if (name === undefined)
    throw new InvalidArgumentError('It must be a name and a value such as "x-trace: 42".')
  return { ...before, [name]: value }
}

const call = async (
  context: Context,
  [wanted = '', given]: readonly string[],
  options: Options,
): Promise<number> => {
  const { connection, terminal } = context
  const operation = findOperation(wanted)
  const inside = new Connection({
    url: await workspaceUrlOf(connection),
    adminKey: connection.adminKey,
  })
  const { accessToken, fixtures } = await credentialsOf(connection)
  const request = await operationRequest(
    inside,
    { accessToken, portalApp: fixtures.portalApp },
    operation,
    await paramOf(operation, given, options, fixtures),
    callOptionsOf(options),
  )
  if (options.curl !== true) return send(inside, operation, request, context)
  const hidden = options.mask === true ? [[accessToken, 'SANDBOX_ACCESS_TOKEN'] as const] : []
  const { url, headers, body } = request
  const command = formatCurl(
    { method: 'POST', url: url.href, headers, body: { text: body } },
    new Map(hidden),
  )
  terminal.answer({ command }, () => command.split('\n'))
  if (OPERATIONS[operation].surface === 'portal')
    terminal.note('the signature is of the present time, and its nonce is for one call')
  return EXIT.ok
}

const callOptionsOf = ({ as, fault, header }: Options) => {
  const user = textOf(as)
  const wanted = textOf(fault)
  const headers = {
    ...(wanted !== undefined && { 'x-sandbox-fault': wanted }),
    ...(header as Record<string, string> | undefined),
  }
  return { ...(user !== undefined && { as: user }), headers }
}

const paramOf = async (
  operation: OperationId,
  given: string | undefined,
  { example }: Options,
  fixtures: Fixtures,
): Promise<unknown> => {
  if (example !== undefined) {
    if (given !== undefined)
      throw new UsageError('param and --example exclude each other; give one of them')
    return exampleParam(operation, example === true ? USUAL_EXAMPLE : String(example), fixtures)
  }
  if (given === undefined) return {}
  if (given === '-') return readJsonInput('-')
  return given.startsWith('@') ? readJsonInput(given.slice(1)) : parseJson(given, 'param')
}

const send = async (
  connection: Connection,
  operation: OperationId,
  { url, headers, body }: OperationRequest,
  { terminal }: Context,
): Promise<number> => {
  const response = await connection.send(url, { method: 'POST', headers, body })
  const text = await connection.textOf(response)
  for (const line of formatAnswerNotes(response.headers)) terminal.note(line)
  const outcome = outcomeOf(operation, OPERATIONS[operation].shape, response.status, text)
  if ('payload' in outcome) {
    terminal.print(terminal.isJson ? text : formatJson(text, terminal))
    return EXIT.ok
  }
  terminal.answer(parsedJson(text) ?? text, () => formatJson(text, terminal))
  const { code, message } = outcome.refusal
  terminal.fail(
    code === undefined ? message : `${operation} was refused: ${code} ${message}`,
    cliError(code ?? 'failed', message),
  )
  return EXIT.refused
}
