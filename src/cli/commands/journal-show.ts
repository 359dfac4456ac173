import { type Command, Option } from 'commander'
import type { Connection } from '../../client/connection.ts'
import { formatCurl } from '../../client/curl.ts'
import { ControlError } from '../../client/errors.ts'
import type { JournalDetail } from '../../client/generated/control.ts'
import { signedHeaders } from '../../client/operation-request.ts'
import { type OwnCredentials, repeatedCall } from '../../client/repeated-call.ts'
import { credentialsOf } from '../../client/server-client.ts'
import { type Context, clientCommand } from '../client-command.ts'
import { EXIT } from '../exit-codes.ts'
import { formatCall } from '../format-call.ts'
import { readWhole } from '../pairs.ts'

/** `journal show`. */
export const addShowCommand = (group: Command): void => {
  const command = group
    .command('show')
    .argument('<seq>', 'number of the call, as in journal list', readWhole)
    .option('--curl', 'print the call as a curl command that repeats it')
    .addOption(
      new Option(
        '--mask',
        'curl command with $SANDBOX_ACCESS_TOKEN in the place of the token',
      ).implies({ curl: true }),
    )
    .description('Show a call with request, answer, findings and fault.')
  clientCommand(
    command,
    ['journal show 3', 'journal show 3 --json', 'journal show 3 --curl'],
    async (context, [seq], { curl, mask }) => {
      const { control, terminal } = context
      const found = await control.journal.get(Number(seq))
      if (curl === true) return showCurl(context, found, mask === true)
      terminal.answer(found, (call: JournalDetail) => formatCall(call, terminal))
      return EXIT.ok
    },
  )
}

const showCurl = async (
  { connection, terminal }: Context,
  call: JournalDetail,
  isMasked: boolean,
): Promise<number> => {
  const { body } = call.request
  if (body?.isTruncated && body.text !== undefined) {
    terminal.fail(
      `the journal keeps only the beginning of the ${body.sizeBytes} bytes of the body of #${call.seq}`,
    )
    return EXIT.refused
  }
  const own = await ownCredentials(connection.for(call.workspace))
  const { request, notes } = await repeatedCall(call, {
    serverUrl: connection.serverUrl,
    own,
    sign: (token, text) => signedHeaders(connection, { portalApp: own?.portalApp }, token, text),
  })
  const hidden = isMasked && own ? [[own.accessToken, 'SANDBOX_ACCESS_TOKEN'] as const] : []
  const command = formatCurl(request, new Map(hidden))
  terminal.answer({ command, notes }, () => command.split('\n'))
  for (const note of notes) terminal.note(note)
  return EXIT.ok
}

/** A workspace without a client has no credentials. */
const ownCredentials = async (connection: Connection): Promise<OwnCredentials | undefined> => {
  try {
    const { accessToken, clientKey, fixtures } = await credentialsOf(connection)
    return { accessToken, clientKey, portalApp: fixtures.portalApp }
  } catch (error) {
    if (error instanceof ControlError && error.status === 404) return undefined
    throw error
  }
}
