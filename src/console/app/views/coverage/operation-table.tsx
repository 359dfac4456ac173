import { useSignal } from '@preact/signals'
import type { OperationCoverage } from '#src/client/generated/control.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { formatNumber } from '../../texts/language.ts'
import { operationName } from '../../texts/operation-names.ts'
import { words } from './coverage-texts.ts'
import { OperationItems } from './operation-items.tsx'

/** Something that calls can meet, and how many did. */
interface Counted {
  readonly calls: number
}

/** The outcomes that an operation lists, with the successes that it tells apart. */
const outcomesOf = ({ outcomes, successes }: OperationCoverage): Counted[] => [
  ...outcomes.filter(({ isExpected }) => isExpected),
  ...successes,
]

const hasMissing = (one: OperationCoverage): boolean =>
  [...outcomesOf(one), ...one.fields, ...one.variants].some(({ calls }) => calls === 0)

/** Operations with what was met of each; a row opens to show everything. */
export const OperationTable = ({
  label,
  all,
  isOnlyMissing,
}: {
  readonly label: string
  readonly all: readonly OperationCoverage[]
  readonly isOnlyMissing: boolean
}) => {
  const text = words()
  return (
    <table aria-label={label}>
      <TableHead
        columns={[
          text.operation,
          { number: text.calls },
          { number: text.outcomes },
          { number: text.fields },
          { number: text.variants },
        ]}
      />
      <tbody>
        {(isOnlyMissing ? all.filter(hasMissing) : all).map((one) => (
          <OperationRow key={one.operation} one={one} isOnlyMissing={isOnlyMissing} />
        ))}
      </tbody>
    </table>
  )
}

const OperationRow = ({
  one,
  isOnlyMissing,
}: {
  readonly one: OperationCoverage
  readonly isOnlyMissing: boolean
}) => {
  const isOpen = useSignal(false)
  const { operation, calls, fields, variants } = one
  return (
    <>
      <tr>
        <th scope="row">
          <button
            type="button"
            class="quiet coverage-opener"
            aria-expanded={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.value
            }}
          >
            <span aria-hidden="true">{isOpen.value ? '▾' : '▸'}</span> {operation}{' '}
            <span class="coverage-name">{operationName(operation)}</span>
          </button>
        </th>
        <td class="number">{calls === 0 ? words().never : formatNumber(calls)}</td>
        <Share of={outcomesOf(one)} />
        <Share of={fields} />
        <Share of={variants} />
      </tr>
      {isOpen.value && (
        <tr>
          <td colSpan={5}>
            <OperationItems one={one} isOnlyMissing={isOnlyMissing} />
          </td>
        </tr>
      )}
    </>
  )
}

const Share = ({ of: counted }: { readonly of: readonly Counted[] }) => {
  const seen = counted.filter(({ calls }) => calls > 0).length
  const isAll = seen === counted.length
  return (
    <td class="number">
      {counted.length === 0 ? (
        '–'
      ) : (
        <span class={isAll ? 'coverage-all' : undefined}>
          {isAll && '✓ '}
          {words().of(seen, counted.length)}
        </span>
      )}
    </td>
  )
}
