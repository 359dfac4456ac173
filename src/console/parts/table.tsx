import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { formatNumber } from '../texts/language.ts'
import { type Phrase, t } from '../texts/words.ts'
import { Button, setTo } from './action.tsx'
import { field } from './fields/schema.ts'
import { Form } from './form.tsx'
import { Notice } from './panel.tsx'
import './table.css'

export interface Column<Row> {
  /** Its heading; null over links and buttons. */
  readonly name: string | null
  readonly of: (row: Row) => ComponentChildren
  /** Classes of its cells; `number` also of its heading. */
  readonly class?: string | ((row: Row) => string | undefined)
  readonly isHead?: boolean
  readonly sort?: (row: Row) => string | number
  /** What a cell that is cut off says in full. */
  readonly title?: (row: Row) => string | undefined
}

export interface TableProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly label?: string
  readonly class?: string
  /** A field above the table that finds rows by their texts. */
  readonly search?: { readonly title: Phrase; readonly textOf: (row: Row) => string }
  readonly page?: number
  readonly isScrolled?: boolean
  readonly detail?: (row: Row) => ComponentChildren
}

export const Table = <Row,>(props: TableProps<Row>) => {
  const { columns, label, isScrolled = false, page = Number.POSITIVE_INFINITY, search } = props
  const shown = useSignal(page)
  const order = useSignal<Order>(undefined)
  const wanted = useSignal({ text: '' })
  const text = wanted.value.text.trim().toLowerCase()
  const rows = search
    ? props.rows.filter((row) => search.textOf(row).toLowerCase().includes(text))
    : props.rows
  const hidden = rows.length - shown.value
  const table = (
    <table class={props.class} aria-label={isScrolled ? undefined : label}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <Heading key={index} column={column} index={index} order={order} />
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted(rows, columns, order.value)
          .slice(0, shown.value)
          .map((row) => (
            <TableRow key={props.keyOf(row)} row={row} {...props} />
          ))}
      </tbody>
    </table>
  )
  return (
    <>
      {search && (
        <search>
          <Form value={wanted} fields={{ text: field(search.title, { format: 'search' }) }} />
        </search>
      )}
      {search && rows.length === 0 && <Notice>{t('No matches.')}</Notice>}
      {isScrolled ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reached with the keyboard
        <section class="scroll" tabIndex={0} aria-label={label}>
          {table}
        </section>
      ) : (
        table
      )}
      {hidden > 0 && (
        <div class="row">
          <Button onClick={setTo(shown, shown.value + page)}>
            {t('Show more')} ({formatNumber(hidden)})
          </Button>
        </div>
      )}
    </>
  )
}

type Order = { readonly index: number; readonly isDown: boolean } | undefined

const sorted = <Row,>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order) => {
  const by = order && columns[order.index]?.sort
  if (!by) return rows
  const way = order.isDown ? -1 : 1
  return [...rows].sort((a, b) => {
    const [one, other] = [by(a), by(b)]
    return one === other ? 0 : one < other ? -way : way
  })
}

const Heading = <Row,>({
  column: { name, sort, class: kind },
  index,
  order,
}: {
  column: Column<Row>
  index: number
  order: { value: Order }
}) => {
  const isDown = order.value?.index === index ? order.value.isDown : undefined
  const sortBy = (): void => {
    order.value = isDown ? undefined : { index, isDown: isDown === false }
  }
  const direction = isDown === undefined ? undefined : isDown ? 'descending' : 'ascending'
  return (
    <th scope="col" class={kind === 'number' ? kind : undefined} aria-sort={direction}>
      {name === null ? (
        <span class="unseen">{t('Actions')}</span>
      ) : sort ? (
        <Button class="quiet sorter" onClick={sortBy}>
          {name}
          <span aria-hidden="true">{isDown === undefined ? '' : isDown ? ' ↓' : ' ↑'}</span>
        </Button>
      ) : (
        name
      )}
    </th>
  )
}

const TableRow = <Row,>({ row, columns, detail }: TableProps<Row> & { row: Row }) => {
  const below = detail?.(row)
  return (
    <>
      <tr>
        {columns.map(({ name, of, isHead, class: kind, title }, index) => {
          const Cell = isHead ? 'th' : 'td'
          const scope = isHead ? 'row' : undefined
          return (
            <Cell
              key={index}
              scope={scope}
              class={classOf(kind, row)}
              title={title?.(row)}
              data-name={name}
            >
              {of(row)}
            </Cell>
          )
        })}
      </tr>
      {below && (
        <tr>
          <td colSpan={columns.length}>{below}</td>
        </tr>
      )}
    </>
  )
}

const classOf = <Row,>(kind: Column<Row>['class'], row: Row): string | undefined =>
  typeof kind === 'function' ? kind(row) : kind

export const listCells = <Row,>(columns: readonly Column<Row>[], row: Row) =>
  columns.map(({ of, class: kind, title }, index) => (
    <span key={index} class={classOf(kind, row)} title={title?.(row)}>
      {of(row)}
    </span>
  ))

export const Newest = ({ total, records }: { total: number; records: readonly object[] }) =>
  records.length < total ? (
    <p class="muted">{t('The newest {1} of {2}.', records.length, total)}</p>
  ) : null

export interface LongListProps<Row> {
  readonly rows: readonly Row[]
  readonly rowHeight: number
  readonly label: string
  /** A name that stays with the row when others are added before it. */
  readonly keyOf: (row: Row) => string | number
  readonly children: (row: Row) => ComponentChildren
  readonly onEnd?: () => void
}

const OVERSCAN = 12

/** A scrolling list that renders only the rows in view, however many there are. All rows have the same height. */
export const LongList = <Row,>({ rows, rowHeight, label, ...props }: LongListProps<Row>) => {
  const frame = useRef<HTMLDivElement>(null)
  const first = useSignal(0)
  const shown = useSignal(0)
  const measure = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = frame.current ?? {}
    first.value = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN)
    shown.value = Math.ceil(clientHeight / rowHeight) + 2 * OVERSCAN
  }
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  const count = rows.length
  const from = Math.min(first.value, Math.max(0, count - shown.value))
  const inView = rows.slice(from, from + shown.value)
  const isAtEnd = from + inView.length >= count && inView.length > 0
  useEffect(() => {
    if (isAtEnd) props.onEnd?.()
  }, [isAtEnd, count])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached with the keyboard
    <div class="virtual" ref={frame} tabIndex={0} onScroll={measure}>
      <ul class="plain-list" aria-label={label} style={{ height: `${count * rowHeight}px` }}>
        {inView.map((row, index) => (
          <li
            key={props.keyOf(row)}
            aria-setsize={count}
            aria-posinset={from + index + 1}
            style={{
              height: `${rowHeight}px`,
              transform: `translateY(${(from + index) * rowHeight}px)`,
            }}
          >
            {props.children(row)}
          </li>
        ))}
      </ul>
    </div>
  )
}
