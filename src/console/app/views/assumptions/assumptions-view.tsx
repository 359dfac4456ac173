import { type Signal, useSignal } from '@preact/signals'
import { control } from '../../api/control.ts'
import { route } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Action } from '../../parts/action.tsx'
import { CheckField, SelectField, TextField } from '../../parts/fields.tsx'
import { Notice, Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { formatNumber } from '../../texts/language.ts'
import { operationOptions } from '../../texts/operation-names.ts'
import {
  type AssumptionFilter,
  isListed,
  type ListedAssumption,
  readAssumptions,
} from './assumption-list.ts'
import { AssumptionRow } from './assumption-row.tsx'
import './assumptions.css'
import { words } from './assumptions-texts.ts'
import { VariationPanel } from './variation-panel.tsx'

/** The view Assumptions: every decision with its variants, and the variation of the answers. */
export default function AssumptionsView() {
  const text = words()
  const loaded = useLoaded(readAssumptions, [])
  const filter = useSignal<AssumptionFilter>({ text: '', operation: '', hasVariants: false })
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <Action
          run={() => control('DELETE', '/variants')}
          confirm={text.resetQuestion}
          done={text.wasReset}
          isDisabled={!loaded.data?.some(isChanged)}
        >
          {text.reset}
        </Action>
      }
    >
      <VariationPanel />
      <FilterBar filter={filter} />
      <Shown loaded={loaded}>{(all) => <Rows all={all} filter={filter.value} />}</Shown>
    </Page>
  )
}

const isChanged = ({ choice }: ListedAssumption): boolean => choice?.chosen !== choice?.default

const Rows = ({
  all,
  filter,
}: {
  readonly all: readonly ListedAssumption[]
  readonly filter: AssumptionFilter
}) => {
  const text = words()
  const [open] = route.value.rest
  // What a link names is shown under any filter.
  const rows = all.filter((one) => one.number === open || isListed(one, filter))
  return (
    <>
      <p class="muted" role="status">
        {text.shown(formatNumber(rows.length), formatNumber(all.length))}
      </p>
      {rows.length === 0 ? (
        <Notice>{text.none}</Notice>
      ) : (
        <ul class="plain-list assumptions-list" aria-label={text.list}>
          {rows.map((one) => (
            <AssumptionRow key={one.number} assumption={one} isOpen={one.number === open} />
          ))}
        </ul>
      )}
    </>
  )
}

const FilterBar = ({ filter }: { readonly filter: Signal<AssumptionFilter> }) => {
  const text = words()
  const change = (some: Partial<AssumptionFilter>): void => {
    filter.value = { ...filter.value, ...some }
  }
  return (
    <search class="row assumptions-filter">
      <TextField
        label={text.search}
        type="search"
        value={filter.value.text}
        onInput={(wanted) => change({ text: wanted })}
      />
      <SelectField
        label={text.operation}
        value={filter.value.operation}
        options={[{ value: '', text: text.all }, ...operationOptions()]}
        onChange={(operation) => change({ operation })}
      />
      <CheckField
        label={text.onlyVariants}
        isChecked={filter.value.hasVariants}
        onChange={(hasVariants) => change({ hasVariants })}
      />
    </search>
  )
}
