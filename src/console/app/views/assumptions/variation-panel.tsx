import { useSignal } from '@preact/signals'
import { VARIATION_KINDS } from '#src/client/generated/constants.ts'
import type { VariationKind, VariationState } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { Action } from '../../parts/action.tsx'
import { choices, Form } from '../../parts/form.tsx'
import { Shown } from '../../parts/panel.tsx'
import { Badge } from '../../parts/text.tsx'
import { type Phrase, t } from '../../texts/words.ts'

const KINDS: Readonly<Record<VariationKind, Phrase>> = {
  'list-order': 'lists have another order',
  'optional-values': 'nullable fields are null, null fields are absent',
  'extra-fields': 'objects have fields that the document does not name',
  'error-codes': 'codes of refusals are other numbers',
  'id-gaps': 'new ids skip numbers',
  'success-message': 'a success says the other published text',
}

/** The variation of the answers: its seed and kinds. */
export const VariationPanel = () => {
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
          <p class="muted">
            {t('Answers differ, by a seed that repeats them, where the document leaves them open.')}
          </p>
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
