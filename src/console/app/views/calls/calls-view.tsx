import { type ReadonlySignal, useComputed } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { FINDING_LEVELS, FINDINGS } from '#src/client/generated/constants.ts'
import type { JournalEntry } from '#src/client/generated/control.ts'
import { streamEvents } from '../../api/journal-stream.ts'
import { linkTo } from '../../api/place.ts'
import { ClearAction } from '../../parts/action.tsx'
import { choices, Form, held } from '../../parts/form.tsx'
import { Notice, Page } from '../../parts/panel.tsx'
import { levelName } from '../../parts/text.tsx'
import { operationChoices, t } from '../../texts/words.ts'
import { CallDetail } from './call-detail.tsx'
import {
  type CallFilter,
  CallList,
  EVERY_CALL,
  filterOfRoute,
  isFiltering,
  openedSeq,
  passes,
  setFilter,
  UNKNOWN_PATH,
} from './call-list.ts'
import { CallRows } from './call-rows.tsx'
import './calls.css'

/** The calls of a workspace as they end, and one of them opened. */
export default function CallsView() {
  const list = useMemo(() => new CallList(), [])
  useEffect(() => {
    const stop = streamEvents.subscribe(() => list.read())
    return () => {
      stop()
      list.close()
    }
  }, [])
  const filter = filterOfRoute()
  const seq = openedSeq()
  return (
    <Page
      title="Calls"
      lead="Every call of this workspace as it ends."
      actions={
        <ClearAction
          path="/journal"
          label="Clear journal"
          confirm="Delete all calls of the journal?"
          isDisabled={list.calls.value.length === 0}
        />
      }
    >
      <FilterFields calls={list.calls} />
      <Listed list={list} filter={filter} />
      {seq !== undefined && <CallDetail key={seq} seq={seq} list={list} />}
    </Page>
  )
}

const Listed = ({ list, filter }: { list: CallList; filter: CallFilter }) => {
  const isPicking = isFiltering(filter)
  const calls = list.calls.value
  const hasOlder = list.hasOlder.value
  // A filter looks at all calls of the journal.
  useEffect(() => {
    if (isPicking && hasOlder) list.readOlder()
  }, [isPicking, hasOlder, calls.length])
  const error = list.error.value
  const isEmpty = list.isLoaded.value && calls.length === 0 && !error
  const isFound = () => calls.some((call) => passes(call, filter))
  return (
    <>
      {error && (
        <Notice tone="error">
          {error.message}{' '}
          <button type="button" onClick={() => list.read()}>
            {t('Try again')}
          </button>
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
      {isPicking && (
        <div class="row">
          <span class="muted" role="status">
            {hasOlder
              ? t('Searching older calls…')
              : isFound()
                ? ''
                : t('No call passes the filter.')}
          </span>
          <button type="button" onClick={() => setFilter(EVERY_CALL)}>
            {t('Show all')}
          </button>
        </div>
      )}
      {(!isEmpty || list.marks.value.length > 0) && <CallRows list={list} filter={filter} />}
    </>
  )
}

/** Maximum number of values that a field offers: callers choose them. */
const MAX_VALUES = 100

/** The fields that choose which calls are shown. */
const FilterFields = ({ calls }: { calls: ReadonlySignal<readonly JournalEntry[]> }) => {
  const codes = useComputed(() => valuesOf(calls.value, ({ code }) => code))
  const actors = useComputed(() => valuesOf(calls.value, ({ actor }) => actor))
  const every = { const: '', title: t('All') }
  const own = ['0', 'refused']
  return (
    <Form
      class="row calls-filter"
      value={held(filterOfRoute, setFilter)}
      fields={{
        operation: {
          title: t('Operation'),
          oneOf: [every, ...operationChoices(), { const: UNKNOWN_PATH, title: t('Unknown paths') }],
        },
        code: {
          title: t('Outcome'),
          oneOf: [
            every,
            { const: '0', title: t('0 · success') },
            { const: 'refused', title: t('Refused') },
            ...shortChoices(codes.value).filter((one) => !own.includes(one.const)),
          ],
        },
        actor: { title: t('Acting user'), oneOf: [every, ...shortChoices(actors.value)] },
        finding: {
          title: t('Finding'),
          oneOf: [
            every,
            { const: 'any', title: t('With a finding') },
            ...choices(FINDING_LEVELS, levelName),
            ...choices(Object.keys(FINDINGS)),
          ],
        },
      }}
    />
  )
}

/** The values that calls have, in order, as one text, so that a field changes only when they do. */
const valuesOf = (
  calls: readonly JournalEntry[],
  read: (call: JournalEntry) => string | null,
): string => {
  const values = new Set<string>()
  for (const call of calls) {
    const value = read(call)
    if (value !== null && values.size < MAX_VALUES) values.add(value)
  }
  return JSON.stringify([...values].sort())
}

const shortChoices = (values: string) =>
  choices(JSON.parse(values) as string[], (value) => value.slice(0, 80))
