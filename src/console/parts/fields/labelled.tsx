import type { ComponentChildren } from 'preact'
import type { Schema } from './schema.ts'

interface LabelledProps extends Pick<Schema, 'title' | 'hint'> {
  readonly id: string
  readonly children: ComponentChildren
}

/** A field with its label, and a hint below it. */
export const Labelled = ({ id, title, hint, children }: LabelledProps) => (
  <div class="field">
    <label for={id}>{title}</label>
    {children}
    {hint && (
      <small id={`${id}-hint`} class="hint">
        {hint}
      </small>
    )}
  </div>
)
