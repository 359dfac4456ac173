import type { Command } from 'commander'
import { readCliEnvironment } from '../../config/environment.ts'
import { type Check, checkFolder, checkModules, checkNode, checkPort } from '../checks.ts'
import { DEFAULT_URL, type Options, serverUrlOf, textOf, withExamples } from '../client-command.ts'
import { EXIT } from '../exit-codes.ts'
import { checkServer } from '../server-checks.ts'
import { Terminal } from '../terminal.ts'

type CliEnvironment = ReturnType<typeof readCliEnvironment>

/** `doctor`: checks of the server, and of this machine for starting one. */
export const addDoctorCommand = (program: Command): void => {
  const command = program
    .command('doctor')
    .summary('Check the server, and this machine for starting one.')
    .description(
      'Check the server that --url or SANDBOX_URL names, and show what it says about version, clock, data and limits. ' +
        'Without a URL, and with --data or --port, also check whether a server could start on this machine. ' +
        'The exit code is 1 when a check fails.',
    )
    .option('--url <url>', `server URL (SANDBOX_URL, default ${DEFAULT_URL})`)
    .option('--key <key>', 'admin key of the control plane (SANDBOX_ADMIN_KEY)')
    .option('--data <folder>', 'data folder to start a server with (SANDBOX_DATA)')
    .option('--port <port>', 'port to start a server on (SANDBOX_PORT, default 4022)')
    .option('--json', 'JSON output')
  withExamples(command, [
    'doctor',
    'doctor --url https://dam.staging.example.com --key "$KEY"',
    'doctor --data ./data --port 5000',
  ]).action(async () => {
    const options = command.opts<Options>()
    const env = readCliEnvironment()
    const terminal = new Terminal(options.json === true, env.isColourWanted)
    const groups = await runChecks(options, env)
    const all = [
      ...groups.server.map((one) => ({ about: 'server', ...one })),
      ...groups.machine.map((one) => ({ about: 'machine', ...one })),
    ]
    terminal.answer(all, () => formatGroups(groups, terminal))
    const wrong = all.find(({ isWell }) => !isWell)
    if (wrong) terminal.fail(`${wrong.what}: ${wrong.says}`)
    terminal.end()
    process.exitCode = wrong ? EXIT.refused : EXIT.ok
  })
}

/** The checks by what they are about. */
interface CheckGroups {
  readonly server: readonly Check[]
  readonly machine: readonly Check[]
}

const runChecks = async (options: Options, env: CliEnvironment): Promise<CheckGroups> => {
  const { settings } = env
  const chosen = textOf(options.url) ?? env.url
  const data = textOf(options.data)
  const port = textOf(options.port)
  const server = await checkServer({
    url: serverUrlOf(chosen ?? DEFAULT_URL),
    adminKey: textOf(options.key) ?? env.adminKey,
    workspace: env.workspace,
    isChosen: chosen !== undefined,
  })
  const isStartMeant = chosen === undefined || data !== undefined || port !== undefined
  const machine = isStartMeant
    ? [
        checkNode(),
        ...checkModules(),
        await checkFolder(data ?? settings.data),
        await checkPort(settings.host, port ?? settings.port),
      ]
    : [checkNode()]
  return { server, machine }
}

const formatGroups = ({ server, machine }: CheckGroups, terminal: Terminal): string[] => {
  const lines = (title: string, checks: readonly Check[]): string[] => [
    terminal.paint('bold', title),
    ...checks.map((one) => formatCheck(one, terminal)),
  ]
  return [...lines('The server', server), '', ...lines('This machine', machine)]
}

const formatCheck = ({ what, isWell, isNote, says }: Check, terminal: Terminal): string => {
  const outcome = isNote ? 'note ' : 'ok   '
  const mark = isWell ? terminal.paint('green', outcome) : terminal.paint('red', 'wrong')
  return `${mark}  ${what.padEnd(15)} ${says}`
}
