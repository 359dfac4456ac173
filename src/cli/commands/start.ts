import type { Command } from 'commander'
import { flagOf, SETTINGS } from '../../config/settings.ts'
import { loadBuilt } from '../built.ts'
import { withExamples } from '../client-command.ts'

/** Adds a flag for every setting of the server; `notes` replace the text about variable and default. */
export const addSettingFlags = (
  command: Command,
  notes: Readonly<Record<string, string>> = {},
): Command => {
  for (const [name, { help, without }] of Object.entries(SETTINGS)) {
    const note = notes[name] ?? `${name}; default: ${without}`
    command.option(`--${flagOf(name)} <value>`, `${help} (${note})`.replaceAll('`', ''))
  }
  return command
}

/** The settings that were given as flags, by the names of their variables. */
export const givenSettings = (command: Command): Record<string, string> => {
  const options = command.opts<Record<string, string>>()
  return Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => {
      const key = flagOf(name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      const value = options[key]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** `start`: the server in this process, until a signal stops it. */
export const addStartCommand = (program: Command): void => {
  const command = program.command('start').summary('Start the server.')
  command.description(
    'Start the server, print its URL and credentials, and run until SIGINT, SIGTERM or SIGHUP.',
  )
  addSettingFlags(command).action(() => {
    const flags = Object.entries(givenSettings(command)).map(
      ([name, value]) => `--${flagOf(name)}=${value}`,
    )
    // The server is a program of its own and reads its flags from the command line.
    process.argv.splice(2, process.argv.length, ...flags)
    loadBuilt('server.cjs')
  })
  withExamples(command, ['start', 'start --port 5000 --seed minimal --data ./data'])
}
