import type { Coverage } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { goTo, route } from '../../api/place.ts'
import { ClearAction } from '../../parts/action.tsx'
import { SchemaField } from '../../parts/form.tsx'
import { Facts, Notice, Page, Shown } from '../../parts/panel.tsx'
import { words } from '../../texts/words.ts'
import './coverage.css'
import { OperationTable } from './operation-table.tsx'

/** The part of the URL that shows only what is missing. */
const MISSING = 'missing'

const PARTS = ['operations', 'outcomes', 'fields', 'variants'] as const

/** What the calls of a workspace have exercised of each operation. */
export default function CoverageView() {
  const text = words('coverage')
  const isOnlyMissing = route.value.rest[0] === MISSING
  const loaded = useLoaded((signal) => control<Coverage>('GET', '/coverage', { signal }))
  return (
    <Page
      view="coverage"
      actions={
        <ClearAction view="coverage" path="/coverage" isDisabled={!loaded.data?.workspaces} />
      }
    >
      <SchemaField
        name={text.onlyMissing}
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
              facts={PARTS.map((part) => {
                const { seen, known } = summary[part]
                return [text[part], text.of(seen, known)] as const
              })}
            />
            {uncounted > 0 && <Notice>{text.uncounted(uncounted)}</Notice>}
            {missing.length === 0 && <Notice tone="success">{text.nothingMissing}</Notice>}
            <OperationTable
              label={text.operations}
              all={operations}
              isOnlyMissing={isOnlyMissing}
            />
            {supportingRoutes.length > 0 && !isOnlyMissing && (
              <>
                <h2>{text.supporting}</h2>
                <OperationTable
                  label={text.supporting}
                  all={supportingRoutes}
                  isOnlyMissing={false}
                />
              </>
            )}
            {missing.length > 0 && (
              <details>
                <summary>{text.missing(missing.length)}</summary>
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
