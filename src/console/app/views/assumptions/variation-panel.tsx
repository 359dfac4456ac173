import { useSignal } from '@preact/signals'
import { VARIATION_KINDS } from '#src/client/generated/constants.ts'
import type { VariationKind, VariationState } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Action } from '../../parts/action.tsx'
import { Badge } from '../../parts/badge.tsx'
import { CheckField, setterOf, TextField } from '../../parts/fields.tsx'
import { Shown } from '../../parts/notice.tsx'
import { words } from './assumptions-texts.ts'

/** The variation of the answers: its seed and kinds. */
export const VariationPanel = () => {
  const text = words()
  const loaded = useLoaded((signal) => control<VariationState>('GET', '/variation', { signal }), [])
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
          <VariationForm
            key={JSON.stringify(variation)}
            seed={variation?.seed}
            kinds={variation?.kinds ?? VARIATION_KINDS}
          />
        </details>
      )}
    </Shown>
  )
}

const VariationForm = ({
  seed: firstSeed,
  kinds: firstKinds,
}: {
  readonly seed: number | undefined
  readonly kinds: readonly VariationKind[]
}) => {
  const text = words()
  const seed = useSignal(String(firstSeed ?? 1))
  const kinds = useSignal(firstKinds)
  const toggle = (kind: VariationKind): void => {
    const isOn = kinds.value.includes(kind)
    kinds.value = VARIATION_KINDS.filter((one) =>
      one === kind ? !isOn : kinds.value.includes(one),
    )
  }
  const apply = (): Promise<void> =>
    control('PUT', '/variation', { body: { seed: Number(seed.value), kinds: kinds.value } })
  return (
    <>
      <div class="assumptions-seed">
        <TextField label={text.seed} type="number" value={seed.value} onInput={setterOf(seed)} />
      </div>
      <fieldset>
        <legend>{text.kinds}</legend>
        {VARIATION_KINDS.map((kind) => (
          <CheckField
            key={kind}
            label={
              <>
                <code>{kind}</code>
                <span>{text[kind]}</span>
              </>
            }
            isChecked={kinds.value.includes(kind)}
            onChange={() => toggle(kind)}
          />
        ))}
      </fieldset>
      <div class="row">
        <Action
          tone="primary"
          run={apply}
          done={text.applied}
          isDisabled={kinds.value.length === 0 || seed.value === ''}
        >
          {text.apply}
        </Action>
        <Action
          run={() => control('DELETE', '/variation')}
          done={text.ended}
          isDisabled={firstSeed === undefined}
        >
          {text.end}
        </Action>
      </div>
    </>
  )
}
