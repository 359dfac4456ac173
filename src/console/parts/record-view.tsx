import type { ComponentChildren } from 'preact'
import type { Loaded } from '../api/loaded.ts'
import type { OperationId } from '../api/operations.ts'
import { route } from '../api/place.ts'
import { type RecordKind, type RecordList, type RecordRow, ROWS_PAGE } from '../api/records.ts'
import { type Phrase, t } from '../texts/words.ts'
import { Notice, Page, type PageProps, Shown, Split } from './panel.tsx'
import { Newest, Table, type TableProps } from './table.tsx'
import { TryLink } from './text.tsx'

export interface RecordViewProps<Kind extends RecordKind, Row> extends Omit<PageProps, 'children'> {
  /** What to say where there is no record, where no record is wanted, and where the URL names none that is shown. */
  readonly empty: Phrase
  readonly none: Phrase
  readonly notShown: Phrase
  readonly loaded: Loaded<RecordList<Kind>>
  readonly operation: OperationId
  readonly table: TableProps<Row>
  readonly idOf: (record: RecordRow<Kind>) => number
  readonly detail: (record: RecordRow<Kind>) => ComponentChildren
  readonly children?: ComponentChildren
}

export const RecordView = <Kind extends RecordKind, Row>({
  loaded,
  table,
  empty,
  children,
  ...props
}: RecordViewProps<Kind, Row>) => {
  const [id] = route.value.rest
  const chosen = loaded.data?.records.find((record) => String(props.idOf(record)) === id)
  return (
    <Page title={props.title} lead={props.lead} actions={props.actions}>
      {children}
      <Shown
        loaded={loaded}
        empty={[t(empty), ' ', <TryLink key="try" operation={props.operation} />]}
        isEmpty={({ total }) => total === 0}
      >
        {(records) => (
          <Split
            list={
              <>
                {table.rows.length === 0 && <Notice>{t(props.none)}</Notice>}
                {table.rows.length > 0 && <Table {...table} page={ROWS_PAGE} />}
                <Newest {...records} />
              </>
            }
            detail={
              id !== undefined &&
              (chosen ? props.detail(chosen) : <Notice>{t(props.notShown, id)}</Notice>)
            }
          />
        )}
      </Shown>
    </Page>
  )
}
