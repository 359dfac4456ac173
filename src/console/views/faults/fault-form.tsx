import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { shellWord } from '#src/client/curl.ts'
import { FAULT_PHASES } from '#src/client/generated/constants.ts'
import { parsedJson } from '#src/client/parsed-json.ts'
import { isObject } from '#src/kernel/json.ts'
import { control } from '../../api/control.ts'
import { goTo, linkTo, workspaceId } from '../../api/place.ts'
import { Action } from '../../parts/action.tsx'
import { choice, field, type Json, type Schema } from '../../parts/fields/schema.ts'
import { isComplete, SchemaField } from '../../parts/form.tsx'
import { Notice, Panel } from '../../parts/panel.tsx'
import { JsonView } from '../../parts/text.tsx'
import { operationChoices, t } from '../../texts/words.ts'

type Draft = Partial<Record<'match' | 'effect', Record<string, Json>>>

const NEW_RULE: Draft = { match: { operation: 'E1' }, effect: { code: '10134011' } }

const PHASES = {
  '': 'chosen by the effect',
  arrival: 'arrival: before authentication and body',
  before: 'before: the operation has not run yet',
  after: 'after: its changes stay',
  during: 'during: while the response is sent',
} as const

const matchSchema = (): Schema => ({
  type: 'object',
  title: t('Which calls'),
  properties: {
    operation: {
      title: t('Operation or supporting route'),
      oneOf: [{ const: '*', title: `* · ${t('every operation')}` }, ...operationChoices()],
    },
    actor: field('Acting user (e-mail address)', { examples: ['viewer@example.com'] }),
    nth: field('From call number', { type: 'integer', examples: ['1'] }),
    code: field('Code of the response (0 or an error code)', { examples: ['0'] }),
    body: {
      title: t('Part of the body (JSON object)'),
      hint: t('A key that starts with / is a JSON Pointer, such as {"/param/assetIds/0": 100001}.'),
    },
  },
})

const effectSchema = (): Schema => ({
  type: 'object',
  title: t('Effect'),
  properties: {
    code: field('refusal with a code'),
    status: field('HTTP status', { type: 'integer' }),
    failed: { title: t('Atoms: ids, a number of them, or all') },
    delayMs: field('Delay, ms (at most 60,000)', { type: 'integer' }),
    reset: field('connection reset', { widget: 'check' }),
    truncate: field('truncated response', { widget: 'check' }),
    malformed: field('invalid JSON', { widget: 'check' }),
    wrongChecksum: field('wrong CRC-64 (object storage)', { widget: 'check' }),
  },
})

const ruleSchema = (): Schema => ({
  type: 'object',
  properties: {
    match: matchSchema(),
    effect: effectSchema(),
    phase: choice('Phase', ['', ...FAULT_PHASES] as const, (one) => t(PHASES[one])),
    times: field('Times (a number, or always)', { type: ['integer', 'string'], examples: ['1'] }),
    probability: field('Probability (0 to 1; default 1)', { type: 'number', examples: ['1'] }),
  },
})

const ruleOf = (text: string): Draft | undefined => {
  const rule = parsedJson(text)
  return isObject(rule) && isObject(rule.match) && isObject(rule.effect)
    ? (rule as Draft)
    : undefined
}

const filled = (part: object): object =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== '' && value !== false))

/** The rule of a form: without the fields that were left empty. */
const completed = ({ match = {}, effect = {}, ...rest }: Draft): object =>
  filled({ match: filled(match), ...rest, effect: filled(effect) })

export const FaultForm = ({ given }: { given: string | undefined }) => {
  const fromLink = given === undefined ? undefined : ruleOf(given)
  const draft = useSignal(fromLink ?? NEW_RULE)
  const form = useRef<HTMLFormElement>(null)
  const rule = completed(draft.value)
  const save = async (): Promise<void> => {
    if (!isComplete(form.current)) return
    await control('POST', '/faults', { body: rule })
    goTo('faults')
  }
  return (
    <Panel title={t('New rule')} close={linkTo('faults')}>
      {given !== undefined && !fromLink && (
        <Notice tone="error">
          {t('The link does not contain a rule, so the form has its default values.')}
        </Notice>
      )}
      <div class="faults-columns">
        <form ref={form} class="faults-fields stack" onSubmit={(event) => event.preventDefault()}>
          <SchemaField
            schema={ruleSchema()}
            value={draft.value}
            onChange={(changed) => {
              draft.value = changed as Draft
            }}
          />
          <div class="row">
            <Action name="Add the rule" run={save} tone="primary" submits />
          </div>
        </form>
        <Preview rule={rule} />
      </div>
    </Panel>
  )
}

const Preview = ({ rule }: { rule: object }) => {
  const json = JSON.stringify(rule)
  const command = `dam-sandbox fault add --workspace ${workspaceId.value} --rule ${shellWord(json)}`
  return (
    <section class="stack" aria-label={t('The rule')}>
      <h3>JSON</h3>
      <JsonView value={rule} label="JSON" />
      <h3>{t('Command line')}</h3>
      <JsonView value={command} label={t('Command line')} />
    </section>
  )
}
