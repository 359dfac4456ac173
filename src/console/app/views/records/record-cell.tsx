import type { ComponentChildren } from 'preact'
import type { People } from '../../api/people.ts'
import { linkTo } from '../../api/place.ts'
import type { RecordKind } from '../../api/records.ts'
import { Badge } from '../../parts/badge.tsx'
import { PersonName } from '../../parts/person-name.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import type { Field } from './record-headings.ts'
import { isAmount, USER_FIELDS } from './record-values.ts'
import { words } from './records-texts.ts'

/** Longer texts are cut; the row as JSON has all of it. */
const MAX_TEXT = 120

/** Ids of a list that are shown. */
const MAX_IDS = 5

interface Cell {
  readonly kind: RecordKind
  readonly field: Field
  readonly value: unknown
  readonly people: People
}

/** One value of a record: times, ids, people and sizes as a person reads them. */
export const RecordCell = (cell: Cell) => <td class={classOf(cell)}>{contentOf(cell)}</td>

/** Only texts and names may be broken within a word. */
const classOf = ({ field, value }: Cell): string | undefined => {
  if (isAmount(field)) return 'number'
  if (USER_FIELDS.has(field)) return 'records-person'
  const isText = typeof value === 'string' || field === 'assetIds' || field.includes('.')
  return isText && value !== '' ? 'records-text' : undefined
}

const contentOf = ({ kind, field, value, people }: Cell): ComponentChildren => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean')
    return <Badge tone={value ? 'good' : 'plain'}>{value ? words().yes : words().no}</Badge>
  if (typeof value === 'number') return numberOf(kind, field, value, people)
  if (Array.isArray(value)) return <List field={field} items={value} />
  return <Short text={typeof value === 'string' ? value : JSON.stringify(value)} />
}

const numberOf = (
  kind: RecordKind,
  field: Field,
  value: number,
  people: People,
): ComponentChildren => {
  if (/(Time|AtMs)$/.test(field)) return <time>{formatTime(value)}</time>
  if (field === 'size') return formatBytes(value)
  if (isAmount(field)) return formatNumber(value)
  if (USER_FIELDS.has(field)) return <PersonName id={value} person={people.get(value)} />
  const link = linkOf(kind, field, value)
  return link === undefined ? <span class="mono">{value}</span> : <a href={link}>{value}</a>
}

const linkOf = (kind: RecordKind, field: Field, value: number): string | undefined => {
  if (field === 'materialId') return linkTo('library', 'asset', value)
  if (field === 'approvalId') return linkTo('approvals', value)
  if (kind === 'notifications' && field === 'id') return linkTo('notifications', value)
  return undefined
}

const Short = ({ text }: { readonly text: string }) =>
  text.length > MAX_TEXT ? (
    <span title={text.slice(0, 10 * MAX_TEXT)}>{text.slice(0, MAX_TEXT)}…</span>
  ) : (
    text
  )

/** Ids of assets lead to them; of other lists the length says enough. */
const List = ({ field, items }: { readonly field: Field; readonly items: readonly unknown[] }) => {
  if (field !== 'assetIds') return formatNumber(items.length)
  return (
    <>
      {items.slice(0, MAX_IDS).map((id) => (
        <a key={String(id)} class="records-id" href={linkTo('library', 'asset', Number(id))}>
          {String(id)}
        </a>
      ))}
      {items.length > MAX_IDS && '…'}
    </>
  )
}
