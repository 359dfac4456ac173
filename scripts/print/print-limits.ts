import { type AssumptionId, assumption } from '#src/contract/assumptions/index.ts'
import { formatBytes } from '#src/kernel/text.ts'
import { LIMITS, type Limit } from '#src/limits.ts'
import { code, printedFrom, table } from './markdown.ts'

const INTRO = `# Limits

${printedFrom('src/limits.ts')}

The bounds of the server, by the assumption that each belongs to. A request that exceeds a bound of its fields, of its
body or of the control plane is refused with a sentence that names the field and the bound, and nothing is stored. Where
the server keeps things for its callers the oldest go, and work beyond a bound waits or is done in steps, as the text of
the section says. Ordinary clients stay below all bounds but that of E8, which is the document's own: there larger sets
are split into batches.`

/** `docs/limits.md`: the limits, a table for each assumption. */
export const printLimits = (): string => {
  const all: readonly Limit[] = Object.values(LIMITS)
  const ids = [...new Set(all.map((limit) => limit.assumption))]
  const sections = ids.map((id) =>
    sectionOf(
      id,
      all.filter((limit) => limit.assumption === id),
    ),
  )
  return `${[INTRO, ...sections].join('\n\n')}\n`
}

const sectionOf = (id: Limit['assumption'], limits: readonly Limit[]): string => {
  const hasSettings = limits.some(({ setting }) => setting !== undefined)
  const rows = limits.map(({ of, max, unit, setting }) => [
    of,
    formatMax(max, unit),
    ...(hasSettings ? [setting ? code(setting) : ''] : []),
  ])
  const heads = ['Limit', 'Maximum', ...(hasSettings ? ['Setting'] : [])]
  return `${headOf(id)}\n\n${table(heads, rows)}`
}

const headOf = (id: Limit['assumption']): string => {
  if (id === undefined)
    return '## Of the process\n\nThey protect the server; no client of the service depends on them.'
  const { does } = assumption(id as AssumptionId)
  return `## ${id}\n\n${does} See [${id}](assumptions.md#${id.toLowerCase()}).`
}

const formatMax = (max: number, unit: Limit['unit']): string => {
  if (unit === 'bytes') return formatBytes(max)
  if (unit === 'ms') return formatMs(max)
  const number = max.toLocaleString('en-US')
  return unit === 'items' || unit === 'number' ? number : `${number} ${unit}`
}

const rounded = (value: number): string => (Math.round(value * 100) / 100).toLocaleString('en-US')

const formatMs = (ms: number): string =>
  ms >= 1_000 && ms <= 3_600_000 ? `${rounded(ms / 1_000)} s` : `${ms.toLocaleString('en-US')} ms`
