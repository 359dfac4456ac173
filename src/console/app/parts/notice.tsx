import type { ComponentChildren } from 'preact'
import type { Loaded } from '../api/use-loaded.ts'
import { texts } from '../texts/language.ts'
import './notice.css'

const words = texts({
  en: { loading: 'Loading…', retry: 'Try again', none: 'Nothing here yet.' },
  zh: { loading: '加载中…', retry: '重试', none: '暂无内容。' },
})

/** A message in the place of data: why the view is empty, or why data cannot be shown. */
export const Notice = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'error' | 'success'
  readonly children: ComponentChildren
}) => (
  <div class={`notice ${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
    {children}
  </div>
)

/** What a view shows of data that is read: that it is being read, the error, the notice that it is empty, or the data. */
export const Shown = <T,>({
  loaded,
  empty,
  isEmpty = (data) => Array.isArray(data) && data.length === 0,
  children,
}: {
  readonly loaded: Loaded<T>
  /** What to say when there is no data, and how it comes. */
  readonly empty?: ComponentChildren
  readonly isEmpty?: (data: T) => boolean
  readonly children: (data: T) => ComponentChildren
}) => {
  const { data, error, reload } = loaded
  const { loading, retry, none } = words()
  if (error && data === undefined)
    return (
      <Notice tone="error">
        {error.message}{' '}
        <button type="button" onClick={reload}>
          {retry}
        </button>
      </Notice>
    )
  if (data === undefined) return <p class="loading">{loading}</p>
  return (
    <>
      {error && <Notice tone="error">{error.message}</Notice>}
      {isEmpty(data) ? <Notice>{empty ?? none}</Notice> : children(data)}
    </>
  )
}
