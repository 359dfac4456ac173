import { useEffect, useMemo } from 'preact/hooks'
import { FINDING_LEVELS, FINDINGS } from '#src/client/generated/constants.ts'
import type { JournalEntry } from '#src/client/generated/control.ts'
import { mayChange } from '../../api/control.ts'
import { streamEvents } from '../../api/journal-stream.ts'
import { linkTo } from '../../api/place.ts'
import { Action, Button, ClearAction, CopyButton } from '../../parts/action.tsx'
import { choices, field } from '../../parts/fields/schema.ts'
import { Form, held } from '../../parts/form.tsx'
import { Notice, Page } from '../../parts/panel.tsx'
import { ChangeLink, levelName } from '../../parts/text.tsx'
import { operationChoices, type Phrase, t } from '../../texts/words.ts'
import { CallDetail } from './call-detail.tsx'
import {
  type CallFilter,
  EVERY_CALL,
  filterOfRoute,
  isFiltering,
  linkToCall,
  openedSeq,
  passes,
  setFilter,
  UNKNOWN_PATH,
} from './call-filter.ts'
import { CallList } from './call-list.ts'
import { CallRows } from './call-rows.tsx'
import { curlOfAll, MAX_COPIED, saveArchive } from './repeat-calls.ts'
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
  const filter = filterOfRoute()
  useEffect(() => list.search(filter.text.trim()), [filter.text])
  return (
    <Page
      title="Calls"
      lead="Every call of this workspace as it ends."
      actions={
        <ClearAction name="Clear journal" path="/journal" isEmpty={list.calls.value.length === 0} />
      }
    >
      <FilterFields calls={list.calls.value} />
      <div class="calls">
        <div class="calls-listed">
          <Listed list={list} filter={filter} />
        </div>
        {seq !== undefined && <CallDetail key={seq} seq={seq} list={list} />}
      </div>
    </Page>
  )
}

const Listed = ({ list, filter }: { list: CallList; filter: CallFilter }) => {
  const calls = list.calls.value
  const error = list.error.value
  const isEmpty = list.generation.value > 0 && calls.length === 0 && !error
  const passing = calls.filter((call) => passes(call, filter, list.found.value))
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
            'No calls yet. Call an operation with the credentials of this workspace, and the call appears here immediately.',
          )}{' '}
          <ChangeLink href={linkTo('try')}>{t('Try an operation')}</ChangeLink>
          {mayChange.value && ' · '}
          <a href={linkTo('workspaces')}>{t('Show the credentials')}</a>
        </Notice>
      )}
      {calls.length > 0 && <ListTools list={list} passing={passing} />}
      {(!isEmpty || list.marks.value.length > 0) && <CallRows list={list} filter={filter} />}
    </>
  )
}

const ListTools = ({ list, passing }: { list: CallList; passing: readonly JournalEntry[] }) => {
  const filter = filterOfRoute()
  const isSearching =
    list.hasOlder.value || (filter.text.trim() !== '' && list.found.value === undefined)
  const none = isSearching ? t('Searching older calls…') : t('No calls match the filter.')
  return (
    <div class="row">
      <span class="muted" role="status">
        {passing.length > 0 ? t('Calls: {1}', passing.length) : none}
      </span>
      {isFiltering(filter) && (
        <Button onClick={() => setFilter(EVERY_CALL)}>{t('Show all')}</Button>
      )}
      <CopyButton
        label={t('Copy all as curl')}
        isDisabled={passing.length === 0 || passing.length > MAX_COPIED}
        hint={t('At most {1} calls', MAX_COPIED)}
        text={() => curlOfAll(passing)}
      />
      <Action
        name="Save as HAR"
        isDisabled={passing.length === 0}
        run={() => saveArchive(passing, filter.text)}
        isQuiet
      />
    </div>
  )
}

const MAX_VALUES = 100

const FilterFields = ({ calls }: { calls: readonly JournalEntry[] }) => {
  const filter = (title: Phrase, ...oneOf: ReturnType<typeof choices>) => ({
    title: t(title),
    oneOf: [{ const: '', title: t('All') }, ...oneOf],
  })
  const open = (event: Event): void => {
    event.preventDefault()
    const [, seq] = /^\s*#?(\d{1,15})\s*$/.exec(filterOfRoute().text) ?? []
    if (seq !== undefined) location.hash = linkToCall(Number(seq))
  }
  const fields = (
    <Form
      class="row calls-filter"
      value={held(filterOfRoute, setFilter)}
      fields={{
        text: field('Search', {
          format: 'search',
          examples: [t('Path, body, message, or #52')],
        }),
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
  return (
    <search>
      <form onSubmit={open}>{fields}</form>
    </search>
  )
}

const valuesOf = (
  calls: readonly JournalEntry[],
  read: (call: JournalEntry) => string | null,
): ReturnType<typeof choices> => {
  const values = new Set(calls.flatMap((call) => read(call) ?? []))
  return choices([...values].sort().slice(0, MAX_VALUES), (value) => value.slice(0, 80))
}
