import { parseArgs } from 'node:util'

/** The testers, in the order in which they run. */
export const TESTERS = [
  'calls',
  'sockets',
  'pipelines',
  'races',
  'archives',
  'kill',
  'bodies',
  'soak',
] as const

/** The name of a tester. */
export type TesterName = (typeof TESTERS)[number]

/** What a run was asked for. */
export interface Options {
  readonly seed: number
  /** How long each tester may take. */
  readonly seconds: number | undefined
  /** How many requests each tester may send. */
  readonly requests: number | undefined
  readonly only: readonly TesterName[]
  /** How often each phase is killed. */
  readonly kills: number | undefined
  /** Phases of `kill` to run; all without it. */
  readonly phases: readonly string[] | undefined
  readonly server: readonly string[]
  /** The request, or round, to begin with. */
  readonly from: number
  readonly connections: number
  readonly isShort: boolean
  readonly isJson: boolean
}

/** What is printed for `--help`. */
export const HELP = `Usage: npm run fuzz -- [options]

  --only calls,sockets   Testers to run: ${TESTERS.join(', ')} (default: all)
  --seed 42              Seed of everything random (default: 1)
  --from 1234            Index of the first request or round
  --seconds 60           Time limit of each tester
  --requests 100000      Request limit of each tester
  --connections 16       Connections of calls and soak
  --kills 50             Kills in each phase (default: 3)
  --phases create,part   Phases of kill
  --server 'node dist/server.cjs'
                         Program to test
  --short                A short round of each tester, which judges crashes, 5xx, loss and leaks only
  --json                 Result as one line of JSON on stdout
`

/** Reads the command line; throws a sentence when it cannot be understood. */
export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string' },
      requests: { type: 'string' },
      only: { type: 'string' },
      kills: { type: 'string' },
      phases: { type: 'string' },
      server: { type: 'string' },
      from: { type: 'string', default: '0' },
      connections: { type: 'string', default: '16' },
      short: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const number = (name: string, text: string | undefined): number | undefined => {
    if (text === undefined) return undefined
    const value = Number(text.replaceAll(/[_,]/g, ''))
    if (!Number.isInteger(value) || value < 0)
      throw new Error(`--${name} must be a whole number, got "${text}"`)
    return value
  }
  return {
    seed: number('seed', values.seed) ?? 1,
    seconds: number('seconds', values.seconds),
    requests: number('requests', values.requests),
    only: readTesters(values.only),
    kills: number('kills', values.kills),
    phases: values.phases?.split(','),
    server: values.server?.split(/\s+/) ?? [process.execPath, 'dist/server.cjs'],
    from: number('from', values.from) ?? 0,
    connections: Math.max(1, number('connections', values.connections) ?? 16),
    isShort: values.short,
    isJson: values.json,
  }
}

const readTesters = (text: string | undefined): readonly TesterName[] => {
  if (text === undefined) return TESTERS
  const wanted = text.split(',')
  const unknown = wanted.find((name) => !TESTERS.some((known) => known === name))
  if (unknown !== undefined)
    throw new Error(`--only: "${unknown}" is not a tester; there are ${TESTERS.join(', ')}`)
  return TESTERS.filter((name) => wanted.includes(name))
}
