import { flagsOf } from '../../config/config.ts'
import { describeSettings } from '../../config/describe-settings.ts'
import type { SettingTexts } from '../../config/settings.ts'
import { loadBuilt } from '../built.ts'
import type { CommandSpec } from '../command.ts'

/** A flag for every setting of the server, of `start`, or of `exec` with the defaults of the library and its own port. */
export const settingFlags = (command: 'start' | 'exec'): Record<string, string> =>
  Object.fromEntries(
    describeSettings().map((setting) => {
      const { name, flag, variable, help } = setting
      const usual = command === 'exec' ? setting.library.default : setting.default
      const fallback = `default: ${usual.replace(/^`true`/, '`on`').replace(/^`false`/, '`off`')}`
      const isIgnored = command === 'exec' && name === 'port'
      const notes = isIgnored ? `${fallback}; ${variable} is ignored` : `${variable}; ${fallback}`
      return [`--${flag} <value>`, `${help} (${notes})`.replaceAll('`', '')]
    }),
  )

export const start: CommandSpec = {
  summary: 'Start the server.',
  help: 'Start the server, print its URL and credentials, and run until SIGINT, SIGTERM or SIGHUP.',
  takes: settingFlags('start'),
  examples: ['start', 'start --port 5000 --seed minimal --data ./data'],
  async local(_context, _args, given: SettingTexts) {
    // The server is a program of its own; it reads its flags as it does under `npm start`.
    process.argv.splice(2, process.argv.length, ...flagsOf(given))
    loadBuilt('server.cjs')
  },
}
