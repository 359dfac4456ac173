import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Coverage, OperationCoverage } from '#src/client/generated/control.ts'
import { useControl } from '../../api/loaded.ts'
import { goTo, linkTo, route } from '../../api/place.ts'
import { Button, ClearAction, setTo } from '../../parts/action.tsx'
import { field } from '../../parts/fields/schema.ts'
import { SchemaField } from '../../parts/form.tsx'
import { Facts, Notice, Page, Shown } from '../../parts/panel.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatNumber } from '../../texts/language.ts'
import { operationName, t } from '../../texts/words.ts'
import './coverage.css'

const MISSING = 'missing'

const PARTS = [
  ['outcomes', 'Outcomes'],
  ['fields', 'Optional fields'],
  ['variants', 'Variants'],
] as const

const isOnlyMissing = (): boolean => route.value.rest[0] === MISSING

export default function CoverageView() {
  const loaded = useControl<Coverage>('/coverage')
  return (
    <Page
      title="Coverage"
      lead="Which parts of the interface calls have exercised, and which they have not."
      actions={
        <ClearAction name="Clear counts" path="/coverage" isEmpty={!loaded.data?.workspaces} />
      }
    >
      <SchemaField
        schema={field('Only missing items', { widget: 'check' })}
        value={isOnlyMissing()}
        onChange={(isChecked) => goTo('coverage', ...(isChecked ? [MISSING] : []))}
      />
      <Shown loaded={loaded}>{(coverage) => <Report {...coverage} />}</Shown>
    </Page>
  )
}

const Report = ({ summary, operations, supportingRoutes, missing, uncounted }: Coverage) => (
  <>
    <Facts
      class="coverage-shares"
      facts={([['operations', 'Operations'], ...PARTS] as const).map(
        ([part, name]) =>
          [t(name), t('{1} of {2}', summary[part].seen, summary[part].known)] as const,
      )}
    />
    {uncounted > 0 && (
      <Notice>
        {t('{1} calls were not counted because the memory limit was reached.', uncounted)}
      </Notice>
    )}
    {missing.length === 0 && <Notice tone="success">{t('Nothing is missing.')}</Notice>}
    <OperationTable all={[...operations, ...supportingRoutes]} />
  </>
)

interface Item {
  readonly label: ComponentChildren
  readonly calls: number
  /** True if it counts: an operation may return more outcomes than it lists. */
  readonly isExpected?: boolean
}

type Items = Readonly<Record<(typeof PARTS)[number][0], readonly Item[]>>

const itemsOf = ({ outcomes, successes, fields, variants }: OperationCoverage): Items => ({
  outcomes: [
    ...outcomes.map(({ name, code, ...one }) => ({
      ...one,
      label: code === null ? name : `${name} · ${code}`,
    })),
    ...successes.map(({ means, calls }) => ({ label: means, calls })),
  ],
  fields: fields.map(({ field: name, calls }) => ({ label: <code>{name}</code>, calls })),
  variants: variants.map(({ assumption, variant, calls }) => ({
    label: (
      <>
        <a href={linkTo('assumptions', assumption)}>{assumption}</a> {variant}
      </>
    ),
    calls,
  })),
})

const isCounted = ({ isExpected = true }: Item): boolean => isExpected

const hasMissing = (one: OperationCoverage): boolean =>
  Object.values(itemsOf(one))
    .flat()
    .some((item) => isCounted(item) && item.calls === 0)

const callsColumn = (): Column<{ calls: number }> => ({
  name: t('Number of calls'),
  class: 'number',
  of: ({ calls }) => (calls === 0 ? t('never') : formatNumber(calls)),
})

const OperationTable = ({ all }: { all: readonly OperationCoverage[] }) => {
  const opened = useSignal('')
  const openerOf = ({ operation }: OperationCoverage) => {
    const isOpen = opened.value === operation
    return (
      <Button
        class="quiet coverage-opener"
        aria-expanded={isOpen}
        onClick={setTo(opened, isOpen ? '' : operation)}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {operation}{' '}
        <span class="coverage-name">{operationName(operation)}</span>
      </Button>
    )
  }
  return (
    <Table
      label={t('Operations')}
      rows={isOnlyMissing() ? all.filter(hasMissing) : all}
      keyOf={({ operation }) => operation}
      columns={[
        { name: t('Operation'), isHead: true, of: openerOf },
        callsColumn(),
        ...PARTS.map(([part, name]) => ({
          name: t(name),
          class: 'number',
          of: (one: OperationCoverage) => shareOf(itemsOf(one)[part].filter(isCounted)),
        })),
      ]}
      detail={(one) => opened.value === one.operation && <OperationItems one={one} />}
    />
  )
}

const shareOf = (items: readonly Item[]): ComponentChildren => {
  if (items.length === 0) return '–'
  const seen = items.filter(({ calls }) => calls > 0).length
  const text = t('{1} of {2}', seen, items.length)
  return seen === items.length ? <span class="coverage-all">✓ {text}</span> : text
}

const OperationItems = ({ one }: { one: OperationCoverage }) => (
  <div class="coverage-items">
    {PARTS.map(([part, name]) => {
      const rows = itemsOf(one)[part].filter(({ calls }) => !isOnlyMissing() || calls === 0)
      const item = { name: t(name), isHead: true, class: 'coverage-item' }
      return (
        rows.length > 0 && (
          <Table
            key={part}
            rows={rows}
            keyOf={(row) => rows.indexOf(row)}
            columns={[{ ...item, of: ({ label }) => label }, callsColumn()]}
          />
        )
      )
    })}
  </div>
)
