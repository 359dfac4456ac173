import type { ComponentChildren } from 'preact'
import './badge.css'

/** A short mark beside a name. Its meaning is in its text; the colour only repeats it. */
export const Badge = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'good' | 'warning' | 'bad' | 'accent'
  readonly children: ComponentChildren
}) => <span class={`badge ${tone}`}>{children}</span>
