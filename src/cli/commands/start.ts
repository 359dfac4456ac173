import type { Command } from 'commander'
import { flagOf, SETTINGS } from '../../config/settings.ts'
import { loadBuilt } from '../built.ts'
import { withExamples } from '../client-command.ts'

/** Gives a command a flag for every setting of the server; what it does otherwise without one is told. */
export const addSettingFlags = (
  command: Command,
  otherwise: Readonly<Record<string, string>> = {},
): Command => {
  for (const [name, { help, without }] of Object.entries(SETTINGS)) {
    const notes = otherwise[name] ?? `${name}; without it: ${without}`
    command.option(`--${flagOf(name)} <value>`, `${help} (${notes})`.replaceAll('`', ''))
  }
  return command
}

/** The settings that a command was given as flags, by the names of their variables. */
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

/** `start`: the server in this process, until a signal ends it. */
export const addStartCommand = (program: Command): void => {
  const command = program.command('start').summary('Start the server.')
  command.description(
    'Start the server, print its address and credentials, and serve until SIGINT, SIGTERM or SIGHUP.',
  )
  addSettingFlags(command).action(() => {
    const flags = Object.entries(givenSettings(command)).map(
      ([name, value]) => `--${flagOf(name)}=${value}`,
    )
    // The server is a program of its own; it reads its flags as it does under `npm start`.
    process.argv.splice(2, process.argv.length, ...flags)
    loadBuilt('server.cjs')
  })
  withExamples(command, ['start', 'start --port 5000 --seed minimal --data ./data'])
}
