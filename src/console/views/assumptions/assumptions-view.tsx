import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { VARIATION_KINDS } from '#src/client/generated/constants.ts'
import type {
  ChangeableAssumption,
  JournalPage,
  KnownRule,
  VariationKind,
  VariationState,
} from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useControl, useLoaded } from '../../api/loaded.ts'
import { readKnownRules } from '../../api/operations.ts'
import { goTo, linkTo, route } from '../../api/place.ts'
import { Action, act, Button, ClearAction } from '../../parts/action.tsx'
import { choices, field } from '../../parts/fields/schema.ts'
import { ActionForm, Form } from '../../parts/form.tsx'
import { Facts, Notice, Page, Shown } from '../../parts/panel.tsx'
import { Badge, CodedText } from '../../parts/text.tsx'
import { withAssumptionText } from '../../texts/in-chinese.ts'
import { operationChoices, type Phrase, t } from '../../texts/words.ts'
import './assumptions.css'

export default function AssumptionsView() {
  const loaded = useLoaded(readAssumptions)
  const filter = useSignal({ text: '', operation: '', hasVariants: false })
  const [open] = route.value.rest
  // What a link names is shown under any filter.
  const isShown = (one: Listed): boolean => one.number === open || isListed(one, filter.value)
  return (
    <Page
      title="Assumptions"
      lead="What the document leaves open, and what this server does."
      actions={
        <ClearAction
          name="Reset all variants"
          path="/variants"
          isEmpty={!loaded.data?.some(isChanged)}
        />
      }
    >
      <VariationPanel />
      <search>
        <Form
          class="row assumptions-filter"
          value={filter}
          fields={{
            text: field('Search', { format: 'search' }),
            operation: {
              title: t('Operation'),
              oneOf: [{ const: '', title: t('All') }, ...operationChoices()],
            },
            hasVariants: field('Only with variants', { widget: 'check' }),
          }}
        />
      </search>
      <Shown loaded={loaded}>
        {(all) => {
          const listed = all.map(withAssumptionText).filter(isShown)
          return (
            <>
              <p class="muted" role="status">
                {t('{1} of {2}', listed.length, all.length)}
              </p>
              {listed.length === 0 && <Notice>{t('No matches.')}</Notice>}
              <ul class="plain-list assumptions-list" aria-label={t('Assumptions')}>
                {listed.map((one) => (
                  <AssumptionRow key={one.number} assumption={one} isOpen={one.number === open} />
                ))}
              </ul>
            </>
          )
        }}
      </Shown>
    </Page>
  )
}

interface Listed extends KnownRule {
  /** Its variant in force, and that of the beginning; absent for one without variants. */
  readonly choice: ChangeableAssumption | undefined
  readonly lastCall: number | undefined
}

const isChanged = ({ choice }: Listed): boolean => choice?.chosen !== choice?.default

const LAST_CALLS = 50

/** Every assumption: those that the last calls touched first, the newest call's before all others. */
const readAssumptions = async (signal: AbortSignal): Promise<Listed[]> => {
  const [rules, { assumptions }, { entries }] = await Promise.all([
    readKnownRules(),
    control<{ assumptions: ChangeableAssumption[] }>('GET', '/variants', { signal }),
    control<JournalPage>('GET', '/journal', { query: { last: LAST_CALLS }, signal }),
  ])
  const listed = rules.map((rule) => ({
    ...rule,
    choice: assumptions.find(({ number }) => number === rule.number),
    lastCall: entries.findLast((call) => call.assumptions.includes(rule.number))?.seq,
  }))
  return listed.sort((a, b) => (b.lastCall ?? 0) - (a.lastCall ?? 0))
}

const isListed = (
  { number, shown, does, why, variants, choice, operations }: Listed,
  { text, operation, hasVariants }: { text: string; operation: string; hasVariants: boolean },
): boolean => {
  const wanted = text.trim().toLowerCase()
  const words = [number, shown, does, why, ...Object.entries(variants).flat()]
  return (
    (choice !== undefined || !hasVariants) &&
    (operation === '' || operations.includes(operation)) &&
    words.some((part) => part.toLowerCase().includes(wanted))
  )
}

const KNOWN = {
  document: 'from the interface document',
  'published elsewhere': 'published elsewhere',
  invented: 'invented here',
} as const

const AssumptionRow = ({ assumption, isOpen }: { assumption: Listed; isOpen: boolean }) => {
  const { number, shown, choice, lastCall } = assumption
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={row} class="assumptions-row" id={`assumption-${number}`}>
      <Button
        class="quiet assumptions-head"
        aria-expanded={isOpen}
        onClick={() => goTo('assumptions', ...(isOpen ? [] : [number]))}
      >
        <code class="assumptions-number">{number}</code>
        <span class="cut" title={shown}>
          <CodedText text={shown} />
        </span>
        <span class="assumptions-marks">
          {lastCall !== undefined && <Badge tone="good">{t('call {1}', lastCall)}</Badge>}
          {choice && (
            <Badge tone={isChanged(assumption) ? 'accent' : 'plain'}>
              {choice.chosen}
              {isChanged(assumption) && ` · ${t('changed')}`}
            </Badge>
          )}
        </span>
      </Button>
      {isOpen && <Detail {...assumption} />}
    </li>
  )
}

const Detail = ({ does, why, known, shown, choice, operations, lastCall }: Listed) => (
  <div class="stack assumptions-detail">
    <Facts
      facts={[
        [t('Document'), <CodedText text={shown} />],
        [t('This server'), <CodedText text={does} />],
        [t('Reason'), <CodedText text={why} />],
        [t('Known'), t(KNOWN[known])],
        [t('About'), operations.join(', ') || t('every call')],
        lastCall !== undefined && [
          t('Call'),
          <a href={linkTo('calls', lastCall)}>{t('call {1}', lastCall)}</a>,
        ],
      ]}
    />
    {choice ? (
      <VariantChoice {...withAssumptionText(choice)} />
    ) : (
      <p class="muted">{t('This assumption has no variants.')}</p>
    )}
  </div>
)

const VariantChoice = ({ number, variants, chosen, default: standard }: ChangeableAssumption) => {
  const choose = (variant: string): Promise<void> => {
    const body = { [number]: variant === standard ? null : variant }
    const done = t('From the next call on, {1} is {2}.', number, variant)
    return act(() => control('PATCH', '/variants', { body }), done)
  }
  return (
    <fieldset>
      <legend>{t('Variants of {1}', number)}</legend>
      {Object.entries(variants).map(([name, means]) => (
        <label key={name} class="check">
          <input
            type="radio"
            name={`variant-${number}`}
            value={name}
            checked={name === chosen}
            onChange={() => choose(name)}
          />
          <code>{name}</code>
          <CodedText text={means} />
          {name === standard && <Badge>{t('default')}</Badge>}
        </label>
      ))}
    </fieldset>
  )
}

const KINDS: Readonly<Record<VariationKind, Phrase>> = {
  'list-order': 'lists have a different order',
  'optional-values': 'nullable fields are null, and null fields are absent',
  'extra-fields': 'objects have fields that the document does not show',
  'error-codes': 'error codes are different numbers',
  'success-message': 'a success has the other published message',
}

const VariationPanel = () => {
  const loaded = useControl<VariationState>('/variation')
  return (
    <Shown loaded={loaded}>
      {({ variation }) => (
        <details class="panel assumptions-variation">
          <summary>
            <h2>{t('Variation')}</h2>
            <Badge tone={variation ? 'accent' : 'plain'}>
              {variation
                ? t('seed {1}, kinds: {2}', String(variation.seed), variation.kinds.length)
                : t('off')}
            </Badge>
          </summary>
          <p class="muted">{t('Where the document is silent, responses vary by a seed.')}</p>
          <VariationForm key={JSON.stringify(variation)} given={variation} />
        </details>
      )}
    </Shown>
  )
}

const VariationForm = ({ given }: { given: VariationState['variation'] }) => {
  const oneOf = choices(VARIATION_KINDS, (kind) => [<code key="kind">{kind}</code>, t(KINDS[kind])])
  return (
    <>
      <ActionForm
        start={given ?? { seed: 1, kinds: [...VARIATION_KINDS] }}
        fields={() => ({
          seed: field('Seed', { type: 'integer' }),
          kinds: field('Kinds', { type: 'array', items: { oneOf } }),
        })}
        name="Vary responses"
        tone="primary"
        run={(body) => control('PUT', '/variation', { body })}
        isReady={({ seed, kinds }) => kinds.length > 0 && seed !== undefined}
      />
      {given && <Action name="Turn off variation" run={() => control('DELETE', '/variation')} />}
    </>
  )
}
