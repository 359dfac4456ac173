import { didYouMean } from '../contract/errors/did-you-mean.ts'
import {
  flagOf,
  type GivenSetting,
  SETTING_NAMES,
  type SettingName,
  type SettingTexts,
  variableOf,
} from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process: the one place that reads it. */
export const processEnvironment: Environment = process.env

/** Variables of clients: of the command line and of the programs that it runs. */
const CLIENT_VARIABLES = ['SANDBOX_URL', 'SANDBOX_ACCESS_TOKEN', 'SANDBOX_WORKSPACE']

/** Beside other variables of a client these belong to it: a server that used them would replace its own. */
const CREDENTIALS: readonly SettingName[] = ['clientId', 'clientKey', 'storageUrl']

/** Reads settings from variables; an empty one counts as absent. */
export const readVariables = (env: Environment): ReadonlyMap<SettingName, GivenSetting> => {
  const given = givenIn(env)
  if (isOfClient(env)) for (const name of CREDENTIALS) given.delete(name)
  return given
}

/** Programs keep the carriage return at the end of each line of a file that was written on Windows. */
const withoutCr = (text: string | undefined): string | undefined => text?.replace(/\r+$/, '')

const givenIn = (env: Environment): Map<SettingName, GivenSetting> => {
  const variables = new Map(Object.entries(env).map(([name, text]) => [name, withoutCr(text)]))
  return new Map(
    SETTING_NAMES.flatMap((name) => {
      const label = variableOf(name)
      const text = variables.get(label)
      return text ? [[name, { text, label }] as const] : []
    }),
  )
}

/** Warnings about the environment that do not stop a start, one sentence each. */
export const oddVariables = (
  env: Environment = processEnvironment,
  args: readonly string[] = process.argv.slice(2),
): string[] => {
  const settings = SETTING_NAMES.map(variableOf)
  const known = new Set([...settings, ...CLIENT_VARIABLES])
  const unknown = Object.keys(env).filter((name) => name.startsWith('SANDBOX_') && !known.has(name))
  return [
    ...unknown.map(
      (name) =>
        `${name} is not a setting and has no effect${didYouMean(name, settings) || '; see --help'}`,
    ),
    ...ignoredCredentials(env, args),
  ]
}

/** True if the environment is set up for a client, as `dam-sandbox env` does it. */
const isOfClient = (env: Environment): boolean =>
  Boolean(env.SANDBOX_URL || env.SANDBOX_ACCESS_TOKEN)

/** Says which credentials a server ignores because they are a client's; a flag in their place silences it. */
const ignoredCredentials = (env: Environment, args: readonly string[]): string[] => {
  if (!isOfClient(env)) return []
  const given = new Set(args.map((argument) => argument.split('=')[0]))
  const present = givenIn(env)
  const ignored = CREDENTIALS.filter((name) => present.has(name) && !given.has(`--${flagOf(name)}`))
  if (ignored.length === 0) return []
  const names = ignored.map(variableOf).join(' and ')
  const flags = ignored.map((name) => `--${flagOf(name)}`).join(' and ')
  const reason = env.SANDBOX_URL ? 'SANDBOX_URL' : 'SANDBOX_ACCESS_TOKEN'
  return [
    `${names} next to ${reason} are credentials of a client and are ignored; use ${flags} instead`,
  ]
}

/** Variables that programs need to find their libraries, their fonts and a place for temporary files. */
const OF_THE_SYSTEM =
  /^(PATH|HOME|USERPROFILE|(LOCAL)?APPDATA|SystemRoot|windir|TMPDIR|TE?MP|TZ|LANG|LC_\w+|(FONTCONFIG|XDG|VIPS|LD|DYLD|NIX)_\w+)$/i

/** The environment for a program that works on files of strangers: no settings, no secrets. */
export const harmlessEnvironment = (
  env: Environment = processEnvironment,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && OF_THE_SYSTEM.test(name) ? [[name, value]] : [],
    ),
  )

export const readCliEnvironment = (env: Environment) => ({
  url: withoutCr(env.SANDBOX_URL) || undefined,
  adminKey: withoutCr(env.SANDBOX_ADMIN_KEY) || undefined,
  workspace: withoutCr(env.SANDBOX_WORKSPACE) || undefined,
  settings: Object.fromEntries(
    [...readVariables(env)].map(([name, { text }]) => [name, text]),
  ) as SettingTexts,
  ignoredCredentials: (args: readonly string[]) => ignoredCredentials(env, args),
})
