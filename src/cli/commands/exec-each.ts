import { InvalidArgumentError } from 'commander'
import type { Connection } from '../../client/connection.ts'
import { shellWord } from '../../client/curl.ts'
import { VARIATION_KINDS } from '../../client/generated/constants.ts'
import type { ChangeableAssumption } from '../../client/generated/control.ts'
import { flagsOf } from '../../config/config.ts'
import { readCliEnvironment } from '../../config/environment.ts'
import { didYouMean } from '../../contract/errors/did-you-mean.ts'
import { EXIT, UsageError } from '../cli-errors.ts'
import { type RunResult, type RunWith, repeating, type Suite } from './suite.ts'

const MAX_SEEDS = 1_000

/** What a command is repeated for: the seeds 1 to n of variation, or other variants of assumptions, touched ones by default. */
export type Each = { readonly seeds: number } | { readonly numbers: string | undefined }

export const readEach = (text: string): Each => {
  const [kind = '', value] = text.split(/=(.*)/s)
  const seeds = /^\d+$/.test(value ?? '') ? Number(value) : 0
  if (kind === 'variation' && seeds >= 1 && seeds <= MAX_SEEDS) return { seeds }
  if (kind === 'variant' && /^(all|A-[\w-]+(,A-[\w-]+)*)$/.test(value ?? 'all'))
    return { numbers: value }
  throw new InvalidArgumentError(
    `It must be variant, variant=all, variant=A-20-1,A-1-1, or variation=<1 to ${MAX_SEEDS} seeds>.`,
  )
}

export const execEach = (command: Suite, each: Each): Promise<number> => {
  const { flags, terminal } = command
  if ('seeds' in each && flags.variation !== undefined)
    throw new UsageError('--variation and --each variation cannot be combined')
  let known: ChangeableAssumption[] | undefined
  const inspect = async (connection: Connection): Promise<readonly string[]> => {
    type Answer = { assumptions: ChangeableAssumption[] }
    const all = { query: { all: true } }
    known ??= (await connection.call<Answer>('GET /variants', all)).assumptions
    return command.inspect(connection)
  }
  return repeating({ ...command, inspect }, async (run) => {
    const unchanged = await run('unchanged', 'seeds' in each ? { variation: 'off' } : {})
    if (!unchanged.hasPassed) {
      terminal.fail('the unchanged run failed; make it pass first')
      return unchanged.exitCode || EXIT.refused
    }
    return 'seeds' in each
      ? trySeeds(command, run, each.seeds)
      : tryVariants(command, run, assumptionsToTry(known ?? [], each.numbers))
  })
}

const assumptionsToTry = (
  known: readonly ChangeableAssumption[],
  wanted: string | undefined,
): readonly ChangeableAssumption[] => {
  if (wanted === undefined) return known.filter(({ isTouched }) => isTouched)
  if (wanted === 'all') return known
  const numbers = known.map(({ number }) => number)
  const named = wanted.split(',')
  const unknown = named.find((number) => !numbers.includes(number))
  if (unknown === undefined) return known.filter(({ number }) => named.includes(number))
  const hint = didYouMean(unknown, numbers)
  throw new UsageError(`--each: ${unknown} is not an assumption with variants${hint}`)
}

const tryVariants = async (
  { io, flags, terminal }: Suite,
  run: RunWith,
  assumptions: readonly ChangeableAssumption[],
): Promise<number> => {
  const given = flags.assume ?? readCliEnvironment(io.env).settings.assume
  const runs: RunResult[] = []
  for (const { number, variants, chosen } of assumptions)
    for (const variant of Object.keys(variants).filter((name) => name !== chosen)) {
      const pair = `${number}=${variant}`
      runs.push(await run(pair, { assume: [given, pair].filter(Boolean).join(',') }))
    }
  const hasFailed = (start: string): boolean =>
    runs.some(({ name, hasPassed }) => !hasPassed && `${name}=`.startsWith(`${start}=`))
  const numbers = assumptions.map(({ number }) => number)
  const dependsOn = numbers.filter(hasFailed)
  const independentOf = numbers.filter((number) => !hasFailed(number))
  terminal.answer({ dependsOn, independentOf, runs }, () => [
    `The command depends on ${dependsOn.length} of ${numbers.length} ${numbers.length === 1 ? 'assumption' : 'assumptions'}.`,
    ...assumptions.flatMap(({ number, variants }) =>
      Object.entries(variants)
        .filter(([name]) => hasFailed(`${number}=${name}`))
        .map(([name, does]) => `It fails with ${number}=${name}: ${does}`),
    ),
    ...(independentOf.length > 0 ? [`Independent of ${independentOf.join(', ')}.`] : []),
  ])
  if (dependsOn.length === 0) return EXIT.ok
  return terminal.fail(`the command depends on ${dependsOn.join(', ')}`)
}

/** Runs the command under seeds until it fails, then under each kind of variation of that seed alone. */
const trySeeds = async (command: Suite, run: RunWith, seeds: number): Promise<number> => {
  const { terminal } = command
  for (let seed = 1; seed <= seeds; seed += 1) {
    if ((await run(`seed ${seed}`, { variation: `${seed}` })).hasPassed) continue
    const kinds: string[] = []
    for (const kind of VARIATION_KINDS) {
      const alone = await run(`seed ${seed}, only ${kind}`, { variation: `${seed}:${kind}` })
      if (!alone.hasPassed) kinds.push(kind)
    }
    const repeat = repeatOf(command, [seed, ...kinds.slice(0, 1)].join(':'))
    terminal.answer({ seed, kinds, repeat }, () => [
      `The command first fails with seed ${seed}; kinds that make it fail by themselves: ${kinds.join(', ') || 'none'}.`,
      `To repeat it: ${repeat}`,
    ])
    return terminal.fail(`the command fails with seed ${seed}`)
  }
  terminal.answer({ seed: null, kinds: [] }, () => `The command passes with ${seeds} seeds.`)
  return EXIT.ok
}

const repeatOf = ({ commandLine, flags }: Suite, variation: string): string => {
  // Do not print secrets.
  const { adminKey: _, clientKey: __, ...shown } = flags
  const words = flagsOf({ variation, ...shown })
  return ['dam-sandbox', 'exec', ...words, '--', ...commandLine].map(shellWord).join(' ')
}
