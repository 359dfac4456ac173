import { useSignal } from '@preact/signals'
import { useLoaded } from '../../api/loaded.ts'
import { route } from '../../api/place.ts'
import { ClearAction } from '../../parts/action.tsx'
import { Form } from '../../parts/form.tsx'
import { Notice, Page, Shown } from '../../parts/panel.tsx'
import { operationChoices, t } from '../../texts/words.ts'
import { isListed, type ListedAssumption, readAssumptions } from './assumption-list.ts'
import { AssumptionRow } from './assumption-row.tsx'
import './assumptions.css'
import { VariationPanel } from './variation-panel.tsx'

/** The view Assumptions: every decision with its variants, and the variation of the answers. */
export default function AssumptionsView() {
  const loaded = useLoaded(readAssumptions)
  const filter = useSignal({ text: '', operation: '', hasVariants: false })
  const [open] = route.value.rest
  const isChanged = ({ choice }: ListedAssumption): boolean => choice?.chosen !== choice?.default
  return (
    <Page
      title="Assumptions"
      lead="Numbered decisions about what the interface document leaves open. Those that the last calls rest on come first."
      actions={
        <ClearAction
          path="/variants"
          label="Reset all variants"
          done="All variants are those of the beginning."
          confirm="Set all variants to those that the workspace began with?"
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
            text: { type: 'string', format: 'search', title: t('Search') },
            operation: {
              title: t('Operation'),
              oneOf: [{ const: '', title: t('All') }, ...operationChoices()],
            },
            hasVariants: { widget: 'check', title: t('Only with variants') },
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
                {t('{1} of {2}', rows.length, all.length)}
              </p>
              {rows.length === 0 && <Notice>{t('No assumption matches.')}</Notice>}
              <ul class="plain-list assumptions-list" aria-label={t('Assumptions')}>
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
