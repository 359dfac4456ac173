import { FINDING_LEVELS } from '#src/client/generated/constants.ts'
import type { FindingLevel, FindingsReport } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { goTo, route } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Action } from '../../parts/action.tsx'
import { Badge } from '../../parts/badge.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { LevelBadge, levelName } from '../../parts/level-badge.tsx'
import { Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { formatNumber } from '../../texts/language.ts'
import { FindingPanel } from './finding-panel.tsx'
import './findings.css'
import { words } from './findings-texts.ts'

/** What was odd about the calls of a workspace: the level and the chosen code are in the URL. */
export default function FindingsView() {
  const text = words()
  const [chosen = ''] = route.value.rest
  const level = FINDING_LEVELS.find((known) => known === chosen) ?? 'note'
  const loaded = useLoaded(
    (signal) => control<FindingsReport>('GET', '/findings', { query: { level }, signal }),
    [level],
  )
  const isEmpty = Object.values(loaded.data?.totals ?? {}).every((count) => count === 0)
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <SelectField
            label={text.level}
            value={level}
            options={FINDING_LEVELS.map((value) => ({ value, text: levelName(value) }))}
            onChange={(value) => goTo('findings', ...(value === 'note' ? [] : [value]))}
          />
          <Action
            run={() => control('DELETE', '/findings')}
            done={text.cleared}
            confirm={text.clearQuestion}
            isDisabled={isEmpty}
          >
            {text.clear}
          </Action>
        </>
      }
    >
      <Shown
        loaded={loaded}
        isEmpty={({ findings }) => findings.length === 0}
        empty={isEmpty ? text.empty : text.emptyLevel}
      >
        {({ totals, findings }) => (
          <>
            <Totals totals={totals} />
            {findings.map((finding) => (
              <FindingPanel
                key={finding.code}
                finding={finding}
                isChosen={finding.code === chosen}
              />
            ))}
          </>
        )}
      </Shown>
    </Page>
  )
}

const Totals = ({ totals }: { readonly totals: Readonly<Record<FindingLevel, number>> }) => (
  <p class="row">
    {FINDING_LEVELS.map((level) => {
      const text = `${levelName(level)} ${formatNumber(totals[level])}`
      return totals[level] === 0 ? (
        <Badge key={level}>{text}</Badge>
      ) : (
        <LevelBadge key={level} level={level}>
          {text}
        </LevelBadge>
      )
    })}
  </p>
)
