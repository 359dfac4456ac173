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
import { noteChange, useLoaded } from '../../api/loaded.ts'
import { readKnownRules } from '../../api/operations.ts'
import { goTo, linkTo, route } from '../../api/place.ts'
import { Action, ClearAction, tell } from '../../parts/action.tsx'
import { choices, Form } from '../../parts/form.tsx'
import { Facts, Notice, Page, Shown } from '../../parts/panel.tsx'
import { Badge, CodedText } from '../../parts/text.tsx'
import { operationChoices, type Phrase, t } from '../../texts/words.ts'
import './assumptions.css'

/** The view Assumptions: every decision with its variants, and the variation of the answers. */
export default function AssumptionsView() {
  const loaded = useLoaded(readAssumptions)
  const filter = useSignal({ text: '', operation: '', hasVariants: false })
  const [open] = route.value.rest
  const isChanged = ({ choice }: ListedAssumption): boolean => choice?.chosen !== choice?.default
  return (
    <Page
      title="Assumptions"
      lead="What the document leaves open, and what is done here."
      actions={
        <ClearAction
          path="/variants"
          label="Reset all variants"
          confirm="Set all variants back to those of the beginning?"
          isDisabled={!loaded.data?.some(isChanged)}
        />
      }
    >
      <VariationPanel />
      <search>
        <Form
          class="row assumptions-filter"
          value={filter}
          fields={{
            text: { type: 'string', format: 'search', title: t('Search') },
            operation: {
              title: t('Operation'),
              oneOf: [{ const: '', title: t('All') }, ...operationChoices()],
            },
            hasVariants: { widget: 'check', title: t('Only with variants') },
          }}
        />
      </search>
      <Shown loaded={loaded}>
        {(all) => {
          // What a link names is shown under any filter.
          const rows = all.filter((one) => one.number === open || isListed(one, filter.value))
          return (
            <>
              <p class="muted" role="status">
                {t('{1} of {2}', rows.length, all.length)}
              </p>
              {rows.length === 0 && <Notice>{t('No assumption matches.')}</Notice>}
              <ul class="plain-list assumptions-list" aria-label={t('Assumptions')}>
                {rows.map((one) => (
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

/** An assumption with what the workspace has chosen. */
export interface ListedAssumption extends KnownRule {
  /** Its variant in force, and that of the beginning; absent for one without variants. */
  readonly choice?: ChangeableAssumption
  /** The newest of the last calls that rests on it. */
  readonly lastCall: number | undefined
}

/** The calls that are looked through for assumptions that they touched. */
const LAST_CALLS = 50

/** Every assumption: those that the last calls touched first, the newest call's before all others. */
const readAssumptions = async (signal: AbortSignal): Promise<ListedAssumption[]> => {
  const [rules, { assumptions }, { entries }] = await Promise.all([
    readKnownRules(),
    control<{ assumptions: ChangeableAssumption[] }>('GET', '/variants', { signal }),
    control<JournalPage>('GET', '/journal', { query: { last: LAST_CALLS }, signal }),
  ])
  const choices = new Map(assumptions.map((choice) => [choice.number, choice]))
  const lastCalls = new Map<string, number>()
  for (const { seq, assumptions: touched } of entries)
    for (const number of touched) lastCalls.set(number, seq)
  const listed = rules.map((rule) => {
    const choice = choices.get(rule.number)
    return {
      ...rule,
      ...(choice && { choice }),
      lastCall: lastCalls.get(rule.number),
    }
  })
  return listed.sort((a, b) => rankOf(b) - rankOf(a))
}

/** Calls are numbered from 1; an assumption that only earlier calls consulted comes after those of the last ones. */
const rankOf = ({ lastCall, choice }: ListedAssumption): number =>
  lastCall ?? (choice?.isTouched ? 0.5 : 0)

/** Whether an assumption passes a filter. */
const isListed = (
  { number, shown, does, why, variants, choice, operations }: ListedAssumption,
  { text, operation, hasVariants }: { text: string; operation: string; hasVariants: boolean },
): boolean => {
  if (hasVariants && !choice) return false
  if (operation !== '' && !operations.includes(operation)) return false
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  return [number, shown, does, why, ...Object.entries(variants).flat()].some((part) =>
    part.toLowerCase().includes(wanted),
  )
}

const KNOWN = {
  document: 'from the interface document',
  'published elsewhere': 'published elsewhere',
  invented: 'invented here',
} as const

interface RowProps {
  readonly assumption: ListedAssumption
  readonly isOpen: boolean
}

/** One assumption; the one that the URL names is open. */
const AssumptionRow = ({ assumption, isOpen }: RowProps) => {
  const { number, shown, choice, lastCall } = assumption
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const isChanged = choice?.chosen !== choice?.default
  return (
    <li ref={row} class="assumptions-row" id={`assumption-${number}`}>
      <button
        type="button"
        class="quiet assumptions-head"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? goTo('assumptions') : goTo('assumptions', number))}
      >
        <code class="assumptions-number">{number}</code>
        <span class="assumptions-shown">
          <CodedText text={shown} />
        </span>
        <span class="assumptions-marks">
          {lastCall !== undefined ? (
            <Badge tone="good">{t('call {1}', lastCall)}</Badge>
          ) : (
            choice?.isTouched && <Badge>{t('consulted')}</Badge>
          )}
          {choice && (
            <Badge tone={isChanged ? 'accent' : 'plain'}>
              {choice.chosen}
              {isChanged && ` · ${t('changed')}`}
            </Badge>
          )}
        </span>
      </button>
      {isOpen && <Detail {...assumption} />}
    </li>
  )
}

/** What an assumption decides, why, and the choice among its variants. */
const Detail = ({ does, why, known, shown, choice, operations, lastCall }: ListedAssumption) => {
  const about = operations.length === 0 ? t('every call') : operations.join(', ')
  return (
    <div class="assumptions-detail">
      <Facts
        facts={[
          [t('Document'), <CodedText text={shown} />],
          [t('This server'), <CodedText text={does} />],
          [t('Reason'), <CodedText text={why} />],
          [t('Known'), t(KNOWN[known])],
          [
            t('About'),
            lastCall === undefined ? (
              about
            ) : (
              <>
                {about} · <a href={linkTo('calls', lastCall)}>{t('call {1}', lastCall)}</a>
              </>
            ),
          ],
        ]}
      />
      {choice ? <VariantChoice {...choice} /> : <p class="muted">{t('It has no variants.')}</p>}
    </div>
  )
}

const VariantChoice = ({
  number,
  variants,
  chosen,
  default: standard,
}: NonNullable<ListedAssumption['choice']>) => {
  const choose = async (variant: string): Promise<void> => {
    const body = { [number]: variant === standard ? null : variant }
    try {
      await control('PATCH', '/variants', { body })
      tell(t('{1} is {2} from the next call on.', number, variant))
    } catch (error) {
      tell((error as Error).message, 'error')
    }
    noteChange()
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
  'list-order': 'lists have another order',
  'optional-values': 'nullable fields are null, null fields are absent',
  'extra-fields': 'objects have fields that the document does not name',
  'error-codes': 'codes of refusals are other numbers',
  'success-message': 'a success says the other published text',
}

/** The variation of the answers: its seed and kinds. */
const VariationPanel = () => {
  const loaded = useLoaded((signal) => control<VariationState>('GET', '/variation', { signal }))
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
          <p class="muted">{t('Answers differ by a seed where the document is silent.')}</p>
          <VariationForm key={JSON.stringify(variation)} given={variation} />
        </details>
      )}
    </Shown>
  )
}

const VariationForm = ({ given }: { given: VariationState['variation'] }) => {
  const draft = useSignal(given ?? { seed: 1, kinds: [...VARIATION_KINDS] })
  const { seed, kinds } = draft.value
  const kindOf = (kind: string) => (
    <>
      <code>{kind}</code> <span>{t(KINDS[kind as VariationKind])}</span>
    </>
  )
  return (
    <>
      <Form
        value={draft}
        fields={{
          seed: { type: 'integer', title: t('Seed') },
          kinds: {
            type: 'array',
            title: t('Kinds'),
            items: { oneOf: choices(VARIATION_KINDS, kindOf) },
          },
        }}
      />
      <div class="row">
        <Action
          tone="primary"
          run={() => control('PUT', '/variation', { body: draft.value })}
          done={t('The answers vary from the next call on.')}
          isDisabled={kinds.length === 0 || seed === undefined}
        >
          {t('Vary the answers')}
        </Action>
        <Action
          run={() => control('DELETE', '/variation')}
          done={t('The answers no longer vary.')}
          isDisabled={!given}
        >
          {t('End the variation')}
        </Action>
      </div>
    </>
  )
}
