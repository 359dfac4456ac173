import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { shellWord } from '#src/client/curl.ts'
import { FAULT_PHASES } from '#src/client/generated/constants.ts'
import type { FaultPhase, FaultRule } from '#src/client/generated/control.ts'
import { parsedJson } from '#src/client/parsed-json.ts'
import { isObject } from '#src/kernel/is-object.ts'
import { control } from '../../api/control.ts'
import { goTo, linkTo, workspaceId } from '../../api/place.ts'
import { Action, CopyButton } from '../../parts/action.tsx'
import { choice, Form, field, held, isComplete, partOf } from '../../parts/form.tsx'
import { Notice, Panel } from '../../parts/panel.tsx'
import { JsonView } from '../../parts/text.tsx'
import { operationChoices, t } from '../../texts/words.ts'

const NEW_RULE: FaultRule = {
  match: { operation: 'E1' },
  phase: 'before',
  effect: { code: '10134011' },
}

const PHASES = {
  arrival: 'arrival: before authentication and body',
  before: 'before: the operation has not run',
  after: 'after: what it did stays',
  during: 'during: while the answer is sent',
} as const

const EFFECTS = {
  none: { name: 'none, only the delay', effect: {} },
  code: { name: 'refusal with a code', effect: { code: '10134011' } },
  status: { name: 'HTTP status', effect: { status: 503 } },
  reset: { name: 'reset of the connection', effect: { reset: true } },
  truncate: { name: 'answer cut off', effect: { truncate: true } },
  malformed: { name: 'invalid JSON', effect: { malformed: true } },
  failed: { name: 'atoms that E21 does not ingest', effect: { failed: 1 } },
} as const

const DELAYS = {
  none: { name: 'none', effect: {} },
  delayMs: { name: 'fixed', effect: { delayMs: 1_000 } },
  distribution: {
    name: 'random, evenly',
    effect: { distribution: { kind: 'uniform', minMs: 100, maxMs: 900 } },
  },
} as const

const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]

const effectsOf = (phase: FaultPhase, operation: string): (keyof typeof EFFECTS)[] => {
  if (phase === 'during') return ['none', 'reset', 'truncate', 'malformed']
  const everywhere = ['none', 'code', 'status', 'reset'] as const
  return phase === 'before' && operation === 'E21' ? [...everywhere, 'failed'] : [...everywhere]
}

/** The rule that a link carries, which may have any values; undefined when it is no rule. */
const ruleOf = (text: string): FaultRule | undefined => {
  const rule = parsedJson(text)
  const isRule = isObject(rule) && isObject(rule.match) && isObject(rule.effect)
  return isRule ? (rule as unknown as FaultRule) : undefined
}

const withoutEmpty = (rule: FaultRule): FaultRule =>
  JSON.parse(JSON.stringify(rule, (_, value) => (value === '' ? undefined : value)))

/** The form that makes a rule, filled from a rule where a link carries one. */
export const FaultForm = ({ given }: { given: string | undefined }) => {
  const fromLink = given === undefined ? undefined : ruleOf(given)
  const draft = useSignal(fromLink ?? NEW_RULE)
  const form = useRef<HTMLFormElement>(null)
  const rule = withoutEmpty(draft.value)
  const save = async (): Promise<void> => {
    if (!isComplete(form.current)) return
    await control('POST', '/faults', { body: rule })
    goTo('faults')
  }
  return (
    <Panel title={t('New rule')}>
      {given !== undefined && !fromLink && (
        <Notice tone="error">{t('The link holds no rule; the form has its usual values.')}</Notice>
      )}
      <div class="faults-columns">
        <form ref={form} class="faults-fields stack" onSubmit={(event) => event.preventDefault()}>
          <MatchFields draft={draft} />
          <EffectFields draft={draft} />
          <div class="row">
            <Action name="Add the rule" run={save} tone="primary" submits />
            <a class="button" href={linkTo('faults')}>
              {t('Cancel')}
            </a>
          </div>
        </form>
        <Preview rule={rule} />
      </div>
    </Panel>
  )
}

interface DraftProps {
  readonly draft: Signal<FaultRule>
}

const MatchFields = ({ draft }: DraftProps) => {
  const { phase } = draft.value
  const isLate = phase === 'after' || phase === 'during'
  return (
    <fieldset>
      <legend>{t('Which calls')}</legend>
      <Form
        value={partOf(draft, 'match')}
        fields={{
          operation: {
            title: t('Operation or supporting route'),
            oneOf: [{ const: '*', title: `* · ${t('every operation')}` }, ...operationChoices()],
          },
          actor: field('Acting user (e-mail address)', { examples: ['viewer@example.com'] }),
          nth: field('From call number', { type: 'integer', examples: ['1'] }),
          code: isLate && field('Outcome (0 or a code)', { examples: ['0'] }),
          body: phase !== 'arrival' && {
            title: t('Part of the body (JSON object)'),
            hint: t(
              'A key that begins with / is a JSON Pointer, such as {"/param/assetIds/0": 100001}.',
            ),
          },
        }}
      />
      <Form
        value={draft}
        fields={{
          times: field('Times (a number, or always)', {
            type: ['integer', 'string'],
            examples: ['1'],
          }),
          probability: field('Probability (0 to 1; 1 without it)', {
            type: 'number',
            examples: ['1'],
          }),
        }}
      />
    </fieldset>
  )
}

const EffectFields = ({ draft }: DraftProps) => {
  const { match, phase = 'before', effect } = draft.value
  const { delayMs, distribution, ...ending } = effect
  const delays = {
    ...(delayMs !== undefined && { delayMs }),
    ...(distribution && { distribution }),
  }
  const chosen = {
    phase,
    kind: keysOf(EFFECTS).find((name) => name in ending) ?? 'none',
    delay: keysOf(DELAYS).find((name) => name in delays) ?? 'none',
  }
  const choose = (changed: typeof chosen): void => {
    const isPossible = effectsOf(changed.phase, match.operation).includes(changed.kind)
    const kind = isPossible ? changed.kind : 'reset'
    const begun = kind === chosen.kind ? ending : EFFECTS[kind].effect
    const delay = changed.delay === chosen.delay ? delays : DELAYS[changed.delay].effect
    draft.value = { ...draft.value, phase: changed.phase, effect: { ...delay, ...begun } }
  }
  return (
    <fieldset>
      <legend>{t('When and what')}</legend>
      <Form
        value={held(() => chosen, choose)}
        fields={{
          phase: choice('Phase', FAULT_PHASES, (one) => t(PHASES[one])),
          kind: choice('Effect', effectsOf(phase, match.operation), (one) => t(EFFECTS[one].name)),
          delay: choice('Delay', keysOf(DELAYS), (one) => t(DELAYS[one].name)),
        }}
      />
      <Form
        value={partOf(draft, 'effect')}
        fields={{
          code: chosen.kind === 'code' && field('Code'),
          status: chosen.kind === 'status' && field('Status (201 to 599)', { type: 'integer' }),
          failed: chosen.kind === 'failed' && { title: t('Atoms: ids, a number of them, or all') },
          delayMs:
            chosen.delay === 'delayMs' && field('Delay, ms (at most 60,000)', { type: 'integer' }),
        }}
      />
      {isObject(distribution) && (
        <Form
          value={partOf(partOf(draft, 'effect'), 'distribution')}
          fields={{
            minMs: field('Minimum, ms', { type: 'integer' }),
            maxMs: field('Maximum, ms', { type: 'integer' }),
          }}
        />
      )}
    </fieldset>
  )
}

const Preview = ({ rule }: { rule: FaultRule }) => {
  const json = JSON.stringify(rule)
  const command = `dam-sandbox fault add --workspace ${workspaceId.value} --rule ${shellWord(json)}`
  return (
    <section class="stack" aria-label={t('The rule')}>
      <h3>{t('JSON')}</h3>
      <JsonView value={rule} label={t('JSON')} />
      <h3>{t('Command line')}</h3>
      <JsonView value={command} label={t('Command line')} />
      <div class="row">
        <CopyButton label={t('Copy JSON')} text={() => JSON.stringify(rule, null, 2)} />
        <CopyButton label={t('Copy command')} text={() => command} />
      </div>
    </section>
  )
}
