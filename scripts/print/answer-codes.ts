import type { AssumptionId } from '#src/contract/assumptions/index.ts'
import type { Provenance } from '#src/control/provenance/schema.ts'

/** A field of answers whose values are codes, kinds or states. */
export interface AnswerCode {
  readonly section: string
  /** Its path below the payload, in the first operation that answers it. */
  readonly path: string
  readonly name: string
  readonly numbers: readonly AssumptionId[]
}

/** Names of fields whose values are codes, kinds or states. */
const CODE_LIKE =
  /status|type|code|level|visib|category|^is[A-Z]|role(?!Id|Name)|editable|importance|stickTop|dummy|belong|collected|publicRead|verifyEmail|extension|(pic|video|text)Num|keyName|^key$|thunders|^portalId$/i

/** Every field of a payload that is named like a code, once. */
export const answerCodes = ({ fields, operations }: Provenance): AnswerCode[] => {
  const shown = new Set(
    operations.filter(({ known }) => known === 'document').map(({ operation }) => operation),
  )
  const codes = fields
    .filter(({ in: place, section }) => place === 'answer' && section !== 'Response envelope')
    .filter(({ operation }) => shown.has(operation))
    .map(({ path, section, assumptions }) => ({
      section: section ?? '',
      path,
      name: path.replaceAll('[]', '').split('.').at(-1) ?? path,
      numbers: assumptions as AssumptionId[],
    }))
    .filter(({ name }) => CODE_LIKE.test(name))
  return [...new Map(codes.reverse().map((code) => [keyOf(code), code])).values()].reverse()
}

/** A section can have one name in several places, such as the extension of an asset and of its files. */
const keyOf = ({ section, name, numbers }: AnswerCode): string =>
  [section, name, ...numbers].join(' ')
