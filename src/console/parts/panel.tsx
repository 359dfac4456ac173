import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Loaded } from '../api/loaded.ts'
import { hasMoved, linkTo, route } from '../api/place.ts'
import { type Phrase, t } from '../texts/words.ts'
import { Button, isFocusLost } from './action.tsx'
import './panel.css'

export interface PanelProps {
  readonly title: string
  readonly marks?: ComponentChildren
  readonly close?: string
  readonly class?: string
  /** True if its heading takes the focus when this changes from undefined. */
  readonly focusOn?: unknown
  readonly children?: ComponentChildren
}

/** A part of a view, or the details of what is chosen in its list, which Escape closes. Its heading can have the focus. */
export const Panel = ({ title, marks, close, focusOn, children, ...rest }: PanelProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusOn) heading.current?.focus({ preventScroll: true })
  }, [focusOn])
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape' && close !== undefined) location.hash = close
  }
  return (
    <section class={`panel ${rest.class ?? ''}`} aria-label={title} onKeyDown={onKeyDown}>
      <div class="row">
        <h2 tabIndex={-1} ref={heading}>
          {title}
        </h2>
        {marks}
        {close !== undefined && (
          <a class="at-end" href={close}>
            {t('Close')}
          </a>
        )}
      </div>
      {children}
    </section>
  )
}

/** A list with the details of what is chosen in it: side by side where there is room, else details first. */
export const Split = ({
  list,
  detail,
}: {
  list: ComponentChildren
  detail?: ComponentChildren
}) => (
  <div class={detail ? 'split' : 'split-alone'}>
    <div class="split-list">{list}</div>
    {detail}
  </div>
)

export const ItemLink = ({
  to: [view, ...rest],
  ...props
}: {
  to: readonly [view: string, ...rest: (string | number)[]]
  children: ComponentChildren
}) => {
  const href = linkTo(view, ...rest)
  const shown = linkTo(route.value.view, ...route.value.rest)
  return (
    <a
      {...props}
      href={href}
      aria-current={`${shown}/`.startsWith(`${href}/`) ? 'true' : undefined}
    />
  )
}

export type Fact = readonly [name: string, value: ComponentChildren] | false

export const Facts = ({
  facts,
  class: kind = 'facts',
  label,
}: {
  facts: readonly Fact[]
  class?: string
  label?: string
}) => (
  <dl class={kind} aria-label={label}>
    {facts
      .filter((fact) => fact !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

export interface PageProps {
  readonly title: Phrase
  readonly lead: Phrase
  readonly actions?: ComponentChildren
  readonly children?: ComponentChildren
}

export const Page = ({ title, lead, actions, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasMoved.value && isFocusLost()) heading.current?.focus({ preventScroll: true })
  }, [route.value])
  return (
    <>
      <header class="page-header">
        <div>
          <h1 id="view-title" tabIndex={-1} ref={heading}>
            {t(title)}
          </h1>
          <p class="lead">{t(lead)}</p>
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

export const Notice = ({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'error' | 'success'
  children: ComponentChildren
}) => (
  <div class={`notice ${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
    {children}
  </div>
)

export interface ShownProps<T> {
  readonly loaded: Loaded<T>
  readonly empty?: ComponentChildren
  readonly isEmpty?: (data: T) => boolean
  readonly children: (data: T) => ComponentChildren
}

/** What a view shows of data that is read: that it is being read, the error, the notice that it is empty, or the data. */
export const Shown = <T,>({
  loaded: { data, error, reload },
  empty,
  isEmpty = (all) => Array.isArray(all) && all.length === 0,
  children,
}: ShownProps<T>) => {
  const problem = error && (
    <Notice tone="error">
      {error.message} {data === undefined && <Button onClick={reload}>{t('Try again')}</Button>}
    </Notice>
  )
  if (data === undefined) return problem ?? <p class="loading">{t('Loading…')}</p>
  return (
    <>
      {problem}
      {isEmpty(data) ? <Notice>{empty ?? t('Nothing here yet.')}</Notice> : children(data)}
    </>
  )
}
