import { useEffect, useMemo } from 'preact/hooks'
import { FINDING_LEVELS, FINDINGS } from '#src/client/generated/constants.ts'
import type { JournalEntry } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { streamEvents } from '../../api/journal-stream.ts'
import { linkTo } from '../../api/place.ts'
import { Action, Button } from '../../parts/action.tsx'
import { choices, Form, held } from '../../parts/form.tsx'
import { Notice, Page } from '../../parts/panel.tsx'
import { levelName } from '../../parts/text.tsx'
import { operationChoices, type Phrase, t } from '../../texts/words.ts'
import { CallDetail } from './call-detail.tsx'
import {
  type CallFilter,
  EVERY_CALL,
  filterOfRoute,
  isFiltering,
  openedSeq,
  passes,
  setFilter,
  UNKNOWN_PATH,
} from './call-filter.ts'
import { CallList } from './call-list.ts'
import { CallRows } from './call-rows.tsx'
import './calls.css'

export default function CallsView() {
  const list = useMemo(() => new CallList(), [])
  useEffect(() => {
    const stop = streamEvents.subscribe(list.read)
    return () => {
      stop()
      list.close()
    }
  }, [])
  const seq = openedSeq()
  return (
    <Page
      title="Calls"
      lead="Every call of this workspace as it ends."
      actions={
        <Action
          name="Clear journal"
          asks
          run={() => control('DELETE', '/journal')}
          isDisabled={list.calls.value.length === 0}
        />
      }
    >
      <FilterFields calls={list.calls.value} />
      <Listed list={list} filter={filterOfRoute()} />
      {seq !== undefined && <CallDetail key={seq} seq={seq} list={list} />}
    </Page>
  )
}

const Listed = ({ list, filter }: { list: CallList; filter: CallFilter }) => {
  const calls = list.calls.value
  const error = list.error.value
  const isEmpty = list.generation.value > 0 && calls.length === 0 && !error
  const isFound = calls.some((call) => passes(call, filter))
  const found = list.hasOlder.value ? t('Searching older calls…') : t('No call passes the filter.')
  return (
    <>
      {error && (
        <Notice tone="error">
          {error.message} <Button onClick={list.read}>{t('Try again')}</Button>
        </Notice>
      )}
      {isEmpty && (
        <Notice>
          {t(
            'No call yet. Call an operation with the credentials of this workspace; the call appears here at once.',
          )}{' '}
          <a href={linkTo('try')}>{t('Try an operation')}</a> ·{' '}
          <a href={linkTo('workspaces')}>{t('Show the credentials')}</a>
        </Notice>
      )}
      {isFiltering(filter) && (
        <div class="row">
          <span class="muted" role="status">
            {!isFound && found}
          </span>
          <Button onClick={() => setFilter(EVERY_CALL)}>{t('Show all')}</Button>
        </div>
      )}
      {(!isEmpty || list.marks.value.length > 0) && <CallRows list={list} filter={filter} />}
    </>
  )
}

const MAX_VALUES = 100

const FilterFields = ({ calls }: { calls: readonly JournalEntry[] }) => {
  const filter = (title: Phrase, ...oneOf: ReturnType<typeof choices>) => ({
    title: t(title),
    oneOf: [{ const: '', title: t('All') }, ...oneOf],
  })
  return (
    <Form
      class="row calls-filter"
      value={held(filterOfRoute, setFilter)}
      fields={{
        operation: filter('Operation', ...operationChoices(), {
          const: UNKNOWN_PATH,
          title: t('Unknown paths'),
        }),
        code: filter(
          'Outcome',
          { const: '0', title: t('0 · success') },
          { const: 'refused', title: t('Refused') },
          ...valuesOf(calls, ({ code }) => code).filter((one) => one.const !== '0'),
        ),
        actor: filter('Acting user', ...valuesOf(calls, ({ actor }) => actor)),
        finding: filter(
          'Finding',
          { const: 'any', title: t('With a finding') },
          ...choices(FINDING_LEVELS, levelName),
          ...choices(Object.keys(FINDINGS)),
        ),
      }}
    />
  )
}

const valuesOf = (
  calls: readonly JournalEntry[],
  read: (call: JournalEntry) => string | null,
): ReturnType<typeof choices> => {
  const values = new Set(calls.flatMap((call) => read(call) ?? []))
  return choices([...values].sort().slice(0, MAX_VALUES), (value) => value.slice(0, 80))
}
