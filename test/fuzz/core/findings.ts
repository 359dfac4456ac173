import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reproduce } from './reproduce.ts'
import type { FuzzRequest } from './request.ts'

/** What went wrong. `lag` and `memory` fail full runs only. */
export type FindingKind =
  | 'crash'
  | '5xx'
  | 'loss'
  | 'leak'
  | 'silence'
  | 'garbled'
  | 'lag'
  | 'memory'

/** One thing that a tester saw and should not have seen. */
export interface Finding {
  readonly kind: FindingKind
  readonly tester: string
  readonly seed: number
  /** The number of the request, or of the round, to replay from. */
  readonly index: number
  /** What the same defect shows each time: findings with the same text are counted, not repeated. */
  readonly text: string
  readonly request?: FuzzRequest
  /** The last requests of each connection. */
  readonly recent?: readonly (readonly FuzzRequest[])[]
  /** The last output of the server, or other evidence. */
  readonly detail?: string
}

/** A finding with how often it was seen. */
export interface CountedFinding extends Finding {
  readonly count: number
}

/** Kinds that fail a short run too. */
const ALWAYS_FAILING: ReadonlySet<FindingKind> = new Set([
  'crash',
  '5xx',
  'loss',
  'leak',
  'garbled',
])

/** Everything that testers have found. */
export class Findings {
  readonly #byText = new Map<string, { first: Finding; count: number }>()

  add(finding: Finding): void {
    const key = `${finding.kind} ${finding.tester} ${finding.text}`
    const known = this.#byText.get(key)
    if (known) known.count += 1
    else this.#byText.set(key, { first: finding, count: 1 })
  }

  get all(): CountedFinding[] {
    return [...this.#byText.values()].map(({ first, count }) => ({ ...first, count }))
  }

  /** Those that fail a run. */
  failing(isShort: boolean): CountedFinding[] {
    return this.all.filter(({ kind }) => !isShort || ALWAYS_FAILING.has(kind))
  }
}

/** A finding as text, with what to paste to see it again; evidence that is long goes to files. */
export const describeFinding = (finding: CountedFinding, folder: string): string => {
  const { kind, tester, seed, index, text, count, request, recent, detail } = finding
  const lines = [
    `${kind} in ${tester}, ${count === 1 ? 'once' : `${count} times`}: ${text}`,
    `  replay: npm run fuzz -- --only ${tester} --seed ${seed} --from ${index}`,
  ]
  const name = `${tester}-${index}-${kind}`
  if (request) lines.push(`  request: ${reproduce(request, folder, name)}`)
  if (recent && recent.length > 0)
    lines.push(`  last requests: ${writeRecent(recent, folder, name)}`)
  if (detail)
    lines.push(
      ...detail
        .trim()
        .split('\n')
        .slice(-8)
        .map((line) => `  | ${line.slice(0, 700)}`),
    )
  return lines.join('\n')
}

/** Writes the last requests of each connection as a program that sends them again. */
const writeRecent = (
  recent: readonly (readonly FuzzRequest[])[],
  folder: string,
  name: string,
): string => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.mjs`)
  const sets = recent.map((requests) =>
    requests.map((request) => [
      request.method,
      request.path,
      request.headers,
      request.body?.toString('base64') ?? null,
    ]),
  )
  writeFileSync(file, `const connections = ${JSON.stringify(sets)}\n${REPLAY}`)
  return `node ${file} http://127.0.0.1:4022`
}

const REPLAY = `import { request } from 'node:http'
const base = process.argv[2]
const send = ([method, path, headers, body]) => new Promise((resolve) => {
  const bytes = body === null ? undefined : Buffer.from(body, 'base64')
  const out = request(base, { method, path, headers: Object.fromEntries(headers) }, (answer) => {
    answer.resume().on('close', () => resolve(answer.statusCode))
  })
  out.setTimeout(5_000, () => out.destroy())
  out.on('error', (error) => resolve(error.message)).end(bytes)
})
await Promise.all(connections.map(async (requests) => {
  for (const one of requests) console.log(one[0], one[1], await send(one))
}))
`
