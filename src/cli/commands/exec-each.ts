import { InvalidArgumentError } from 'commander'
import type { Connection } from '../../client/connection.ts'
import { shellWord } from '../../client/curl.ts'
import { VARIATION_KINDS } from '../../client/generated/constants.ts'
import type { ChangeableAssumption } from '../../client/generated/control.ts'
import { flagsOf } from '../../config/config.ts'
import { readCliEnvironment } from '../../config/environment.ts'
import { didYouMean } from '../../errors/did-you-mean.ts'
import { EXIT, UsageError } from '../cli-errors.ts'
import { type RunResult, type RunWith, repeating, type Suite } from '../suite.ts'

/** Maximum number of seeds of one command. */
const MAX_SEEDS = 1_000

/** What a command is repeated for: other variants of assumptions, or the seeds 1 to n of variation. */
export type Each =
  | { readonly kind: 'variant'; readonly numbers: string | undefined }
  | { readonly kind: 'variation'; readonly seeds: number }

/** Reads `variant`, `variant=all`, `variant=A-20-1,A-1-1` or `variation=5`. */
export const readEach = (text: string): Each => {
  const [kind = '', value] = text.split(/=(.*)/s)
  const seeds = /^\d+$/.test(value ?? '') ? Number(value) : 0
  if (kind === 'variation' && seeds >= 1 && seeds <= MAX_SEEDS) return { kind, seeds }
  if (kind === 'variant' && /^(all|A-[\w-]+(,A-[\w-]+)*)$/.test(value ?? 'all'))
    return { kind, numbers: value }
  throw new InvalidArgumentError(
    `It must be variant, variant=all, variant=A-20-1,A-1-1, or variation=<1 to ${MAX_SEEDS} seeds>.`,
  )
}

/** Runs a command as it is, then once for each change; returns the exit code. */
export const execEach = (command: Suite, each: Each): Promise<number> => {
  const { flags, terminal, inspect } = command
  if (each.kind === 'variation' && flags.variation !== undefined)
    throw new UsageError('--variation and --each variation exclude each other')
  let known: ChangeableAssumption[] = []
  const look = async (connection: Connection): Promise<readonly string[]> => {
    if (known.length === 0) known = await readVariants(connection)
    return inspect(connection)
  }
  return repeating({ ...command, inspect: look }, async (run) => {
    const settings = each.kind === 'variation' ? { variation: 'off' } : {}
    const { hasPassed, exitCode } = await run('unchanged', settings)
    if (!hasPassed) {
      terminal.fail('the command fails by itself; make it pass first')
      return exitCode === 0 ? EXIT.refused : exitCode
    }
    return each.kind === 'variant'
      ? tryVariants(command, run, assumptionsToTry(known, each.numbers))
      : trySeeds(command, run, each.seeds)
  })
}

/** The assumptions with variants of a server, and which of them calls of any workspace have consulted. */
const readVariants = async (connection: Connection): Promise<ChangeableAssumption[]> => {
  type Answer = { assumptions: ChangeableAssumption[] }
  return (await connection.json<Answer>('GET', '/variants', { query: { all: 'true' } })).assumptions
}

const assumptionsToTry = (
  known: readonly ChangeableAssumption[],
  wanted: string | undefined,
): readonly ChangeableAssumption[] => {
  if (wanted === undefined) return known.filter(({ isTouched }) => isTouched)
  if (wanted === 'all') return known
  const numbers = known.map(({ number }) => number)
  const named = wanted.split(',')
  for (const number of named)
    if (!numbers.includes(number))
      throw new UsageError(
        `--each: ${number} is not an assumption with variants${didYouMean(number, numbers)}`,
      )
  return known.filter(({ number }) => named.includes(number))
}

/** Runs the command under each other variant, and reports on which assumptions it depends. */
const tryVariants = async (
  { io, flags, terminal }: Suite,
  run: RunWith,
  assumptions: readonly ChangeableAssumption[],
): Promise<number> => {
  const given = flags.assume ?? readCliEnvironment(io.env).settings.assume ?? ''
  const runs: RunResult[] = []
  for (const { number, variants, chosen } of assumptions)
    for (const variant of Object.keys(variants).filter((name) => name !== chosen)) {
      const pair = `${number}=${variant}`
      runs.push(await run(pair, { assume: given === '' ? pair : `${given},${pair}` }))
    }
  const failed = runs.filter(({ hasPassed }) => !hasPassed)
  const fails = ({ number }: ChangeableAssumption): boolean =>
    failed.some(({ name }) => name.startsWith(`${number}=`))
  const dependsOn = assumptions.filter(fails)
  const independentOf = assumptions.filter((one) => !fails(one)).map(({ number }) => number)
  const report = { dependsOn: dependsOn.map(({ number }) => number), independentOf, runs }
  terminal.answer(report, () => [
    `The command depends on ${dependsOn.length} of ${assumptions.length} ${assumptions.length === 1 ? 'assumption' : 'assumptions'}.`,
    ...dependsOn.flatMap(({ number, shown, variants }) => [
      `${number}  ${shown}`,
      ...Object.entries(variants).map(([name, does]) => {
        const isFailed = failed.some((one) => one.name === `${number}=${name}`)
        return `  ${isFailed ? 'fails ' : 'passes'}  ${name}: ${does}`
      }),
    ]),
    ...(independentOf.length > 0 ? [`Independent of ${independentOf.join(', ')}.`] : []),
  ])
  if (dependsOn.length === 0) return EXIT.ok
  terminal.fail(`the command depends on ${report.dependsOn.join(', ')}`)
  return EXIT.refused
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
    const repeat = repeatOf(command, kinds[0] === undefined ? `${seed}` : `${seed}:${kinds[0]}`)
    terminal.answer({ seed, kinds, repeat }, () => [
      `The command fails first under seed ${seed}, by ${listed(kinds)} alone.`,
      `Repeat it: ${repeat}`,
    ])
    terminal.fail(`the command fails under seed ${seed}`)
    return EXIT.refused
  }
  terminal.answer({ seed: null, kinds: [] }, () => `The command passes under ${seeds} seeds.`)
  return EXIT.ok
}

const listed = (kinds: readonly string[]): string => {
  if (kinds.length === 0) return 'no kind of variation'
  return [kinds.slice(0, -1).join(', '), kinds.at(-1)].filter(Boolean).join(' and by ')
}

/** Settings whose values are secrets, which the command that repeats a run does not show. */
const SECRETS: ReadonlySet<string> = new Set(['adminKey', 'clientKey'])

const repeatOf = ({ commandLine, flags }: Suite, variation: string): string => {
  const shown = Object.entries(flags).filter(([name]) => !SECRETS.has(name))
  const words = flagsOf({ variation, ...Object.fromEntries(shown) })
  return ['dam-sandbox', 'exec', ...words, '--', ...commandLine].map(shellWord).join(' ')
}
