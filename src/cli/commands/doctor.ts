import { type CliEnvironment, readCliEnvironment } from '../../config/environment.ts'
import { EXIT } from '../cli-errors.ts'
import { type CommandSpec, DEFAULT_URL, given, serverUrlOf } from '../command.ts'
import { type Check, checkFolder, checkModules, checkNode, checkPort } from '../doctor-machine.ts'
import { checkServer } from '../doctor-server.ts'
import type { Terminal } from '../terminal.ts'

type Options = { url?: string; key?: string; data?: string; port?: string }

/** `doctor`: checks of the server, and of this machine for starting one. */
export const doctor: CommandSpec = {
  summary: 'Check the server, and this machine for starting one.',
  help:
    'Check the server that --url or SANDBOX_URL names, and show what it says about version, clock, data and limits. ' +
    'Without a URL, and with --data or --port, also check whether a server could start on this machine. ' +
    'The exit code is 1 when a check fails.',
  options: {
    '--url <url>': `server URL (SANDBOX_URL, default ${DEFAULT_URL})`,
    '--key <key>': 'admin key of the control plane (SANDBOX_ADMIN_KEY)',
    '--data <folder>': 'data folder to start a server with (SANDBOX_DATA)',
    '--port <port>': 'port to start a server on (SANDBOX_PORT, default 4022)',
    '--json': 'JSON output',
  },
  examples: [
    'doctor',
    'doctor --url https://dam.staging.example.com --key "$KEY"',
    'doctor --data ./data --port 5000',
  ],
  async local({ io, terminal }, _args, all: Options) {
    const options = given(all)
    const env = readCliEnvironment(io.env)
    const server = await checksOfServer(options, env)
    const machine = await checksOfMachine(options, env)
    const checks = [
      ...server.map((one) => ({ about: 'server', ...one })),
      ...machine.map((one) => ({ about: 'machine', ...one })),
    ]
    terminal.answer(checks, () => [
      ...formatChecks('The server', server, terminal),
      '',
      ...formatChecks('This machine', machine, terminal),
    ])
    const wrong = checks.find(({ isWell }) => !isWell)
    if (!wrong) return EXIT.ok
    terminal.fail(`${wrong.what}: ${wrong.says}`)
    return EXIT.refused
  },
}

const checksOfServer = ({ url, key }: Options, env: CliEnvironment): Promise<Check[]> => {
  const chosen = url ?? env.url
  return checkServer({
    url: serverUrlOf(chosen ?? DEFAULT_URL),
    adminKey: key ?? env.adminKey,
    workspace: env.workspace,
    isChosen: chosen !== undefined,
  })
}

const checksOfMachine = async (
  { url, data, port }: Options,
  { url: known, settings }: CliEnvironment,
): Promise<Check[]> => {
  const isStartMeant = (url ?? known) === undefined || data !== undefined || port !== undefined
  if (!isStartMeant) return [checkNode()]
  return [
    checkNode(),
    ...checkModules(),
    await checkFolder(data ?? settings.data),
    await checkPort(settings.host, port ?? settings.port),
  ]
}

const formatChecks = (title: string, checks: readonly Check[], { paint }: Terminal): string[] => [
  paint('bold', title),
  ...checks.map(({ what, isWell, isNote, says }) => {
    const outcome = isNote ? 'note ' : 'ok   '
    const mark = isWell ? paint('green', outcome) : paint('red', 'wrong')
    return `${mark}  ${what.padEnd(15)} ${says}`
  }),
]
