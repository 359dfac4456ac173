import type { ChangeableAssumption } from '../client/generated/control.ts'
import type { RunResult } from './series.ts'

/** A run with one variant changed. */
export interface MatrixRun {
  readonly variant: string
  readonly result: RunResult
}

/** An assumption with the runs under its other variants. */
export interface MatrixRow {
  readonly assumption: ChangeableAssumption
  readonly runs: readonly MatrixRun[]
}

/** On which assumptions a suite depends, as JSON shows it. */
export interface MatrixReport {
  readonly dependsOn: readonly string[]
  readonly independentOf: readonly string[]
  readonly assumptions: readonly {
    readonly number: string
    readonly shown: string
    readonly variant: string
    readonly isDependedOn: boolean
    readonly runs: readonly { variant: string; hasPassed: boolean; exitCode: number }[]
  }[]
}

const dependsOn = ({ runs }: MatrixRow): boolean => runs.some(({ result }) => !result.hasPassed)

/** The report of all rows. */
export const matrixReport = (rows: readonly MatrixRow[]): MatrixReport => {
  const numbersOf = (some: readonly MatrixRow[]): string[] =>
    some.map(({ assumption }) => assumption.number)
  return {
    dependsOn: numbersOf(rows.filter(dependsOn)),
    independentOf: numbersOf(rows.filter((row) => !dependsOn(row))),
    assumptions: rows.map((row) => ({
      number: row.assumption.number,
      shown: row.assumption.shown,
      variant: row.assumption.chosen,
      isDependedOn: dependsOn(row),
      runs: row.runs.map(({ variant, result }) => ({
        variant,
        hasPassed: result.hasPassed,
        exitCode: result.code,
      })),
    })),
  }
}

/** The report as text. */
export const formatMatrix = (rows: readonly MatrixRow[]): string[] => {
  const depended = rows.filter(dependsOn)
  const others = matrixReport(rows).independentOf
  const count = `${depended.length} of ${rows.length} ${rows.length === 1 ? 'assumption' : 'assumptions'}`
  return [
    `The command depends on ${count}.`,
    ...depended.flatMap(linesOf),
    ...(others.length > 0 ? [`Independent of ${others.join(', ')}.`] : []),
  ]
}

const linesOf = ({ assumption, runs }: MatrixRow): string[] => [
  `${assumption.number}  ${assumption.shown}`,
  ...Object.entries(assumption.variants).map(
    ([name, does]) => `  ${stateOf(name, assumption, runs)}  ${name}: ${does}`,
  ),
]

const stateOf = (
  name: string,
  { chosen }: ChangeableAssumption,
  runs: readonly MatrixRun[],
): string => {
  if (name === chosen) return 'passes'
  const run = runs.find(({ variant }) => variant === name)
  if (!run) return '      '
  return run.result.hasPassed ? 'passes' : 'fails '
}
