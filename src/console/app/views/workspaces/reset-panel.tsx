import { useSignal } from '@preact/signals'
import { RESET_PARTS } from '#src/client/generated/constants.ts'
import type { ResetPart } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { forgetFixtures } from '../../api/fixtures.ts'
import { Action } from '../../parts/action.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { changeWords } from './workspace-change-texts.ts'

/** The reset of the workspace, all of it or parts. */
export const ResetPanel = () => {
  const text = changeWords()
  const parts = useSignal<readonly ResetPart[]>(RESET_PARTS)
  const names = {
    data: text.data,
    journal: text.journal,
    faults: text.faults,
    clock: text.clockPart,
  }
  const toggle = (part: ResetPart): void => {
    parts.value = RESET_PARTS.filter((one) => parts.value.includes(one) !== (one === part))
  }
  const reset = async (): Promise<void> => {
    await control('POST', '/reset', { body: { parts: parts.value } })
    forgetFixtures()
  }
  return (
    <section class="panel" aria-labelledby="workspace-reset">
      <h2 id="workspace-reset">{text.reset}</h2>
      <p class="muted">{text.resetLead}</p>
      <fieldset class="workspaces-parts">
        <legend>{text.resetParts}</legend>
        {RESET_PARTS.map((part) => (
          <CheckField
            key={part}
            label={names[part]}
            isChecked={parts.value.includes(part)}
            onChange={() => toggle(part)}
          />
        ))}
      </fieldset>
      <div class="row">
        <Action
          tone="danger"
          run={reset}
          confirm={text.resetQuestion}
          done={text.resetDone}
          isDisabled={parts.value.length === 0}
        >
          {text.reset}
        </Action>
      </div>
    </section>
  )
}
