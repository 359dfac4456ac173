import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Coverage, OperationCoverage } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { goTo, linkTo, route } from '../../api/place.ts'
import { ClearAction } from '../../parts/action.tsx'
import { SchemaField } from '../../parts/form.tsx'
import { Facts, Notice, Page, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { formatNumber } from '../../texts/language.ts'
import { operationName, t } from '../../texts/words.ts'
import './coverage.css'

/** The part of the URL that shows only what is missing. */
const MISSING = 'missing'

const PARTS = [
  ['operations', 'Operations'],
  ['outcomes', 'Outcomes'],
  ['fields', 'Optional fields'],
  ['variants', 'Variants'],
] as const

/** What the calls of a workspace have exercised of each operation. */
export default function CoverageView() {
  const isOnlyMissing = route.value.rest[0] === MISSING
  const loaded = useLoaded((signal) => control<Coverage>('GET', '/coverage', { signal }))
  return (
    <Page
      title="Coverage"
      lead="What calls have met of the interface, and what not."
      actions={
        <ClearAction
          path="/coverage"
          label="Clear counts"
          confirm="Delete the counts of this workspace?"
          isDisabled={!loaded.data?.workspaces}
        />
      }
    >
      <SchemaField
        name={t('Only what is missing')}
        schema={{ widget: 'check' }}
        value={isOnlyMissing}
        isRequired
        onChange={(isChecked) => goTo('coverage', ...(isChecked ? [MISSING] : []))}
      />
      <Shown loaded={loaded}>
        {({ summary, operations, supportingRoutes, missing, uncounted }) => (
          <>
            <Facts
              class="coverage-shares"
              facts={PARTS.map(([part, name]) => {
                const { seen, known } = summary[part]
                return [t(name), t('{1} of {2}', seen, known)] as const
              })}
            />
            {uncounted > 0 && (
              <Notice>{t('{1} calls are not counted for lack of memory.', uncounted)}</Notice>
            )}
            {missing.length === 0 && <Notice tone="success">{t('Nothing is missing.')}</Notice>}
            <OperationTable
              label={t('Operations')}
              all={operations}
              isOnlyMissing={isOnlyMissing}
            />
            {supportingRoutes.length > 0 && !isOnlyMissing && (
              <>
                <h2>{t('Tokens, uploads and downloads')}</h2>
                <OperationTable
                  label={t('Tokens, uploads and downloads')}
                  all={supportingRoutes}
                  isOnlyMissing={false}
                />
              </>
            )}
            {missing.length > 0 && (
              <details>
                <summary>{t('Missing, in sentences ({1})', missing.length)}</summary>
                <ul class="coverage-missing">
                  {missing.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </Shown>
    </Page>
  )
}

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
const OperationTable = ({
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
