import { signal } from '@preact/signals'
import { texts } from '../texts/language.ts'
import './toasts.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'success' | 'error'
}

const SHOWN_MS = 8_000
const MAX_TOASTS = 4

const toasts = signal<readonly Toast[]>([])
let lastId = 0

const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** Says in a corner of the page what was done, or why it was not. */
export const tell = (text: string, tone: 'success' | 'error' = 'success'): void => {
  lastId += 1
  const id = lastId
  toasts.value = [...toasts.value, { id, text, tone }].slice(-MAX_TOASTS)
  setTimeout(() => dismiss(id), SHOWN_MS)
}

const words = texts({ en: { close: 'Dismiss' }, zh: { close: '关闭' } })

/** The messages of `tell`; screen readers read them out. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, tone }) => (
      <div key={id} class={`toast ${tone}`}>
        <span>{text}</span>
        <button type="button" class="quiet" aria-label={words().close} onClick={() => dismiss(id)}>
          ×
        </button>
      </div>
    ))}
  </div>
)
