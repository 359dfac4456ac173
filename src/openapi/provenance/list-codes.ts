import { assumption, assumptionIds } from '../../contract/assumptions/index.ts'
import { FINDINGS } from '../../contract/findings/finding.ts'
import type { FindingKind } from '../../contract/findings/finding-kind.ts'
import type { Provenance } from '../../control/provenance/schema.ts'
import type { RefusalKind } from '../../errors/refusal.ts'
import { REFUSALS } from '../../errors/refusals.ts'
import type { ListedRefusal } from '../refusal-responses.ts'
import type { KnownCall } from './known-calls.ts'

type KnownCode = Provenance['codes'][number]

/** The only code of a refusal that the document shows. */
const SHOWN_CODE = REFUSALS.noPermission.code

/** The code of a success, every code of a refusal, and every code of a finding. */
export const listCodes = (calls: readonly KnownCall[]): KnownCode[] => [
  {
    code: '0',
    name: 'success',
    kind: 'success',
    when: 'The call succeeded.',
    operations: namesOf(calls.filter(answersEnvelope)),
    known: 'document',
    section: 'Response envelope',
    assumptions: [],
  },
  ...Object.entries(REFUSALS).map(([name, kind]) => refusalCode(name, kind, calls)),
  ...Object.entries(FINDINGS).map(([code, kind]) => findingCode(code, kind)),
]

/** A bare or empty success has no code, and neither has a file. */
const answersEnvelope = ({ call }: KnownCall): boolean =>
  typeof call === 'string' ? call !== 'download' : call.shape === 'plain' || call.shape === 'nested'

const refusalCode = (
  name: string,
  { code, when }: RefusalKind,
  calls: readonly KnownCall[],
): KnownCode => {
  const isShown = code === SHOWN_CODE
  const answers = ({ described }: KnownCall): boolean =>
    (described['x-refusals'] as readonly ListedRefusal[]).some((listed) => listed.name === name)
  return {
    code,
    name,
    kind: 'refusal',
    when,
    operations: namesOf(calls.filter(answers)),
    known: isShown ? 'document' : 'invented',
    section: 'Errors',
    assumptions: [...(isShown ? [] : ['A-reply-3']), ...numbersIn(when)],
  }
}

const findingCode = (code: string, { means }: FindingKind): KnownCode => ({
  code,
  name: code,
  kind: 'finding',
  when: means,
  operations: [],
  known: 'invented',
  section: null,
  assumptions: [...new Set([...numbersIn(means), ...numbersThatName(code)])],
})

/** The assumptions that a text cites. */
const numbersIn = (text: string): string[] => text.match(/\bA-[a-z0-9]+-\d+\b/g) ?? []

/** The assumptions whose decision names a finding. */
const numbersThatName = (code: string): string[] =>
  assumptionIds().filter((id) => {
    const { does, variants = {} } = assumption(id)
    return [does, ...Object.values(variants)].some((text) => text.includes(`\`${code}\``))
  })

const namesOf = (calls: readonly KnownCall[]): string[] => [
  ...new Set(calls.map(({ name }) => name)),
]
