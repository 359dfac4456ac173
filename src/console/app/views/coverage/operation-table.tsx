import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { OperationCoverage } from '#src/client/generated/control.ts'
import { linkTo } from '../../api/place.ts'
import { Table } from '../../parts/table.tsx'
import { formatNumber } from '../../texts/language.ts'
import { operationName, t } from '../../texts/words.ts'

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

const countOf = (calls: number): string => (calls === 0 ? t('never') : formatNumber(calls))

/** Operations with what was met of each; a row opens to show everything. */
export const OperationTable = ({
  label,
  all,
  isOnlyMissing,
}: {
  label: string
  all: readonly OperationCoverage[]
  isOnlyMissing: boolean
}) => {
  const opened = useSignal<readonly string[]>([])
  const toggle = (id: string): void => {
    const { value } = opened
    opened.value = value.includes(id) ? value.filter((one) => one !== id) : [...value, id]
  }
  const openerOf = ({ operation }: OperationCoverage) => {
    const isOpen = opened.value.includes(operation)
    return (
      <button
        type="button"
        class="quiet coverage-opener"
        aria-expanded={isOpen}
        onClick={() => toggle(operation)}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {operation}{' '}
        <span class="coverage-name">{operationName(operation)}</span>
      </button>
    )
  }
  return (
    <Table
      label={label}
      rows={isOnlyMissing ? all.filter(hasMissing) : all}
      keyOf={({ operation }) => operation}
      columns={[
        { name: t('Operation'), isHead: true, of: openerOf },
        { name: t('Number of calls'), class: 'number', of: ({ calls }) => countOf(calls) },
        { name: t('Outcomes'), class: 'number', of: (one) => shareOf(outcomesOf(one)) },
        { name: t('Optional fields'), class: 'number', of: ({ fields }) => shareOf(fields) },
        { name: t('Variants'), class: 'number', of: ({ variants }) => shareOf(variants) },
      ]}
      detail={(one) =>
        opened.value.includes(one.operation) && (
          <OperationItems one={one} isOnlyMissing={isOnlyMissing} />
        )
      }
    />
  )
}

const shareOf = (counted: readonly Counted[]): ComponentChildren => {
  if (counted.length === 0) return '–'
  const seen = counted.filter(({ calls }) => calls > 0).length
  const text = t('{1} of {2}', seen, counted.length)
  return seen === counted.length ? <span class="coverage-all">✓ {text}</span> : text
}

/** One thing that calls can meet. */
interface Item extends Counted {
  readonly name: string
  readonly shown?: ComponentChildren
}

/** The outcomes, optional fields and variants of an operation, each with the number of its calls. */
const OperationItems = ({
  one,
  isOnlyMissing,
}: {
  one: OperationCoverage
  isOnlyMissing: boolean
}) => {
  const lists: [title: string, items: Item[]][] = [
    [
      t('Outcomes'),
      [
        ...one.outcomes.map(({ name, code, calls }) => ({
          name: code === null ? name : `${name} · ${code}`,
          calls,
        })),
        ...one.successes.map(({ name, means, calls }) => ({ name, calls, shown: means })),
      ],
    ],
    [
      t('Optional fields'),
      one.fields.map(({ field, calls }) => ({ name: field, calls, shown: <code>{field}</code> })),
    ],
    [
      t('Variants'),
      one.variants.map(({ assumption, variant, calls }) => ({
        name: `${assumption}=${variant}`,
        calls,
        shown: (
          <>
            <a href={linkTo('assumptions', assumption)}>{assumption}</a> {variant}
          </>
        ),
      })),
    ],
  ]
  return (
    <div class="coverage-items">
      {lists.map(([title, items]) => {
        const rows = isOnlyMissing ? items.filter(({ calls }) => calls === 0) : items
        if (rows.length === 0) return null
        return (
          <Table
            key={title}
            rows={rows}
            keyOf={({ name }) => name}
            columns={[
              {
                name: title,
                isHead: true,
                class: 'coverage-item',
                of: ({ name, shown }) => shown ?? name,
              },
              { name: t('Number of calls'), class: 'number', of: ({ calls }) => countOf(calls) },
            ]}
          />
        )
      })}
    </div>
  )
}
