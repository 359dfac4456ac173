import type { SettingDescription } from '#src/config/describe-settings.ts'
import { KNOWN, type Provenance } from '#src/contract/assumptions/assumption.ts'
import { assumption, assumptionIds } from '#src/contract/assumptions/index.ts'
import { REFUSALS } from '#src/contract/errors/refusals.ts'
import { FINDINGS } from '#src/contract/findings/finding.ts'
import type { FindingKind } from '#src/contract/findings/finding-kind.ts'
import { PROVENANCE } from '#src/contract/known-field.ts'
import type { Operation } from '#src/contract/operation.ts'
import { STATE_NAMES, STATES } from '#src/control/states/state-catalogue.ts'
import type { Limit } from '#src/kernel/limits.ts'
import { formatBytes } from '#src/kernel/text.ts'
import type { OpenApiDocument } from '#src/openapi/describe-routes.ts'
import { code, table } from './markdown.ts'

/** The table of the operations in the README, each linked to the assumptions that its answers rest on. */
export const printOperations = (operations: readonly Operation[]): string =>
  table(
    ['No.', 'Operation', 'What it does', 'Path'],
    operations.map(({ id, summary, description, path }) => [
      `[${id}](docs/assumptions.md#${id.toLowerCase()})`,
      summary,
      description,
      code(path),
    ]),
  )

const INVISIBLE = ', or that the caller may not see'

/** Every refusal; a status in brackets is that of the routes of files only. */
export const printErrors = (): string =>
  table(
    ['Code', 'Name', 'HTTP', 'Answered when'],
    Object.entries(REFUSALS)
      .sort(([, left], [, right]) => (left.code < right.code ? -1 : 1))
      .map(([name, { code: number, when, http }]) => [
        code(number),
        code(name),
        String(http.status ?? (http.fileStatus === undefined ? '' : `(${http.fileStatus})`)),
        when.replace(INVISIBLE, ''),
      ]),
  )

/** The catalogue of findings. */
export const printFindings = (): string =>
  table(
    ['Finding', 'Level', 'What it says'],
    Object.entries<FindingKind>(FINDINGS).map(([name, { level, means }]) => [
      code(name),
      level,
      means,
    ]),
  )

/** The named states and the sentences that they make true. */
export const printStates = (): string =>
  table(
    ['State', 'Situation'],
    STATE_NAMES.map((name) => [code(name), STATES[name].sentence]),
  )

/** The table of the settings. */
export const printSettings = (settings: readonly SettingDescription[]): string =>
  table(
    ['Variable', 'Meaning', 'Default'],
    settings.map((setting) => [code(setting.variable), setting.help, setting.default]),
  )

/** The bounds that callers meet in their requests, or those that protect the process. */
export const printLimits = (limits: Readonly<Record<string, Limit>>): string =>
  Object.values(limits)
    .map(({ of, max, unit, setting }) => {
      const name = setting === undefined ? of : `${of}, ${code(setting)}`
      return `- ${name}: ${formatMax(max, unit)}`
    })
    .join('\n')

const formatMax = (max: number, unit: Limit['unit']): string => {
  if (unit === 'bytes') return formatBytes(max)
  if (unit === 'ms' && max >= 1_000 && max <= 3_600_000)
    return `${(Math.round(max / 10) / 100).toLocaleString('en-US')} s`
  const number = max.toLocaleString('en-US')
  return unit === 'items' || unit === 'number' ? number : `${number} ${unit}`
}

/** How many marks of the OpenAPI document, and how many assumptions, are known how. */
export const printProvenance = ({ paths, components }: OpenApiDocument): string => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const bodies = operations.map(({ requestBody, responses }) => [requestBody, responses])
  const marks = (all: readonly object[]) => all.map((one) => Object.entries(one).filter(isMark))
  const rows: [label: string, marked: unknown][] = [
    ['operations and supporting routes', marks(operations)],
    ['parameters and headers of their requests', operations.map(({ parameters }) => parameters)],
    ['fields of their requests and answers', [bodies, components.schemas]],
    ['assumptions', assumptionIds().map((id) => [PROVENANCE, assumption(id).known])],
  ]
  return table(
    ['', ...KNOWN],
    rows.map(([label, marked]) => [label, ...KNOWN.map((known) => count(marked, known))]),
  )
}

const isMark = ([key]: readonly [string, unknown]): boolean => key === PROVENANCE

const count = (marked: unknown, known: Provenance): string =>
  String(JSON.stringify(marked).split(new RegExp(`"${PROVENANCE}"[:,]"${known}"`)).length - 1)
