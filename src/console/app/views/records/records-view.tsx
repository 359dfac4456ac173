import { useSignal } from '@preact/signals'
import type { E10Result } from '#src/client/generated/interface.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readOperation } from '../../api/operations.ts'
import { linkTo, route } from '../../api/place.ts'
import { type RecordKind, type RecordRow, usePeople, useRecords } from '../../api/records.ts'
import { Dialog } from '../../parts/action.tsx'
import { Notice, Page, Shown } from '../../parts/panel.tsx'
import { MoreRecords, Table } from '../../parts/table.tsx'
import { JsonView } from '../../parts/text.tsx'
import { t } from '../../texts/words.ts'
import { columnOf, fieldOf, KINDS, keyOf, userIdsOf } from './record-columns.tsx'
import './records.css'

const ALL = Object.keys(KINDS) as RecordKind[]

/** The view Records: rows that operations wrote, one tab for each kind. */
export default function RecordsView() {
  const [given = ''] = route.value.rest
  const kind = given === '' ? ALL[0] : ALL.find((one) => one === given)
  return (
    <Page title="Records" lead="What operations wrote and no operation reads, newest first.">
      <nav class="records-kinds" aria-label={t('Kinds of records')}>
        {ALL.map((one) => (
          <a
            key={one}
            href={linkTo('records', one)}
            aria-current={one === kind ? 'page' : undefined}
          >
            {t(KINDS[one].name)}
          </a>
        ))}
      </nav>
      {kind === undefined ? (
        <Notice tone="error">{t('There is no kind of record "{1}".', given)}</Notice>
      ) : (
        <RecordTable key={kind} kind={kind} />
      )}
    </Page>
  )
}

/** The rows of a kind, with every row as JSON on demand. */
const RecordTable = ({ kind }: { kind: RecordKind }) => {
  const how = t(KINDS[kind].source)
  const name = t(KINDS[kind].name)
  const loaded = useRecords(kind)
  const { fields } = KINDS[kind]
  const rows: readonly RecordRow[] = loaded.data?.records ?? []
  const people = usePeople(rows.flatMap((row) => userIdsOf(row, fields)))
  const shown = useSignal<RecordRow | undefined>(undefined)
  const nameOf = (row: RecordRow): string => String(fieldOf(row, fields[0]))
  const show = (row: RecordRow | undefined): void => {
    shown.value = row
  }
  return (
    <>
      <p class="muted">{how}</p>
      <Shown
        loaded={loaded}
        empty={t('Nothing here yet. {1}', how)}
        isEmpty={({ total }) => total === 0}
      >
        {(records) => (
          <>
            <div class="scroll records-table">
              <Table
                label={name}
                rows={rows}
                keyOf={keyOf}
                columns={[
                  ...fields.map((field) => columnOf(kind, field, people)),
                  {
                    name: null,
                    of: (row) => (
                      <button
                        type="button"
                        aria-label={t('Show row {1}', nameOf(row))}
                        onClick={() => show(row)}
                      >
                        {t('Show')}
                      </button>
                    ),
                  },
                ]}
              />
            </div>
            <MoreRecords records={records} more={loaded.more} />
          </>
        )}
      </Shown>
      {shown.value && (
        <Dialog title={`${name} · ${nameOf(shown.value)}`} onClose={() => show(undefined)}>
          <JsonView value={shown.value} label={t('The row as the control plane answers it')} />
          {kind === 'crowd-packs' && (
            <CrowdMembers pack={shown.value as RecordRow<'crowd-packs'>} />
          )}
        </Dialog>
      )}
    </>
  )
}

/** Members that are shown; a pack may have a hundred thousand. */
const MAX_SHOWN = 200

/** The members of a pack as E10 answers them, read when a person asks for them. */
const CrowdMembers = ({ pack }: { pack: RecordRow<'crowd-packs'> }) => {
  const isWanted = useSignal(false)
  const { source, corpId, crowdPackId, selfAgent } = pack
  const param = { source, corpId, crowdPackId, selfAgent }
  const loaded = useLoaded(
    async (signal) => (isWanted.value ? readOperation<E10Result>('E10', param, signal) : []),
    [param, isWanted.value],
    { isLive: false },
  )
  if (!isWanted.value)
    return (
      <button
        type="button"
        onClick={() => {
          isWanted.value = true
        }}
      >
        {t('Show members')}
      </button>
    )
  return (
    <Shown loaded={loaded} empty={t('The pack has no member.')}>
      {(members) => (
        <>
          <Table
            label={t('Members as E10 answers them')}
            rows={members.slice(0, MAX_SHOWN)}
            keyOf={({ id }) => id}
            columns={[
              { name: t('Id'), class: 'mono', of: ({ id }) => id },
              { name: t('crowdUniqueSign'), of: ({ crowdUniqueSign }) => crowdUniqueSign },
            ]}
          />
          {members.length > MAX_SHOWN && (
            <p class="muted">{t('{1} further members.', members.length - MAX_SHOWN)}</p>
          )}
        </>
      )}
    </Shown>
  )
}
