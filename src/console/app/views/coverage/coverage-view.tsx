import type { Coverage } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { goTo, route } from '../../api/place.ts'
import { ClearAction } from '../../parts/action.tsx'
import { SchemaField } from '../../parts/form.tsx'
import { Facts, Notice, Page, Shown } from '../../parts/panel.tsx'
import { t } from '../../texts/words.ts'
import './coverage.css'
import { OperationTable } from './operation-table.tsx'

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
      lead="What the calls of this workspace have exercised of the interface, and what they never met. A reset keeps it."
      actions={
        <ClearAction
          path="/coverage"
          label="Clear counts"
          done="All counts are deleted."
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
              <Notice>
                {t('{1} calls are not counted, because no memory was left for them.', uncounted)}
              </Notice>
            )}
            {missing.length === 0 && (
              <Notice tone="success">
                {t('Nothing is missing: every operation, outcome, field and variant was met.')}
              </Notice>
            )}
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
