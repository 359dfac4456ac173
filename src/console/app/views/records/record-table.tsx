import { useSignal } from '@preact/signals'
import { type People, usePeople } from '../../api/people.ts'
import { type RecordKind, type RecordRow, useRecords } from '../../api/records.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { setterOf } from '../../parts/fields.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Shown } from '../../parts/notice.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { language } from '../../texts/language.ts'
import { CrowdMembers, type CrowdPack } from './crowd-members.tsx'
import { RecordCell } from './record-cell.tsx'
import { type Field, HEADINGS } from './record-headings.ts'
import { KINDS } from './record-kinds.ts'
import { fieldOf, isAmount, USER_FIELDS } from './record-values.ts'
import { words } from './records-texts.ts'

/** The rows of a kind, with every row as JSON on demand. */
export const RecordTable = ({ kind }: { readonly kind: RecordKind }) => {
  const text = words()
  const { columns, source } = KINDS[kind]
  const how = source[language.value]
  const loaded = useRecords(kind)
  const rows: readonly RecordRow[] = loaded.data?.records ?? []
  const people = usePeople(rows.flatMap((row) => userIdsOf(row, columns)))
  const shown = useSignal<RecordRow | undefined>(undefined)
  return (
    <>
      <p class="muted">{how}</p>
      <Shown loaded={loaded} empty={text.empty(how)} isEmpty={({ total }) => total === 0}>
        {({ total }) => (
          <>
            <div class="scroll records-table">
              <Rows kind={kind} rows={rows} people={people} onShow={setterOf(shown)} />
            </div>
            <MoreRows shown={rows.length} total={total} more={loaded.more} />
          </>
        )}
      </Shown>
      {shown.value && (
        <Dialog
          title={`${KINDS[kind].name[language.value]} · ${nameOf(shown.value, columns)}`}
          onClose={() => {
            shown.value = undefined
          }}
        >
          <JsonView value={shown.value} label={text.json} />
          {kind === 'crowd-packs' && <CrowdMembers pack={shown.value as CrowdPack} />}
        </Dialog>
      )}
    </>
  )
}

const Rows = ({
  kind,
  rows,
  people,
  onShow,
}: {
  readonly kind: RecordKind
  readonly rows: readonly RecordRow[]
  readonly people: People
  readonly onShow: (row: RecordRow) => void
}) => {
  const text = words()
  const { columns, name } = KINDS[kind]
  return (
    <table aria-label={name[language.value]}>
      <TableHead
        columns={[
          ...columns.map((field) => {
            const heading = HEADINGS[field][language.value]
            return isAmount(field) ? { number: heading } : heading
          }),
          null,
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((field) => (
              <RecordCell
                key={field}
                kind={kind}
                field={field}
                value={fieldOf(row, field)}
                people={people}
              />
            ))}
            <td>
              <button
                type="button"
                aria-label={text.showRow(nameOf(row, columns))}
                onClick={() => onShow(row)}
              >
                {text.show}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const userIdsOf = (row: RecordRow, columns: readonly Field[]): number[] =>
  columns
    .filter((field) => USER_FIELDS.has(field))
    .map((field) => fieldOf(row, field))
    .filter((id) => typeof id === 'number')

const nameOf = (row: RecordRow, [first]: readonly Field[]): string =>
  first === undefined ? '' : String(fieldOf(row, first))

/** Metadata values and crowd packs are known by several fields together. */
const keyOf = (row: RecordRow): string =>
  JSON.stringify(KEY_FIELDS.map((field) => fieldOf(row, field)))

const KEY_FIELDS: readonly Field[] = [
  'id',
  'approvalId',
  'uploadId',
  'creativeId',
  'crowdPackId',
  'corpId',
  'source',
  'attrCode',
  'attrValueCode',
]
