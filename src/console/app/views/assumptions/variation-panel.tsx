import { useSignal } from '@preact/signals'
import { VARIATION_KINDS } from '#src/client/generated/constants.ts'
import type { VariationKind, VariationState } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { Action } from '../../parts/action.tsx'
import { choices, Form } from '../../parts/form.tsx'
import { Shown } from '../../parts/panel.tsx'
import { Badge } from '../../parts/text.tsx'
import { words } from '../../texts/words.ts'

/** The variation of the answers: its seed and kinds. */
export const VariationPanel = () => {
  const text = words('assumptions')
  const loaded = useLoaded((signal) => control<VariationState>('GET', '/variation', { signal }))
  return (
    <Shown loaded={loaded}>
      {({ variation }) => (
        <details class="panel assumptions-variation">
          <summary>
            <h2>{text.variation}</h2>
            <Badge tone={variation ? 'accent' : 'plain'}>
              {variation ? text.seedOf(variation.seed, variation.kinds.length) : text.off}
            </Badge>
          </summary>
          <p class="muted">{text.variationLead}</p>
          <VariationForm key={JSON.stringify(variation)} given={variation} />
        </details>
      )}
    </Shown>
  )
}

const VariationForm = ({ given }: { given: VariationState['variation'] }) => {
  const text = words('assumptions')
  const draft = useSignal(given ?? { seed: 1, kinds: [...VARIATION_KINDS] })
  const { seed, kinds } = draft.value
  const kindOf = (kind: string) => (
    <>
      <code>{kind}</code> <span>{text[kind as VariationKind]}</span>
    </>
  )
  return (
    <>
      <Form
        value={draft}
        fields={{
          seed: { type: 'integer', title: text.seed },
          kinds: {
            type: 'array',
            title: text.kinds,
            items: { oneOf: choices(VARIATION_KINDS, kindOf) },
          },
        }}
      />
      <div class="row">
        <Action
          tone="primary"
          run={() => control('PUT', '/variation', { body: draft.value })}
          done={text.applied}
          isDisabled={kinds.length === 0 || seed === undefined}
        >
          {text.apply}
        </Action>
        <Action run={() => control('DELETE', '/variation')} done={text.ended} isDisabled={!given}>
          {text.end}
        </Action>
      </div>
    </>
  )
}
