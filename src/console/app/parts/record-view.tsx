import type { ComponentChildren } from 'preact'
import type { Loaded } from '../api/loaded.ts'
import type { OperationId } from '../api/operations.ts'
import { route } from '../api/place.ts'
import type { RecordKind, RecordList, RecordRow } from '../api/records.ts'
import { type Phrase, t } from '../texts/words.ts'
import { Notice, Page, type PageProps, Shown, Split } from './panel.tsx'
import { Newest } from './table.tsx'
import { TryLink } from './text.tsx'

/** A view over the newest records of a kind. */
export interface RecordViewProps<Kind extends RecordKind> extends Omit<PageProps, 'children'> {
  /** What to say where there is no record, where no record is wanted, and where the URL names none that is shown. */
  readonly empty: Phrase
  readonly none: Phrase
  readonly notShown: Phrase
  readonly loaded: Loaded<RecordList<Kind>>
  /** The operation that makes a record. */
  readonly operation: OperationId
  readonly rows: readonly RecordRow<Kind>[]
  readonly idOf: (row: RecordRow<Kind>) => number
  readonly list: ComponentChildren
  readonly detail: (row: RecordRow<Kind>) => ComponentChildren
  /** What stands above the list. */
  readonly children?: ComponentChildren
}

/** The records of a kind as a list, and the one that the URL names beside it. */
export const RecordView = <Kind extends RecordKind>(props: RecordViewProps<Kind>) => {
  const { loaded, operation, rows, idOf, detail, empty, none, notShown, children, ...page } = props
  const [id] = route.value.rest
  const chosen = loaded.data?.records.find((row) => String(idOf(row)) === id)
  const emptyNotice = (
    <>
      {t(empty)} <TryLink operation={operation} />
    </>
  )
  return (
    <Page {...page}>
      {children}
      <Shown loaded={loaded} empty={emptyNotice} isEmpty={({ total }) => total === 0}>
        {(records) => (
          <Split
            list={
              <>
                {rows.length === 0 ? <Notice>{t(none)}</Notice> : props.list}
                <Newest {...records} />
              </>
            }
            detail={
              id !== undefined && (chosen ? detail(chosen) : <Notice>{t(notShown, id)}</Notice>)
            }
          />
        )}
      </Shown>
    </Page>
  )
}
