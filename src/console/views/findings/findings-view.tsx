import { FINDING_LEVELS } from '#src/client/generated/constants.ts'
import type { FindingCall, FindingSummary, FindingsReport } from '#src/client/generated/control.ts'
import { useControl } from '../../api/loaded.ts'
import { goTo, linkIn, linkTo, route } from '../../api/place.ts'
import { ClearAction } from '../../parts/action.tsx'
import { choice } from '../../parts/fields/schema.ts'
import { SchemaField } from '../../parts/form.tsx'
import { Page, Panel, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { asSentence, Badge, describeTarget, LevelBadge, levelName } from '../../parts/text.tsx'
import { withFindingText } from '../../texts/in-chinese.ts'
import { formatNumber, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import './findings.css'

export default function FindingsView() {
  const [chosen = ''] = route.value.rest
  const level = FINDING_LEVELS.find((known) => known === chosen) ?? 'note'
  const loaded = useControl<FindingsReport>('/findings', { level })
  const isEmpty = Object.values(loaded.data?.totals ?? {}).every((count) => count === 0)
  return (
    <Page
      title="Findings"
      lead="Likely client mistakes in calls, and how to fix them."
      actions={
        <>
          <SchemaField
            schema={choice('Minimum level', FINDING_LEVELS, levelName)}
            value={level}
            onChange={(value) => goTo('findings', ...(value === 'note' ? [] : [String(value)]))}
          />
          <ClearAction name="Clear findings" path="/findings" isEmpty={isEmpty} />
        </>
      }
    >
      <Shown
        loaded={loaded}
        isEmpty={({ findings }) => findings.length === 0}
        empty={isEmpty ? t('No findings so far.') : t('No findings of this level.')}
      >
        {({ totals, findings }) => (
          <>
            <p class="row">
              {FINDING_LEVELS.map((one) => (
                <LevelBadge key={one} level={totals[one] === 0 ? 'note' : one}>
                  {`${levelName(one)} ${formatNumber(totals[one])}`}
                </LevelBadge>
              ))}
            </p>
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

const FindingPanel = ({ finding, isChosen }: { finding: FindingSummary; isChosen: boolean }) => {
  const { code, level, means, remedy, count, pending, lastAtMs, calls } = withFindingText(finding)
  return (
    <Panel
      title={code}
      class="findings-panel"
      focusOn={isChosen}
      marks={
        <>
          <LevelBadge level={level} />
          <strong>{count === 1 ? t('once') : t('{1} times', count)}</strong>
          <span class="muted">
            {t('last')} {formatTime(lastAtMs)}
          </span>
          {pending > 0 && <Badge tone="accent">{t('{1} can still be resolved', pending)}</Badge>}
        </>
      }
    >
      <p>{asSentence(means)}</p>
      <p>
        <strong>{t('Remedy')}:</strong> {remedy}
      </p>
      <details open>
        <summary>
          {t('Calls')} ({calls.length})
        </summary>
        <Table
          rows={calls.map((call, index) => ({ ...call, index }))}
          keyOf={({ index }) => index}
          columns={[
            { name: t('Call'), isHead: true, of: (call) => <CallLink call={call} /> },
            { name: t('Operation'), class: 'anywhere', of: describeTarget },
            { name: t('Field'), class: 'mono anywhere', of: ({ field }) => field },
            { name: t('Time'), of: ({ atMs }) => formatTime(atMs) },
          ]}
        />
      </details>
      <p>
        <a href={linkTo('calls', 'list', `finding=${code}`)}>
          {t('All calls in the journal with this finding')}
        </a>
      </p>
    </Panel>
  )
}

const CallLink = ({ call: { workspace, seq, isKept } }: { call: FindingCall }) => {
  if (seq === null) return <span class="muted">{t('not ended yet')}</span>
  if (isKept) return <a href={linkIn(workspace, 'calls', seq)}>#{seq}</a>
  return (
    <span class="muted">
      #{seq} · {t('not recorded')}
    </span>
  )
}
