import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeRequest, type FuzzRequest } from './request.ts'

/** What went wrong. `silence`, `lag` and `memory` fail full runs only. */
export type FindingKind =
  | 'crash'
  | '5xx'
  | 'loss'
  | 'leak'
  | 'garbled'
  | 'silence'
  | 'lag'
  | 'memory'

/** One thing that a tester saw and should not have seen. */
export interface Finding {
  readonly kind: FindingKind
  readonly tester: string
  readonly seed: number
  readonly index: number
  /** What the same defect shows each time: findings with the same text are counted, not repeated. */
  readonly text: string
  /** The last requests of each connection, of which the last was answered wrongly. */
  readonly recent?: readonly (readonly FuzzRequest[])[]
  /** The last output of the server, or other evidence. */
  readonly detail?: string
}

export interface CountedFinding extends Finding {
  readonly count: number
}

const FULL_RUNS_ONLY: ReadonlySet<FindingKind> = new Set(['silence', 'lag', 'memory'])

export class Findings {
  readonly #byText = new Map<string, CountedFinding>()

  add(finding: Finding): void {
    const key = `${finding.kind} ${finding.tester} ${finding.text}`
    const known = this.#byText.get(key) ?? { ...finding, count: 0 }
    this.#byText.set(key, { ...known, count: known.count + 1 })
  }

  get all(): CountedFinding[] {
    return [...this.#byText.values()]
  }

  failing(isShort: boolean): CountedFinding[] {
    return this.all.filter(({ kind }) => !isShort || !FULL_RUNS_ONLY.has(kind))
  }
}

/** A finding as text, with what to paste to see it again; the requests go to files of a folder. */
export const describeFinding = (finding: CountedFinding, folder: string): string => {
  const { kind, tester, seed, index, text, count, recent = [], detail = '' } = finding
  const evidence = detail.trim().split('\n').slice(-8)
  mkdirSync(folder, { recursive: true })
  const files = recent.map((requests, number) => {
    const file = join(folder, `${tester}-${index}-${kind}-${number}.http`)
    writeFileSync(file, Buffer.concat(requests.map((request) => encodeRequest(request))))
    return file
  })
  return [
    `${kind} in ${tester}, ${count === 1 ? 'once' : `${count} times`}: ${text}`,
    `  replay: npm run fuzz -- --only ${tester} --seed ${seed} --from ${index}`,
    ...files.slice(0, 3).map((file) => `  last requests: nc 127.0.0.1 4022 < ${file}`),
    ...evidence.filter((line) => line !== '').map((line) => `  | ${line.slice(0, 700)}`),
  ].join('\n')
}
