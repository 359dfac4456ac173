import type { AssumptionId } from '#src/contract/assumptions/index.ts'
import { ASSUMED_BY, FIELD } from '#src/contract/known-field.ts'
import type { Operation, OperationId } from '#src/contract/operation.ts'

export interface AnswerCode {
  readonly operation: OperationId
  /** Its path below the payload. */
  readonly path: string
  readonly name: string
  readonly numbers: readonly AssumptionId[]
}

const CODE_LIKE =
  /status|type|code|level|visib|category|^is[A-Z]|role(?!Id|Name)|editable|importance|stickTop|dummy|belong|collected|publicRead|verifyEmail|extension|(pic|video|text)Num|keyName|^key$|thunders|^portalId$/i

/** Every field of a payload that is named like a code, once for each place with numbers of its own. */
export const answerCodes = (operations: readonly Operation[]): AnswerCode[] => {
  const codes = operations
    .flatMap(({ id, result }) => [...fieldsOf(result as Schema, id)])
    .filter(({ name }) => CODE_LIKE.test(name))
  const keyOf = ({ path, name, numbers }: AnswerCode): string =>
    [path.split('.').at(-2) ?? '', name, ...numbers].join(' ')
  return [...new Map(codes.reverse().map((code) => [keyOf(code), code])).values()].reverse()
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly [FIELD]?: Schema
  readonly [ASSUMED_BY]?: readonly AssumptionId[]
}

function* fieldsOf(schema: Schema, operation: OperationId, path = ''): Generator<AnswerCode> {
  for (const each of schema.anyOf ?? []) yield* fieldsOf(each, operation, path)
  if (schema.items) yield* fieldsOf(schema.items, operation, `${path}[]`)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`
    const numbers = (field[FIELD] ?? field)[ASSUMED_BY] ?? []
    yield { operation, path: at, name, numbers }
    yield* fieldsOf(field, operation, at)
  }
}
