import { signal, useSignal } from '@preact/signals'
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { control, mayChange } from '../api/control.ts'
import { noteChange } from '../api/loaded.ts'
import { type Phrase, t } from '../texts/words.ts'
import './action.css'

export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Gives the focus of an element that goes away to the heading of its section, or else to that of the view. */
const passFocusOn = (leaving: HTMLElement | null): void => {
  if (!leaving || leaving !== document.activeElement) return
  const section = leaving.closest('section')
  queueMicrotask(() => {
    if (!isFocusLost()) return
    const own = section?.isConnected ? section.querySelector<HTMLElement>('h2[tabindex]') : null
    const heading = own ?? document.getElementById('view-title')
    heading?.focus({ preventScroll: true })
  })
}

export const Button = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" {...props} />
)

export const setTo =
  <T, Value extends T>(signal: { value: T }, value: Value) =>
  (): void => {
    signal.value = value
  }

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'success' | 'error'
}

const SHOWN_MS = 8_000

const toasts = signal<readonly Toast[]>([])
let lastId = 0

const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** Says below the view what was done, or why it was not: the newest success, and the newest failure. */
const tell = (text: string, tone: Toast['tone'] = 'success'): void => {
  lastId += 1
  const id = lastId
  toasts.value = [...toasts.value.filter((toast) => toast.tone !== tone), { id, text, tone }]
  setTimeout(() => dismiss(id), SHOWN_MS)
}

/** The messages of `tell`; screen readers read them out. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, tone }) => (
      <div key={id} class={`toast ${tone}`}>
        <span>{text}</span>
        <Button class="quiet" aria-label={t('Dismiss')} onClick={() => dismiss(id)}>
          ×
        </Button>
      </div>
    ))}
  </div>
)

/** Does something at the server, tells its result, and lets every view read its data again. */
export const act = async (
  run: () => Promise<unknown>,
  done: string | undefined,
  fail = (message: string): void => tell(message, 'error'),
): Promise<void> => {
  try {
    await run()
    if (done !== undefined) tell(done)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
  noteChange()
}

export interface ActionProps {
  readonly name: Phrase
  /** What it acts on, where its text alone does not say so. */
  readonly of?: string
  readonly run: () => Promise<unknown>
  readonly asks?: boolean
  readonly tone?: 'plain' | 'primary' | 'danger'
  readonly isDisabled?: boolean
  /** True if Enter in a field presses it; the reason for a failure then stays above it. */
  readonly submits?: boolean
  /** True if the view itself shows when it is done. */
  readonly isQuiet?: boolean
  /** True if it is shown even with a read-only key. */
  readonly isFree?: boolean
}

/** A button that runs an action once at a time, tells its result, and lets every view read its data again. */
export const Action = ({ name, of, run, tone = 'plain', ...props }: ActionProps) => {
  const {
    asks = false,
    isDisabled = false,
    submits = false,
    isQuiet = false,
    isFree = false,
  } = props
  const isRunning = useSignal(false)
  const isAsking = useSignal(false)
  const problem = useSignal('')
  const button = useRef<HTMLButtonElement>(null)
  const label = of === undefined ? t(name) : `${t(name)} ${of}`
  // What is done often takes its own button away.
  useLayoutEffect(() => () => passFocusOn(button.current), [])
  const start = async (): Promise<void> => {
    if (isRunning.value) return
    isAsking.value = asks && !isAsking.value
    if (isAsking.value) return
    isRunning.value = true
    problem.value = ''
    const keep = (message: string): void => setTo(problem, message)()
    await act(run, isQuiet ? undefined : t('{1}: done.', label), submits ? keep : undefined)
    isRunning.value = false
  }
  if (!mayChange.value && !isFree) return null
  return (
    <>
      {problem.value !== '' && (
        <div class="notice error action-problem" role="alert">
          {problem.value}
        </div>
      )}
      <button
        ref={button}
        type={submits ? 'submit' : 'button'}
        class={tone}
        aria-label={label}
        aria-busy={isRunning.value}
        // A button that is disabled while it runs would lose the focus.
        disabled={isDisabled}
        onClick={start}
      >
        {t(name)}
      </button>
      {isAsking.value && (
        <Dialog title={`${label}?`} onClose={setTo(isAsking, false)}>
          <p>{t('This cannot be undone.')}</p>
          <div class="row">
            <Button class="danger" onClick={start}>
              {label}
            </Button>
            <Button onClick={setTo(isAsking, false)}>{t('Cancel')}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

export const ClearAction = ({
  name,
  path,
  isEmpty,
}: {
  name: Phrase
  path: string
  isEmpty: boolean
}) => <Action name={name} asks run={() => control('DELETE', path)} isDisabled={isEmpty} />

export const CopyButton = ({
  label,
  of,
  text,
  isDisabled = false,
  hint,
}: {
  label: string
  /** What is copied, where the label does not say so. */
  of?: string
  text: () => string | Promise<string>
  isDisabled?: boolean
  hint?: string
}) => {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text())
      tell(t('Copied.'))
    } catch {
      tell(t('The browser does not allow copying; select the text instead.'), 'error')
    }
  }
  return (
    <Button onClick={copy} disabled={isDisabled} title={hint} aria-label={of && `${label} ${of}`}>
      {label}
    </Button>
  )
}

/** A dialog of the browser, open as long as it is rendered. Its first field or button has the focus, Escape closes it, and the focus goes back to where it was. */
export const Dialog = ({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ComponentChildren
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current: opened } = dialog
    opened?.showModal()
    opened?.querySelector<HTMLElement>('input, select, textarea, .row > button')?.focus()
    return () => opened?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={onClose}>
      <header>
        <h2 id="dialog-title">{title}</h2>
        <Button class="quiet" aria-label={t('Close')} onClick={() => dialog.current?.close()}>
          ×
        </Button>
      </header>
      {children}
    </dialog>
  )
}
