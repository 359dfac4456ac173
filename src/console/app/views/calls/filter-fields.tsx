import { type ReadonlySignal, useComputed } from '@preact/signals'
import { FINDING_LEVELS, FINDINGS } from '#src/client/generated/constants.ts'
import type { JournalEntry } from '#src/client/generated/control.ts'
import { SelectField } from '../../parts/fields.tsx'
import { levelName } from '../../parts/level-badge.tsx'
import { operationOptions } from '../../texts/operation-names.ts'
import { type CallFilter, setFilter, UNKNOWN_PATH } from './call-filter.ts'
import { words } from './calls-texts.ts'

/** Maximum number of values that a field offers: callers choose them. */
const MAX_VALUES = 100

/** The fields that choose which calls are shown. */
export const FilterFields = ({
  filter,
  calls,
}: {
  readonly filter: CallFilter
  readonly calls: ReadonlySignal<readonly JournalEntry[]>
}) => {
  const codes = useComputed(() => valuesOf(calls.value, ({ code }) => code))
  const actors = useComputed(() => valuesOf(calls.value, ({ actor }) => actor))
  const text = words()
  const choose = (field: keyof CallFilter) => (value: string) =>
    setFilter({ ...filter, [field]: value })
  const every = { value: '', text: text.every }
  return (
    <div class="row calls-filter">
      <SelectField
        label={text.operation}
        value={filter.operation}
        options={[every, ...operationOptions(), { value: UNKNOWN_PATH, text: text.unknownPath }]}
        onChange={choose('operation')}
      />
      <SelectField
        label={text.code}
        value={filter.code}
        options={[
          every,
          { value: '0', text: text.success },
          { value: 'refused', text: text.refused },
          ...options(codes.value, filter.code, ['0', 'refused']),
        ]}
        onChange={choose('code')}
      />
      <SelectField
        label={text.actor}
        value={filter.actor}
        options={[every, ...options(actors.value, filter.actor)]}
        onChange={choose('actor')}
      />
      <SelectField
        label={text.finding}
        value={filter.finding}
        options={[
          every,
          { value: 'any', text: text.anyFinding },
          ...FINDING_LEVELS.map((value) => ({ value, text: levelName(value) })),
          ...Object.keys(FINDINGS).map((value) => ({ value, text: value })),
        ]}
        onChange={choose('finding')}
      />
    </div>
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

/** The values as options, with the chosen one, and without those that have a text of their own. */
const options = (values: string, chosen: string, others: readonly string[] = []) => {
  const known = new Set<string>(JSON.parse(values))
  if (chosen !== '') known.add(chosen)
  return [...known]
    .filter((value) => !others.includes(value))
    .map((value) => ({ value, text: value.slice(0, 80) }))
}
