import { useSignal } from '@preact/signals'
import { useLoaded } from '../../api/loaded.ts'
import { route } from '../../api/place.ts'
import { ClearAction } from '../../parts/action.tsx'
import { Form } from '../../parts/form.tsx'
import { Notice, Page, Shown } from '../../parts/panel.tsx'
import { formatNumber } from '../../texts/language.ts'
import { operationChoices, words } from '../../texts/words.ts'
import { isListed, type ListedAssumption, readAssumptions } from './assumption-list.ts'
import { AssumptionRow } from './assumption-row.tsx'
import './assumptions.css'
import { VariationPanel } from './variation-panel.tsx'

/** The view Assumptions: every decision with its variants, and the variation of the answers. */
export default function AssumptionsView() {
  const text = words('assumptions')
  const loaded = useLoaded(readAssumptions)
  const filter = useSignal({ text: '', operation: '', hasVariants: false })
  const [open] = route.value.rest
  const isChanged = ({ choice }: ListedAssumption): boolean => choice?.chosen !== choice?.default
  return (
    <Page
      view="assumptions"
      actions={
        <ClearAction
          view="assumptions"
          path="/variants"
          isDisabled={!loaded.data?.some(isChanged)}
        />
      }
    >
      <VariationPanel />
      <search>
        <Form
          class="row assumptions-filter"
          value={filter}
          fields={{
            text: { type: 'string', format: 'search', title: text.search },
            operation: {
              title: text.operation,
              oneOf: [{ const: '', title: text.all }, ...operationChoices()],
            },
            hasVariants: { widget: 'check', title: text.onlyVariants },
          }}
        />
      </search>
      <Shown loaded={loaded}>
        {(all) => {
          // What a link names is shown under any filter.
          const rows = all.filter((one) => one.number === open || isListed(one, filter.value))
          return (
            <>
              <p class="muted" role="status">
                {text.shown(formatNumber(rows.length), formatNumber(all.length))}
              </p>
              {rows.length === 0 && <Notice>{text.none}</Notice>}
              <ul class="plain-list assumptions-list" aria-label={text.list}>
                {rows.map((one) => (
                  <AssumptionRow key={one.number} assumption={one} isOpen={one.number === open} />
                ))}
              </ul>
            </>
          )
        }}
      </Shown>
    </Page>
  )
}
