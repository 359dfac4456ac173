import { InvalidArgumentError } from 'commander'
import { formatCurl } from '../../client/curl.ts'
import { OPERATIONS } from '../../client/generated/constants.ts'
import type { Fixtures } from '../../client/generated/control.ts'
import type { OperationId } from '../../client/generated/operations.ts'
import { outcomeOf } from '../../client/operation-answer.ts'
import { type CallOptions, operationRequest } from '../../client/operation-request.ts'
import { parsedJson } from '../../client/parsed-json.ts'
import {
  callerOf,
  type ExampleCall,
  exampleCall,
  findOperation,
  USUAL_EXAMPLE,
} from '../called-operation.ts'
import { cliError, sentenceOfRefusal, UsageError } from '../cli-errors.ts'
import type { CommandSpec, Context } from '../command.ts'
import { formatAnswerNotes, formatJson } from '../format-call.ts'
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

type Options = Pick<CallOptions, 'as'> & {
  header?: Record<string, string>
  fault?: string
  example?: true | string
  curl?: boolean
}

export const call: CommandSpec = {
  summary: 'Call an operation.',
  help:
    'Call an operation with the credentials of the workspace and print the response. Portal calls are signed. ' +
    'Findings, assumptions and faults go to stderr. The exit code is 1 if the operation refuses the call.',
  takes: {
    '<operation>': 'number such as E22, or part of its path such as add-asset',
    '[param]': 'parameters as JSON; @file reads a file, - reads stdin; default {}',
    '--as <email>': 'acting user',
    '--header <name: value>': ['additional request header; repeatable', readHeader],
    '--fault <fault>': 'fault for this call, as in the header x-sandbox-fault',
    '--example [name]': `parameters of a documented example, with ids from the fixtures; default ${USUAL_EXAMPLE}`,
    '--curl': 'print the call as a curl command instead of sending it',
  },
  examples: [
    `call E8 '{"userIds":[1001]}'`,
    'call E22 @param.json --as viewer@example.com',
    'call add-asset --example --curl',
    `call E9 --example --fault after:reset`,
  ],
  async run(context, [wanted, given]: [string, string?], options: Options) {
    const { connection, terminal } = context
    const { fault, header, example, curl } = options
    const operation = findOperation(wanted)
    const { inside, caller, fixtures } = await callerOf(connection)
    const { param, after, ...sent } = await sentOf(context, operation, given, example, fixtures)
    const { as = sent.as } = options
    if (after !== undefined) terminal.note(`This example works only after call ${after} --example.`)
    const headers = { ...(fault !== undefined && { 'x-sandbox-fault': fault }), ...header }
    const callOptions = { ...(as !== undefined && { as }), headers }
    const request = await operationRequest(inside, caller, operation, param, callOptions)
    const { url, body } = request
    if (curl) {
      const sent = { method: 'POST', headers: request.headers, url: url.href, body: { text: body } }
      return terminal.answer({ command: formatCurl(sent) }, ({ command }) => command.split('\n'))
    }
    const response = await inside.send(url, { method: 'POST', headers: request.headers, body })
    return report(context, operation, response, await inside.textOf(response))
  },
}

const sentOf = async (
  { io }: Context,
  operation: OperationId,
  given: string | undefined,
  example: string | true | undefined,
  fixtures: Fixtures,
): Promise<Pick<ExampleCall, 'param'> & Partial<ExampleCall>> => {
  if (example !== undefined && given !== undefined)
    throw new UsageError('param and --example cannot be combined; use one of them')
  if (example !== undefined)
    return exampleCall(operation, example === true ? USUAL_EXAMPLE : example, fixtures)
  if (given === undefined) return { param: {} }
  const file = /^(?:@(.*)|(-))$/s.exec(given)
  if (file) return { param: await readJsonInput(file[1] ?? '-', io.stdin) }
  return { param: parseJson(given, 'param') }
}

const report = (
  { terminal }: Context,
  operation: OperationId,
  { headers, status }: Response,
  text: string,
): number | undefined => {
  for (const line of formatAnswerNotes(headers)) terminal.note(line)
  const outcome = outcomeOf(operation, OPERATIONS[operation].shape, { status, headers }, text)
  if ('payload' in outcome) {
    terminal.print(terminal.isJson ? text : formatJson(text))
    return undefined
  }
  terminal.answer(parsedJson(text) ?? text, () => formatJson(text))
  const { code, message, reason } = outcome.refusal
  const why = code === undefined ? message : sentenceOfRefusal(operation, outcome.refusal)
  return terminal.fail(why, cliError(code ?? 'failed', message, reason))
}
