import type { Command } from 'commander'
import { flagsOf, readFlags } from '../../config/config.ts'
import { describeSettings } from '../../config/describe-settings.ts'
import type { SettingName, SettingTexts } from '../../config/settings.ts'
import { loadBuilt } from '../built.ts'
import { UsageError, withExamples } from '../client-command.ts'

/** What a command does with settings: whether it uses the library's defaults, and variables that it ignores. */
export interface SettingUse {
  readonly isLibrary?: boolean
  readonly ignoredVariables?: readonly SettingName[]
}

/** Gives a command a flag for every setting of the server. */
export const addSettingFlags = (
  command: Command,
  { isLibrary = false, ignoredVariables = [] }: SettingUse = {},
): Command => {
  for (const setting of describeSettings()) {
    const { name, flag, variable, help } = setting
    const usual = isLibrary ? setting.library.default : setting.default
    const fallback = `default: ${usual.replace(/^`true`/, '`on`').replace(/^`false`/, '`off`')}`
    const isIgnored = ignoredVariables.includes(name)
    const notes = isIgnored ? `${fallback}; ${variable} is ignored` : `${variable}; ${fallback}`
    command.option(`--${flag} <value>`, `${help} (${notes})`.replaceAll('`', ''))
  }
  return command
}

/** The settings that a command was given as flags. */
const givenSettings = (command: Command): SettingTexts => command.opts<SettingTexts>()

/** `start`: the server in this process, until a signal stops it. */
export const addStartCommand = (program: Command): void => {
  const command = program.command('start').summary('Start the server.')
  command.description(
    'Start the server, print its URL and credentials, and run until SIGINT, SIGTERM or SIGHUP.',
  )
  // Unknown flags are all named, and not only the first.
  addSettingFlags(command).allowUnknownOption().allowExcessArguments()
  command.action(() => {
    const { problems } = readFlags(command.args)
    if (problems.length > 0) throw new UsageError(problems.join('\n'))
    // The server is a program of its own; it reads its flags as it does under `npm start`.
    process.argv.splice(2, process.argv.length, ...flagsOf(givenSettings(command)))
    loadBuilt('server.cjs')
  })
  withExamples(command, ['start', 'start --port 5000 --seed minimal --data ./data'])
}
