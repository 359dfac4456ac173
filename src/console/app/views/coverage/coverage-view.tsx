import type { Coverage } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { goTo, route } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Action } from '../../parts/action.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { Notice, Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import './coverage.css'
import { words } from './coverage-texts.ts'
import { OperationTable } from './operation-table.tsx'

/** The part of the URL that shows only what is missing. */
const MISSING = 'missing'

/** What the calls of a workspace have exercised of each operation. */
export default function CoverageView() {
  const text = words()
  const isOnlyMissing = route.value.rest[0] === MISSING
  const loaded = useLoaded((signal) => control<Coverage>('GET', '/coverage', { signal }), [])
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <Action
          run={() => control('DELETE', '/coverage')}
          done={text.cleared}
          confirm={text.clearQuestion}
          isDisabled={!loaded.data?.workspaces}
        >
          {text.clear}
        </Action>
      }
    >
      <CheckField
        label={text.onlyMissing}
        isChecked={isOnlyMissing}
        onChange={(isChecked) => goTo('coverage', ...(isChecked ? [MISSING] : []))}
      />
      <Shown loaded={loaded}>
        {(coverage) => <Shares coverage={coverage} isOnlyMissing={isOnlyMissing} />}
      </Shown>
    </Page>
  )
}

const PARTS = ['operations', 'outcomes', 'fields', 'variants'] as const

const Shares = ({
  coverage: { summary, operations, supportingRoutes, missing, uncounted },
  isOnlyMissing,
}: {
  readonly coverage: Coverage
  readonly isOnlyMissing: boolean
}) => {
  const text = words()
  return (
    <>
      <dl class="coverage-shares">
        {PARTS.map((part) => (
          <div key={part} class="panel">
            <dt class="muted">{text[part]}</dt>
            <dd>{text.of(summary[part].seen, summary[part].known)}</dd>
          </div>
        ))}
      </dl>
      {uncounted > 0 && <Notice>{text.uncounted(uncounted)}</Notice>}
      {missing.length === 0 && <Notice tone="success">{text.nothingMissing}</Notice>}
      <OperationTable label={text.operations} all={operations} isOnlyMissing={isOnlyMissing} />
      {supportingRoutes.length > 0 && !isOnlyMissing && (
        <>
          <h2>{text.supporting}</h2>
          <OperationTable label={text.supporting} all={supportingRoutes} isOnlyMissing={false} />
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
  )
}
