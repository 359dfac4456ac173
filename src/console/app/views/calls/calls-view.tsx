import { useSignalEffect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { control } from '../../api/control.ts'
import { onStreamEvent, streamStatus } from '../../api/journal-stream.ts'
import { linkTo } from '../../api/place.ts'
import { Action } from '../../parts/action.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { CallDetail } from './call-detail.tsx'
import {
  type CallFilter,
  EVERY_CALL,
  filterOfRoute,
  isFiltering,
  openedSeq,
  passes,
  setFilter,
} from './call-filter.ts'
import { CallList } from './call-list.ts'
import { CallRows } from './call-rows.tsx'
import './calls.css'
import { words } from './calls-texts.ts'
import { FilterFields } from './filter-fields.tsx'

/** The calls of a workspace as they end, and one of them opened. */
export default function CallsView() {
  const list = useMemo(() => new CallList(), [])
  useEffect(() => {
    const stop = onStreamEvent((event) => list.take(event))
    list.read()
    return () => {
      stop()
      list.close()
    }
  }, [])
  // What came while the stream was interrupted is read when it is there again.
  useSignalEffect(() => {
    if (streamStatus.value === 'live') list.read()
  })
  const filter = filterOfRoute()
  const seq = openedSeq()
  const { title, lead, clear, cleared, clearQuestion } = words()
  return (
    <Page
      title={title}
      lead={lead}
      actions={
        <Action
          run={() => control('DELETE', '/journal')}
          done={cleared}
          confirm={clearQuestion}
          isDisabled={list.calls.value.length === 0}
        >
          {clear}
        </Action>
      }
    >
      <FilterFields filter={filter} calls={list.calls} />
      <Listed list={list} filter={filter} />
      {seq !== undefined && <CallDetail key={seq} seq={seq} list={list} />}
    </Page>
  )
}

const Listed = ({ list, filter }: { readonly list: CallList; readonly filter: CallFilter }) => {
  const { empty, openTry, credentials, noMatch, searching, showAll, retry } = words()
  const isPicking = isFiltering(filter)
  const count = list.calls.value.length
  const hasOlder = list.hasOlder.value
  // A filter looks at all calls of the journal.
  useEffect(() => {
    if (isPicking && hasOlder) list.readOlder()
  }, [isPicking, hasOlder, count])
  const error = list.error.value
  const isEmpty = list.isLoaded.value && count === 0 && !error
  return (
    <>
      {error && (
        <Notice tone="error">
          {error.message}{' '}
          <button type="button" onClick={() => list.read()}>
            {retry}
          </button>
        </Notice>
      )}
      {isEmpty && (
        <Notice>
          {empty} <a href={linkTo('try')}>{openTry}</a> ·{' '}
          <a href={linkTo('workspaces')}>{credentials}</a>
        </Notice>
      )}
      {isPicking && (
        <div class="row">
          <span class="muted" role="status">
            {hasOlder
              ? searching
              : list.calls.value.some((call) => passes(call, filter))
                ? ''
                : noMatch}
          </span>
          <button type="button" onClick={() => setFilter(EVERY_CALL)}>
            {showAll}
          </button>
        </div>
      )}
      {(!isEmpty || list.marks.value.length > 0) && <CallRows list={list} filter={filter} />}
    </>
  )
}
