import { VARIATION_KINDS } from '../client/generated/constants.ts'
import type { Outcome } from './series.ts'

/** What a command turned out to rely on. */
export interface Reliance {
  readonly seed: number
  /** The kinds that make the command fail alone; empty where only several together do. */
  readonly kinds: readonly string[]
  /** The run that shows it. */
  readonly outcome: Outcome
}

/** Runs the command under a variation, as text. */
type RunUnder = (name: string, variation: string) => Promise<Outcome>

/** The first of the seeds 1, 2, 3 ... under which a command fails, and the kinds of variation that do it alone. */
export const findReliance = async (
  runUnder: RunUnder,
  seeds: number,
): Promise<Reliance | undefined> => {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const outcome = await runUnder(`seed ${seed}`, `${seed}`)
    if (!outcome.hasPassed) return reliance(runUnder, seed, outcome)
  }
  return undefined
}

const reliance = async (runUnder: RunUnder, seed: number, whole: Outcome): Promise<Reliance> => {
  const failed: { kind: string; outcome: Outcome }[] = []
  for (const kind of VARIATION_KINDS) {
    const outcome = await runUnder(`seed ${seed}, only ${kind}`, `${seed}:${kind}`)
    if (!outcome.hasPassed) failed.push({ kind, outcome })
  }
  const kinds = failed.map(({ kind }) => kind)
  return { seed, kinds, outcome: failed[0]?.outcome ?? whole }
}

/** The variation of the run that shows what a command relies on, as text. */
export const variationOf = ({ seed, kinds }: Reliance): string =>
  kinds[0] === undefined ? `${seed}` : `${seed}:${kinds[0]}`

/** Says which variation makes a command fail. */
export const describeReliance = ({ seed, kinds }: Reliance): string => {
  if (kinds.length === 0)
    return `The command fails first under seed ${seed}, by no kind of variation alone.`
  const [last = '', ...others] = [...kinds].reverse()
  const listed = others.length === 0 ? last : `${others.reverse().join(', ')} and by ${last}`
  return `The command fails first under seed ${seed}, by ${listed} alone.`
}
