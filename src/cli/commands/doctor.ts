import type { Command } from 'commander'
import { readCliEnvironment } from '../../config/environment.ts'
import {
  type Check,
  checkFolder,
  checkModules,
  checkNode,
  checkPort,
  checkServer,
} from '../checks.ts'
import { DEFAULT_URL, textOf, withExamples } from '../client-command.ts'
import { EXIT } from '../exit-codes.ts'
import { Terminal } from '../terminal.ts'

/** `doctor`: checks of this machine and of the server. */
export const addDoctorCommand = (program: Command): void => {
  const command = program
    .command('doctor')
    .description(
      'Check Node, native modules, data folder, port and server; the exit code is 1 when a check fails.',
    )
    .option('--url <url>', `server URL (SANDBOX_URL, default ${DEFAULT_URL})`)
    .option('--key <key>', 'admin key of the control plane (SANDBOX_ADMIN_KEY)')
    .option('--data <folder>', 'data folder to check (SANDBOX_DATA)')
    .option('--port <port>', 'port to check (SANDBOX_PORT, default 4022)')
    .option('--json', 'JSON output')
  withExamples(command, ['doctor', 'doctor --data ./data --port 5000']).action(async () => {
    const options = command.opts<Record<string, unknown>>()
    const env = readCliEnvironment()
    const { settings } = env
    const wanted = textOf(options.url) ?? env.url
    const server = await checkServer(wanted, textOf(options.key) ?? env.adminKey)
    const checks = [
      checkNode(),
      ...checkModules(),
      await checkFolder(textOf(options.data) ?? settings.data),
      await checkPort(settings.host, textOf(options.port) ?? settings.port, server),
      server,
    ]
    const terminal = new Terminal(options.json === true, env.isColourWanted)
    terminal.answer(checks, () => checks.map((check) => format(check, terminal)))
    process.exitCode = checks.every(({ isWell }) => isWell) ? EXIT.ok : EXIT.refused
  })
}

const format = ({ what, isWell, isNote, says }: Check, terminal: Terminal): string => {
  const outcome = isNote ? 'note ' : 'ok   '
  const mark = isWell ? terminal.paint('green', outcome) : terminal.paint('red', 'wrong')
  return `${mark}  ${what.padEnd(15)} ${says}`
}
