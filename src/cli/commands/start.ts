import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { flagsOf } from '../../config/config.ts'
import { describeSettings } from '../../config/describe-settings.ts'
import type { SettingTexts } from '../../config/settings.ts'
import { ConfigError } from '../../contract/errors/caller-error.ts'
import { builtPath, loadBuilt } from '../built.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandSpec, LocalContext } from '../command.ts'
import { onSignal } from '../run-command.ts'

/** A flag for every setting of the server, of `start`, or of `exec` with the defaults of the library and its own port. */
export const settingFlags = (command: 'start' | 'exec'): Record<string, string> => {
  const settings = describeSettings()
  const flags = new Map(settings.map(({ name, flag }) => [`\`${name}\``, `--${flag}`]))
  const withFlags = (text: string): string =>
    text.replaceAll(/`\w+`/g, (option) => flags.get(option) ?? option)
  return Object.fromEntries(
    settings.map((setting) => {
      const { name, flag, variable, help } = setting
      const usual = command === 'exec' ? withFlags(setting.library.default) : setting.default
      const fallback = `default: ${usual.replace(/^`true`/, '`on`').replace(/^`false`/, '`off`')}`
      const isIgnored = command === 'exec' && name === 'port'
      const notes = isIgnored ? `${fallback}; ${variable} is ignored` : `${variable}; ${fallback}`
      return [`--${flag} <value>`, `${help} (${notes})`.replaceAll('`', '')]
    }),
  )
}

type StartFlags = SettingTexts & { background?: boolean; json?: boolean }

export const start: CommandSpec = {
  summary: 'Start the server.',
  help: 'Start the server, print its URL and credentials, and run until SIGINT, SIGTERM or SIGHUP.',
  takes: {
    '--background':
      'return as soon as the server accepts calls, print only its URL, and leave it running until stop',
    '--json': 'with --background, print URL, process and log as JSON',
    ...settingFlags('start'),
  },
  examples: [
    'start',
    'start --port 5000 --seed minimal --data ./data',
    'start --background --port 0',
  ],
  async local(context, _args, { background, json, ...given }: StartFlags) {
    if (background) return startInBackground(context, given)
    if (json)
      throw new UsageError('--json needs --background; for a JSON log use --log-format json')
    // The server is a program of its own; it reads its flags as it does under `npm start`.
    process.argv.splice(2, process.argv.length, ...flagsOf(given))
    loadBuilt('server.cjs')
    return undefined
  },
}

const startInBackground = async (
  { io, terminal }: LocalContext,
  given: SettingTexts,
): Promise<void> => {
  const log = join(mkdtempSync(join(tmpdir(), 'dam-sandbox-log-')), 'server.log')
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, [builtPath('server.cjs'), ...flagsOf(given)], {
    env: io.env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  const stopListening = onSignal((signal) => child.kill(signal))
  const url = await new Promise<string | undefined>((listening, failed) => {
    child.once('message', (message: { url: string }) => listening(message.url))
    child.once('exit', () => listening(undefined))
    child.once('error', failed)
  })
  stopListening()
  if (url === undefined) throw new ConfigError(problemsIn(log))
  child.disconnect()
  child.unref()
  terminal.note(`process ${child.pid}, log ${log}`)
  terminal.answer({ url, pid: child.pid, log }, () => url)
}

/** The output of a server that has ended: its lines about problems, or else everything. */
const problemsIn = (log: string): string[] => {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  rmSync(dirname(log), { recursive: true })
  const problems = lines.flatMap((line) => /^dam-sandbox: (.*)/.exec(line)?.[1] ?? [])
  return problems.length > 0 ? problems : lines
}
