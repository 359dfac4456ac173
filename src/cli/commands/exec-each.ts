import { InvalidArgumentError } from 'commander'
import type { Connection } from '../../client/connection.ts'
import { VARIATION_KINDS } from '../../client/generated/constants.ts'
import type { ChangeableAssumption, VariationKind } from '../../client/generated/control.ts'
import { readCliEnvironment } from '../../config/environment.ts'
import { didYouMean } from '../../contract/errors/did-you-mean.ts'
import { EXIT, UsageError } from '../cli-errors.ts'
import { readOneOf } from '../readers.ts'
import type { Inspection } from './conditions.ts'
import { writeSeries } from './exec-artifacts.ts'
import { folderOf, type RunResult, type RunWith, repeating, type Suite } from './suite.ts'

const MAX_SEEDS = 1_000

/** What a command is repeated for: the seeds 1 to n of variation, or other variants of assumptions, touched ones by default. */
export type Each =
  | { readonly seeds: number; readonly kinds: readonly VariationKind[] }
  | { readonly numbers: string | undefined }

export const readEach = (text: string): Each => {
  const [kind = '', value] = text.split(/=(.*)/s)
  const [count = '', names] = (value ?? '').split(/:(.*)/s)
  const seeds = /^\d+$/.test(count) ? Number(count) : 0
  if (kind === 'variation' && seeds >= 1 && seeds <= MAX_SEEDS)
    return { seeds, kinds: names === undefined ? VARIATION_KINDS : names.split(',').map(readKind) }
  if (kind === 'variant' && /^(all|A-[\w-]+(,A-[\w-]+)*)$/.test(value ?? 'all'))
    return { numbers: value }
  throw new InvalidArgumentError(
    `It must be variant, variant=all, variant=A-20-1,A-1-1, variation=<1 to ${MAX_SEEDS} seeds>, or with kinds variation=20:list-order.`,
  )
}

const readKind = readOneOf(VARIATION_KINDS)

export const readAccepted = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text.split(',').map((number) => number.trim()),
]

export interface SeriesOptions {
  /** Numbers of assumptions that the command may depend on. */
  readonly accepted: readonly string[]
  /** True to go on after a seed that makes the command fail. */
  readonly goesOn: boolean
}

/** How a series ended: a report for programs, sentences for people, and why it failed. */
interface Outcome {
  readonly report: object
  readonly sentences: readonly string[]
  readonly failure: string | undefined
}

export const execEach = (command: Suite, each: Each, options: SeriesOptions): Promise<number> => {
  const { io, flags, terminal } = command
  if ('seeds' in each && flags.variation !== undefined)
    throw new UsageError('--variation and --each variation cannot be combined')
  if ('seeds' in each && options.accepted.length > 0)
    throw new UsageError('--accept needs --each variant')
  if ('numbers' in each && options.goesOn)
    throw new UsageError('--keep-going needs --each variation')
  let known: ChangeableAssumption[] | undefined
  const inspect = async (connection: Connection): Promise<Inspection> => {
    type Answer = { assumptions: ChangeableAssumption[] }
    const all = { query: { all: true } }
    known ??= (await connection.call<Answer>('GET /variants', all)).assumptions
    return command.inspect(connection)
  }
  return repeating({ ...command, inspect }, async (runAlone) => {
    const runs: RunResult[] = []
    const run: RunWith = async (name, settings) => {
      const ended = await runAlone(name, settings)
      runs.push(ended)
      return ended
    }
    const { artifacts } = { ...readCliEnvironment(io.env).settings, ...flags }
    const end = (
      sentences: readonly string[],
      failure: string | undefined,
      code: number,
    ): number => {
      if (artifacts !== undefined)
        writeSeries(artifacts, verdictOf(command, sentences, failure, runs))
      if (failure === undefined) return EXIT.ok
      terminal.fail(failure)
      return code
    }
    const unchanged = await run('unchanged', 'seeds' in each ? { variation: 'off' } : {})
    if (!unchanged.hasPassed)
      return end(
        [],
        'the unchanged run failed; make it pass first',
        unchanged.exitCode || EXIT.refused,
      )
    requireKnown('--accept', options.accepted, known ?? [])
    const { report, sentences, failure } =
      'seeds' in each
        ? await trySeeds(run, each.seeds, each.kinds, options.goesOn)
        : await tryVariants(
            command,
            run,
            assumptionsToTry(known ?? [], each.numbers),
            options.accepted,
          )
    terminal.answer(report, () => [...sentences])
    return end(sentences, failure, EXIT.refused)
  })
}

/** The lines of the verdict of a series, the failed runs first. */
const verdictOf = (
  command: Suite,
  sentences: readonly string[],
  failure: string | undefined,
  runs: readonly RunResult[],
): string[] => [
  `verdict: ${failure === undefined ? 'passed' : `failed: ${failure}`}`,
  `command: ${command.commandLine.join(' ')}`,
  ...sentences,
  ...runs
    .filter(({ hasPassed }) => !hasPassed)
    .flatMap(({ name, reasons, repeat }) => [
      `${name}: failed (${reasons.join('; ')}), see ${folderOf(name)}`,
      `  repeat: ${repeat}`,
    ]),
  `passed: ${runs.flatMap(({ name, hasPassed }) => (hasPassed ? [name] : [])).join(', ') || 'no run'}`,
]

const assumptionsToTry = (
  known: readonly ChangeableAssumption[],
  wanted: string | undefined,
): readonly ChangeableAssumption[] => {
  if (wanted === undefined) return known.filter(({ isTouched }) => isTouched)
  if (wanted === 'all') return known
  const named = wanted.split(',')
  requireKnown('--each', named, known)
  return known.filter(({ number }) => named.includes(number))
}

const requireKnown = (
  option: string,
  named: readonly string[],
  known: readonly ChangeableAssumption[],
): void => {
  const numbers = known.map(({ number }) => number)
  const unknown = named.find((number) => !numbers.includes(number))
  if (unknown === undefined) return
  const hint = didYouMean(unknown, numbers)
  throw new UsageError(`${option}: ${unknown} is not an assumption with variants${hint}`)
}

const tryVariants = async (
  { io, flags, terminal }: Suite,
  run: RunWith,
  assumptions: readonly ChangeableAssumption[],
  accepted: readonly string[],
): Promise<Outcome> => {
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
  const refused = dependsOn.filter((number) => !accepted.includes(number))
  for (const number of accepted)
    if (!dependsOn.includes(number)) terminal.note(`dam-sandbox: --accept ${number} was not needed`)
  const sentences = [
    `The command depends on ${dependsOn.length} of ${numbers.length} ${numbers.length === 1 ? 'assumption' : 'assumptions'}.`,
    ...assumptions.flatMap(({ number, variants }) =>
      Object.entries(variants)
        .filter(([name]) => hasFailed(`${number}=${name}`))
        .map(
          ([name, does]) =>
            `It fails with ${number}=${name}${accepted.includes(number) ? ' (accepted)' : ''}: ${does}`,
        ),
    ),
    ...(independentOf.length > 0 ? [`Independent of ${independentOf.join(', ')}.`] : []),
  ]
  return {
    report: { dependsOn, independentOf, runs },
    sentences,
    failure: refused.length > 0 ? `the command depends on ${refused.join(', ')}` : undefined,
  }
}

/** A seed that makes the command fail, and the kinds of variation that do it alone. */
interface FailingSeed {
  readonly seed: number
  readonly kinds: readonly VariationKind[]
  readonly repeat: string
}

/** Runs the command under seeds, then under each kind of variation of a failing seed alone. */
const trySeeds = async (
  run: RunWith,
  seeds: number,
  kinds: readonly VariationKind[],
  goesOn: boolean,
): Promise<Outcome> => {
  const chosen = kinds === VARIATION_KINDS ? '' : `:${kinds}`
  const failing: FailingSeed[] = []
  for (let seed = 1; seed <= seeds && (goesOn || failing.length === 0); seed += 1) {
    const together = await run(`seed ${seed}`, { variation: `${seed}${chosen}` })
    if (together.hasPassed) continue
    const alone: RunResult[] = []
    for (const kind of kinds)
      alone.push(await run(`seed ${seed}, only ${kind}`, { variation: `${seed}:${kind}` }))
    const { repeat } = alone.find(({ hasPassed }) => !hasPassed) ?? together
    failing.push({ seed, kinds: kinds.filter((_, index) => !alone[index]?.hasPassed), repeat })
  }
  const [first] = failing
  if (!first)
    return {
      report: { seed: null, kinds: [], failing },
      sentences: [`The command passes with ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}.`],
      failure: undefined,
    }
  const sentences = failing.flatMap((one, index) => [
    `The command ${index === 0 ? 'first' : 'also'} fails with seed ${one.seed}; kinds that make it fail by themselves: ${one.kinds.join(', ') || 'none'}.`,
    `To repeat it: ${one.repeat}`,
  ])
  const named = failing.map(({ seed }) => seed).join(', ')
  return {
    report: { ...first, failing },
    sentences,
    failure: `the command fails with seed ${named}`,
  }
}
