import { VARIATION_KINDS } from '../client/generated/constants.ts'
import type { RunResult } from './series.ts'

/** What a command turned out to rely on. */
export interface Reliance {
  readonly seed: number
  /** The kinds that make the command fail alone; empty where only several together do. */
  readonly kinds: readonly string[]
  /** The run that shows it. */
  readonly result: RunResult
}

/** Runs the command under a variation, as text. */
type RunUnder = (name: string, variation: string) => Promise<RunResult>

/** The first of the seeds 1, 2, 3 ... under which a command fails, and the kinds of variation that do it alone. */
export const findReliance = async (
  runUnder: RunUnder,
  seeds: number,
): Promise<Reliance | undefined> => {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const result = await runUnder(`seed ${seed}`, `${seed}`)
    if (!result.hasPassed) return reliance(runUnder, seed, result)
  }
  return undefined
}

const reliance = async (runUnder: RunUnder, seed: number, whole: RunResult): Promise<Reliance> => {
  const failed: { kind: string; result: RunResult }[] = []
  for (const kind of VARIATION_KINDS) {
    const result = await runUnder(`seed ${seed}, only ${kind}`, `${seed}:${kind}`)
    if (!result.hasPassed) failed.push({ kind, result })
  }
  const kinds = failed.map(({ kind }) => kind)
  return { seed, kinds, result: failed[0]?.result ?? whole }
}

/** The variation of the run that shows what a command relies on, as text. */
export const variationText = ({ seed, kinds }: Reliance): string =>
  kinds[0] === undefined ? `${seed}` : `${seed}:${kinds[0]}`

/** Says which variation makes a command fail. */
export const describeReliance = ({ seed, kinds }: Reliance): string => {
  if (kinds.length === 0)
    return `The command fails first under seed ${seed}, by no kind of variation alone.`
  const [last = '', ...others] = [...kinds].reverse()
  const listed = others.length === 0 ? last : `${others.reverse().join(', ')} and by ${last}`
  return `The command fails first under seed ${seed}, by ${listed} alone.`
}
