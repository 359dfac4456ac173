import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { RECORD_KINDS } from '#src/client/generated/constants.ts'
import type { E10Result } from '#src/client/generated/interface.ts'
import { isObject } from '#src/kernel/json.ts'
import { mayChange } from '../../api/control.ts'
import { useOnce } from '../../api/loaded.ts'
import { type OperationId, readOperation } from '../../api/operations.ts'
import { linkTo, route } from '../../api/place.ts'
import {
  type People,
  type RecordKind,
  type RecordRow,
  ROWS_PAGE,
  usePeople,
  useRecords,
} from '../../api/records.ts'
import { Button, Dialog, setTo } from '../../parts/action.tsx'
import { Notice, Page, Shown } from '../../parts/panel.tsx'
import { type Column, Newest, Table } from '../../parts/table.tsx'
import { JsonView, PersonName, TryLink, YesNo } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { type Phrase, t } from '../../texts/words.ts'
import './records.css'

export default function RecordsView() {
  const [given = ''] = route.value.rest
  const kind = RECORD_KINDS.find((one) => given === '' || one === given)
  return (
    <Page title="Records" lead="What operations wrote, newest first.">
      <nav class="records-kinds" aria-label={t('Kinds of records')}>
        {RECORD_KINDS.map((one) => (
          <a
            key={one}
            href={linkTo('records', one)}
            aria-current={one === kind ? 'page' : undefined}
          >
            {t(KINDS[one][0])}
          </a>
        ))}
      </nav>
      {kind === undefined ? (
        <Notice tone="error">{t('The record kind "{1}" does not exist.', given)}</Notice>
      ) : (
        <RecordTable key={kind} kind={kind} />
      )}
    </Page>
  )
}

interface Listed {
  readonly row: RecordRow
  readonly fields: ReadonlyMap<string, unknown>
}

const fieldsOf = (row: RecordRow): [name: string, value: unknown][] =>
  Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
    name === 'record' && isObject(value)
      ? Object.entries(value).map(([inner, one]) => [`record.${inner}`, one])
      : [[name, value]],
  )

const RecordTable = ({ kind }: { kind: RecordKind }) => {
  const [phrase, operation] = KINDS[kind]
  const name = t(phrase)
  const how = <TryLink operation={operation} />
  const loaded = useRecords(kind)
  const records: readonly RecordRow[] = loaded.data?.records ?? []
  const rows = records.map((row) => ({ row, fields: new Map(fieldsOf(row)) }))
  const people = usePeople(rows.flatMap(({ fields }) => userIdsOf(fields)))
  const shown = useSignal<RecordRow | undefined>(undefined)
  const nameOf = (row: RecordRow): string => String(Object.values(row)[0])
  const opener: Column<Listed> = {
    name: null,
    of: ({ row }) => (
      <Button aria-label={t('Show row {1}', nameOf(row))} onClick={setTo(shown, row)}>
        {t('Show')}
      </Button>
    ),
  }
  return (
    <>
      {mayChange.value && <p>{how}</p>}
      <Shown
        loaded={loaded}
        empty={[t('Nothing here yet.'), ' ', how]}
        isEmpty={({ total }) => total === 0}
      >
        {(list) => (
          <>
            <div class="scroll records-table">
              <Table
                label={name}
                rows={rows}
                page={ROWS_PAGE}
                keyOf={({ row }) => JSON.stringify(row)}
                columns={[opener, ...columnsOf(rows, people)]}
              />
            </div>
            <Newest {...list} />
          </>
        )}
      </Shown>
      {shown.value && (
        <Dialog title={`${name} · ${nameOf(shown.value)}`} onClose={setTo(shown, undefined)}>
          <JsonView value={shown.value} label={t('The row as the control plane returns it')} />
          {kind === 'crowd-packs' && (
            <CrowdMembers pack={shown.value as RecordRow<'crowd-packs'>} />
          )}
        </Dialog>
      )}
    </>
  )
}

const CrowdMembers = ({ pack }: { pack: RecordRow<'crowd-packs'> }) => {
  const { source, corpId, crowdPackId, selfAgent } = pack
  const param = { source, corpId, crowdPackId, selfAgent }
  const loaded = useOnce((signal) => readOperation<E10Result>('E10', param, signal), [param])
  return (
    <Shown loaded={loaded} empty={t('The pack has no members.')}>
      {(members) => (
        <Table
          label={t('Members as E10 returns them')}
          rows={members}
          page={ROWS_PAGE}
          keyOf={({ id }) => id}
          columns={[
            { name: t('Id'), class: 'mono', of: ({ id }) => id },
            { name: 'crowdUniqueSign', of: ({ crowdUniqueSign }) => crowdUniqueSign },
          ]}
        />
      )}
    </Shown>
  )
}

const KINDS: Readonly<Record<RecordKind, readonly [name: Phrase, operation: OperationId]>> = {
  tracking: ['Tracking', 'E3'],
  notifications: ['Notifications', 'E12'],
  collaborators: ['Collaborators', 'E14'],
  'marketing-tasks': ['Marketing tasks', 'E15'],
  'image-search': ['Image search', 'E19'],
  metadata: ['Metadata', 'E20'],
  approvals: ['Approvals', 'E9'],
  uploads: ['Uploads', 'E13'],
  atoms: ['Atoms', 'E16'],
  'crowd-packs': ['Crowd packs', 'E7'],
}

const USERS: ReadonlySet<string> = new Set(['addedBy', 'submitter', 'createUser'])

const AMOUNT = /^size$|Count$/

const MAX_TEXT = 120

/** Callers choose the names of what they send to E3. */
const MAX_COLUMNS = 20

const userIdsOf = (fields: Listed['fields']): number[] =>
  [...USERS].map((name) => fields.get(name)).filter((id) => typeof id === 'number')

const columnsOf = (rows: readonly Listed[], people: People): Column<Listed>[] =>
  [...new Set(rows.flatMap(({ fields }) => [...fields.keys()]))]
    .slice(0, MAX_COLUMNS)
    .map((name) => ({
      name,
      class: AMOUNT.test(name) ? 'number' : ({ fields }) => classOf(name, fields.get(name)),
      of: ({ fields }) => cellOf(name, fields.get(name), people),
    }))

/** Only texts and names may be broken within a word. */
const classOf = (field: string, value: unknown): string | undefined => {
  if (USERS.has(field)) return 'records-person'
  return typeof value === 'string' || typeof value === 'object' ? 'records-text' : undefined
}

const cellOf = (field: string, value: unknown, people: People): ComponentChildren => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return <YesNo value={value} />
  if (typeof value === 'number') return numberOf(field, value, people)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= MAX_TEXT) return text
  return <span title={text.slice(0, 10 * MAX_TEXT)}>{text.slice(0, MAX_TEXT)}…</span>
}

const numberOf = (field: string, value: number, people: People): ComponentChildren => {
  if (/(Time|AtMs)$/.test(field)) return formatTime(value)
  if (field === 'size') return formatBytes(value)
  if (AMOUNT.test(field)) return formatNumber(value)
  if (USERS.has(field)) return <PersonName id={value} people={people} />
  if (field === 'materialId') return <a href={linkTo('library', 'asset', value)}>{value}</a>
  if (field === 'approvalId') return <a href={linkTo('approvals', value)}>{value}</a>
  return <span class="mono">{value}</span>
}
