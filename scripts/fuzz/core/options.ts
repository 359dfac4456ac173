import { Command, InvalidArgumentError, Option } from 'commander'

/** The testers in the order in which they run, with the seconds of a short round. */
export const TESTERS = {
  calls: 8,
  sockets: 12,
  races: 6,
  archives: 6,
  kill: 12,
  damage: 20,
  bodies: 12,
  cuts: 4,
  soak: 5,
  floods: 20,
} as const

export type TesterName = keyof typeof TESTERS

const NAMES = Object.keys(TESTERS) as TesterName[]

export interface Options {
  readonly seed: number
  readonly seconds?: number
  readonly requests?: number
  readonly only: readonly TesterName[]
  /** How often each phase is killed. */
  readonly kills?: number
  /** Phases of `kill`, or parts of the names of floods, to run; all without it. */
  readonly phases?: readonly string[]
  readonly server: readonly string[]
  readonly from: number
  readonly connections: number
  readonly short: boolean
}

const wholeNumber = (text: string): number => {
  const value = Number(text.replaceAll(/[_,]/g, ''))
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new InvalidArgumentError('It must be a whole number.')
}

const words = (text: string): string[] => text.split(/[\s,]+/)

const testers = (text: string): TesterName[] => {
  const unknown = words(text).find((name) => !(name in TESTERS))
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no "${unknown}".`)
  return NAMES.filter((name) => words(text).includes(name))
}

const number = (name: string, description: string): Option =>
  new Option(`--${name} <number>`, description).argParser(wholeNumber)

const list = (name: string, description: string): Option =>
  new Option(`--${name} <list>`, description).argParser(words)

const SERVER = [process.execPath, 'dist/server.cjs']

/** Reads the command line; prints the help, or what cannot be understood, and ends the program. */
export const readOptions = (args: readonly string[]): Options =>
  new Command('npm run fuzz --')
    .addOption(
      list('only', `Testers to run: ${NAMES.join(', ')}`)
        .argParser(testers)
        .default(NAMES, 'all'),
    )
    .addOption(number('seed', 'Seed of everything random').default(1))
    .addOption(number('from', 'Index of the first request or round').default(0))
    .addOption(number('seconds', 'Time limit of each tester'))
    .addOption(number('requests', 'Request limit of each tester'))
    .addOption(number('connections', 'Connections of calls and soak').default(16))
    .addOption(number('kills', 'Kills in each phase (default: 3)'))
    .addOption(list('phases', 'Phases of kill, or parts of the names of floods'))
    .addOption(list('server', 'Program to test').default(SERVER, 'node dist/server.cjs'))
    .option('--short', 'A short round, which judges crashes, 5xx, loss and leaks only', false)
    .parse([...args], { from: 'user' })
    .opts<Options>()
