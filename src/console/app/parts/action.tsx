import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { noteChange } from '../api/changes.ts'
import { passFocusOn } from './focus.ts'
import { tell } from './toasts.tsx'

/** A button that does something at the server. */
export interface ActionProps {
  readonly children: ComponentChildren
  /** Does it; what is thrown is shown. */
  readonly run: () => Promise<void>
  /** What to say when it is done. */
  readonly done?: string
  /** A question to answer before something that cannot be undone. */
  readonly confirm?: string
  readonly tone?: 'plain' | 'primary' | 'danger'
  readonly isDisabled?: boolean
  /** The name for screen readers, where the text of the button alone does not say what it acts on. */
  readonly label?: string
}

/** A button that runs an action once at a time, tells its result, and lets every view read its data again. */
export const Action = ({
  children,
  run,
  done,
  confirm: question,
  tone = 'plain',
  isDisabled = false,
  label,
}: ActionProps) => {
  const isRunning = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  // What is done often takes its own button away.
  useLayoutEffect(() => () => passFocusOn(button.current), [])
  const start = async (): Promise<void> => {
    if (isRunning.value || (question !== undefined && !confirm(question))) return
    isRunning.value = true
    try {
      await run()
      if (done !== undefined) tell(done)
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), 'error')
    } finally {
      isRunning.value = false
      noteChange()
    }
  }
  return (
    <button
      ref={button}
      type="button"
      class={tone}
      aria-label={label}
      aria-busy={isRunning.value}
      // A button that is disabled while it runs would lose the focus.
      disabled={isDisabled}
      onClick={start}
    >
      {children}
    </button>
  )
}
