import type { Location, Log, LogicalLocation, ReportingDescriptor, Result } from 'sarif'
import { FINDINGS } from '../../client/generated/constants.ts'
import type { FindingCall, FindingSummary, FindingsReport } from '../../client/generated/control.ts'
import { packageVersion } from '../../start/shipped-folders.ts'
import { describeCall } from './findings-text.ts'

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** Findings as a SARIF 2.1.0 log: a rule for every known code, and a result for each call that is named. */
export const findingsAsSarif = ({ findings }: FindingsReport, url: string): Log => {
  const rules = new Map<string, ReportingDescriptor>(
    Object.entries(FINDINGS).map(([code, kind]) => [code, ruleOf({ code, ...kind })]),
  )
  // A newer server may know further codes.
  for (const summary of findings)
    if (!rules.has(summary.code)) rules.set(summary.code, ruleOf(summary))
  const indexes = new Map([...rules.keys()].map((code, index) => [code, index]))
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'dam-sandbox', version: packageVersion(), rules: [...rules.values()] },
        },
        results: findings.flatMap((summary) =>
          summary.calls.map((call) =>
            resultOf(summary, call, { url, ruleIndex: indexes.get(summary.code) ?? -1 }),
          ),
        ),
        columnKind: 'utf16CodeUnits',
      },
    ],
  }
}

const ruleOf = ({
  code,
  level,
  means,
  remedy,
}: Pick<FindingSummary, 'level' | 'means' | 'remedy'> & { code: string }): ReportingDescriptor => ({
  id: code,
  shortDescription: { text: means },
  help: { text: remedy },
  defaultConfiguration: { level },
})

const resultOf = (
  { code, level, means, remedy, count }: FindingSummary,
  call: FindingCall,
  { url, ruleIndex }: { url: string; ruleIndex: number },
): Result => ({
  ruleId: code,
  ruleIndex,
  level,
  message: { text: `${describeCall(call)}: ${means}. ${remedy}` },
  locations: [locationOf(call)],
  ...(call.entry !== null && { hostedViewerUri: new URL(call.entry, url).href }),
  properties: { workspace: call.workspace, seq: call.seq, atMs: call.atMs, timesInAll: count },
})

/** The operation of a call, and the field of its request. */
const locationOf = ({ operation, method, path, field }: FindingCall): Location => {
  const called: LogicalLocation = {
    name: operation ?? `${method} ${path}`,
    fullyQualifiedName: `${method} ${path}`,
    kind: 'function',
  }
  const fields: LogicalLocation[] =
    field === undefined ? [] : [{ name: field, fullyQualifiedName: field, kind: 'parameter' }]
  return { logicalLocations: [called, ...fields] }
}
