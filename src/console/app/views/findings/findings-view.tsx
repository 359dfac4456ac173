import { FINDING_LEVELS } from '#src/client/generated/constants.ts'
import type {
  FindingCall,
  FindingLevel,
  FindingSummary,
  FindingsReport,
} from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { goTo, linkIn, linkTo, route } from '../../api/place.ts'
import { ClearAction } from '../../parts/action.tsx'
import { choices, SelectField } from '../../parts/form.tsx'
import { Page, Panel, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { asSentence, Badge, describeTarget, LevelBadge } from '../../parts/text.tsx'
import { formatNumber, formatTime } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'
import './findings.css'

const levelName = (level: string): string => words('parts')[level as FindingLevel]

/** What was odd about the calls of a workspace: the level and the chosen code are in the URL. */
export default function FindingsView() {
  const text = words('findings')
  const [chosen = ''] = route.value.rest
  const level = FINDING_LEVELS.find((known) => known === chosen) ?? 'note'
  const loaded = useLoaded(
    (signal) => control<FindingsReport>('GET', '/findings', { query: { level }, signal }),
    [level],
  )
  const isEmpty = Object.values(loaded.data?.totals ?? {}).every((count) => count === 0)
  return (
    <Page
      view="findings"
      actions={
        <>
          <SelectField
            name={text.level}
            schema={{ oneOf: choices(FINDING_LEVELS, levelName) }}
            value={level}
            onChange={(value) => goTo('findings', ...(value === 'note' ? [] : [String(value)]))}
          />
          <ClearAction view="findings" path="/findings" isDisabled={isEmpty} />
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

/** All findings of one code: what was odd, what to do, and the calls that had it. */
const FindingPanel = ({ finding, isChosen }: { finding: FindingSummary; isChosen: boolean }) => {
  const { code, level, means, remedy, count, pending, lastAtMs, calls } = finding
  const text = words('findings')
  const fields = [...new Set(calls.flatMap(({ field }) => (field === undefined ? [] : [field])))]
  return (
    <Panel
      title={code}
      class="findings-panel"
      focusOn={isChosen}
      marks={
        <>
          <LevelBadge level={level} />
          <strong>{text.count(count)}</strong>
          <span class="muted">
            {text.last} {formatTime(lastAtMs)}
          </span>
          {pending > 0 && <Badge tone="accent">{text.pending(pending)}</Badge>}
        </>
      }
    >
      <p>{asSentence(means)}</p>
      <p>
        <strong>{text.remedy}:</strong> {remedy}
      </p>
      {fields.length > 0 && (
        <p class="row">
          {text.fields}:
          {fields.map((field) => (
            <code key={field} class="findings-field">
              {field}
            </code>
          ))}
        </p>
      )}
      <details open>
        <summary>
          {text.calls} ({calls.length})
        </summary>
        <Table
          rows={calls.map((call, index) => ({ ...call, index }))}
          keyOf={({ index }) => index}
          columns={[
            { name: text.call, isHead: true, of: (call) => <CallLink call={call} /> },
            { name: text.operation, class: 'findings-field', of: describeTarget },
            { name: text.field, class: 'mono findings-field', of: ({ field }) => field },
            { name: text.time, of: ({ atMs }) => formatTime(atMs) },
          ]}
        />
      </details>
      <p>
        <a href={linkTo('calls', 'list', `finding=${code}`)}>{text.allCalls}</a>
      </p>
    </Panel>
  )
}

const CallLink = ({ call: { workspace, seq, isKept } }: { call: FindingCall }) => {
  const { inFlight, notKept } = words('findings')
  if (seq === null) return <span class="muted">{inFlight}</span>
  if (isKept) return <a href={linkIn(workspace, 'calls', seq)}>#{seq}</a>
  return (
    <span class="muted">
      #{seq} · {notKept}
    </span>
  )
}
