import { InvalidArgumentError } from 'commander'
import { formatCurl } from '../../client/curl.ts'
import { OPERATIONS } from '../../client/generated/constants.ts'
import type { Fixtures } from '../../client/generated/control.ts'
import type { OperationId } from '../../client/generated/operations.ts'
import { outcomeOf } from '../../client/operation-answer.ts'
import { type OperationRequest, operationRequest } from '../../client/operation-request.ts'
import { parsedJson } from '../../client/parsed-json.ts'
import { callerOf, exampleParam, findOperation, USUAL_EXAMPLE } from '../called-operation.ts'
import { cliError, EXIT, UsageError } from '../cli-errors.ts'
import { type CommandSpec, type Context, present } from '../command.ts'
import { formatAnswerNotes, formatJson } from '../format-call.ts'
import type { Terminal } from '../terminal.ts'
import { parseJson, readJsonInput } from '../user-files.ts'

const readHeader = (
  text: string,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text) ?? []
  if (name === undefined)
    throw new InvalidArgumentError('It must be a name and a value such as "x-trace: 42".')
  return { ...before, [name]: value }
}

/** The option of a curl command that may be shown. */
export const MASK = {
  help: 'curl command with $SANDBOX_ACCESS_TOKEN in the place of the token',
  implies: { curl: true },
} as const

/** The shell variables that stand for the token of a command with `--mask`. */
export const hiddenBy = (mask: boolean | undefined, accessToken: string | undefined) =>
  new Map(mask && accessToken !== undefined ? [[accessToken, 'SANDBOX_ACCESS_TOKEN']] : [])

type CallOptions = {
  as?: string
  header?: Record<string, string>
  fault?: string
  example?: true | string
  curl?: boolean
  mask?: boolean
}

/** `call`: an operation, called as a client would. */
export const call: CommandSpec = {
  summary: 'Call an operation.',
  help:
    'Call an operation with the credentials of the workspace, and print the answer. Calls of the portal are signed. ' +
    'Findings, assumptions and faults are on stderr. The exit code is 1 for a refusal.',
  arguments: {
    '<operation>': 'number such as E22, or a part of its path such as add-asset',
    '[param]': 'parameters as JSON; @file reads a file, - stdin; default {}',
  },
  options: {
    '--as <email>': 'acting user',
    '--header <name: value>': ['further request header; repeatable', readHeader],
    '--fault <fault>': 'fault of this call, as in the header x-sandbox-fault',
    '--example [name]': `parameters of an example of the documents, with ids of the fixtures; default ${USUAL_EXAMPLE}`,
    '--curl': 'print the call as a curl command, instead of sending it',
    '--mask': MASK,
  },
  examples: [
    `call E8 '{"userIds":[1001]}'`,
    'call E22 @param.json --as viewer@example.com',
    'call add-asset --example --curl',
    `call E9 --example --fault after:reset`,
  ],
  async run(context, [wanted, given]: [string, string?], options: CallOptions) {
    const { connection, terminal } = context
    const operation = findOperation(wanted)
    const { inside, caller, fixtures } = await callerOf(connection)
    const headers = { ...present({ 'x-sandbox-fault': options.fault }), ...options.header }
    const request = await operationRequest(
      inside,
      caller,
      operation,
      await paramOf(context, operation, given, options.example, fixtures),
      { ...present({ as: options.as }), headers },
    )
    if (!options.curl) {
      const { url, ...rest } = request
      const response = await inside.send(url, { method: 'POST', ...rest })
      return report(operation, response, await inside.textOf(response), terminal)
    }
    const command = formatCurl(curlOf(request), hiddenBy(options.mask, caller.accessToken))
    terminal.answer({ command }, () => command.split('\n'))
    if (OPERATIONS[operation].surface === 'portal')
      terminal.note('the signature is of the present time, and its nonce is for one call')
    return EXIT.ok
  },
}

const curlOf = ({ url, headers, body }: OperationRequest) => ({
  method: 'POST',
  url: url.href,
  headers,
  body: { text: body },
})

const paramOf = async (
  { io }: Context,
  operation: OperationId,
  given: string | undefined,
  example: string | true | undefined,
  fixtures: Fixtures,
): Promise<unknown> => {
  if (example !== undefined) {
    if (given === undefined)
      return exampleParam(operation, example === true ? USUAL_EXAMPLE : example, fixtures)
    throw new UsageError('param and --example exclude each other; give one of them')
  }
  if (given === undefined) return {}
  if (given === '-') return readJsonInput('-', io.stdin)
  return given.startsWith('@') ? readJsonInput(given.slice(1), io.stdin) : parseJson(given, 'param')
}

/** Prints an answer as it came, and returns the exit code. */
const report = (
  operation: OperationId,
  { headers, status }: Response,
  text: string,
  terminal: Terminal,
): number => {
  for (const line of formatAnswerNotes(headers)) terminal.note(line)
  const outcome = outcomeOf(operation, OPERATIONS[operation].shape, status, text)
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
