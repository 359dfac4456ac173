import { LIMITS, type Limit } from '../limits.ts'
import { code, printedFrom, table } from './markdown.ts'

const INTRO = `# Limits

${printedFrom('src/limits.ts')}

Every bound of the server. An honest client meets none of them. What exceeds one is refused with a sentence
that names the field and the bound, and nothing is stored. The assumptions behind the numbers are in
[assumptions.md](assumptions.md); E8's is the document's own. Three can be changed by setting.`

/** `docs/limits.md`: the table of limits. */
export const printLimits = (): string => {
  const all: readonly Limit[] = Object.values(LIMITS)
  const rows = all.map(({ of, max, unit, assumption, setting }) => [
    of,
    `${formatMax(max, unit)}`,
    assumption ? `[${assumption}](assumptions.md#${assumption.toLowerCase()})` : 'document',
    setting ? code(setting) : '',
  ])
  return `${INTRO}\n\n${table(['Limit', 'Maximum', 'Assumption', 'Setting'], rows)}\n`
}

const formatMax = (max: number, unit: Limit['unit']): string =>
  unit === 'bytes'
    ? formatBytes(max)
    : `${max.toLocaleString('en-US')}${unit === 'number' ? '' : ` ${unit}`}`

const formatBytes = (bytes: number): string => {
  if (bytes >= 1_048_576) return `${bytes / 1_048_576} MiB`
  return bytes >= 1_024 ? `${bytes / 1_024} KiB` : `${bytes} bytes`
}
